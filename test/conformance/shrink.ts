/**
 * Reduces a scenario on which our simulation differs from the real Karpenter. It drops documents, fields, list entries, settings
 * and replicas as long as an aspect still differs. Needs Go. `node test/conformance/shrink.ts FOLDER OUT` writes the folder OUT.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { buildOracle } from '../oracle/build.ts';
import { Oracle, type Question } from '../oracle/oracle.ts';
import { recordingOf } from '../oracle/recording.ts';
import { type Aspect, aspects, pictureOf, pictureOfExpected } from './aspects.ts';
import type { KubeObject } from './generator/draft.ts';
import { toYaml } from './generator.ts';
import { type ExpectedResult, run } from './scenario.ts';

type Path = readonly (string | number)[];
type Settings = Question['settings'];

/** A scenario as data. */
interface Content {
  readonly objects: readonly KubeObject[];
  readonly settings: Settings;
}

/** Whether a smaller scenario still shows the same difference. */
export type Shows = (content: Content) => Promise<boolean>;

/** The smallest scenario found that still shows the difference. No single part of it can be removed. */
export async function shrink(start: Content, shows: Shows): Promise<Content> {
  let content = start;
  for (let size = Number.POSITIVE_INFINITY; sizeOf(content) < size; ) {
    size = sizeOf(content);
    for (let depth = 1; depth <= depthOf(content); depth++) content = await dropAt(content, depth, shows);
    content = await fewerPods(content, shows);
  }
  return content;
}

const sizeOf = (content: Content): number => JSON.stringify(content).length;

/** Fields that the API server requires, or that only help readers. */
const kept: ReadonlySet<string> = new Set(
  `apiVersion kind metadata name key operator topologyKey maxSkew whenUnsatisfiable effect weight template spec containers image
  nodeClassRef group requirements selector claimName objects settings labelSelector podAffinityTerm preference providerID nodeName`.split(
    /\s+/,
  ),
);

/** Paths of that length, last first, so that removing one does not move the remaining ones. */
function pathsAt(value: unknown, depth: number): Path[] {
  if (value === null || typeof value !== 'object') return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.reverse().flatMap((key): Path[] => {
    const child = (value as Record<string | number, unknown>)[key];
    return depth === 1 ? [[key]] : pathsAt(child, depth - 1).map((path) => [key, ...path]);
  });
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

async function dropAt(content: Content, depth: number, shows: Shows): Promise<Content> {
  let smallest = content;
  for (const path of pathsAt(content, depth)) {
    if (isKept(smallest, path)) continue;
    const smaller = edited(smallest, path, undefined);
    if (await shows(smaller)) smallest = smaller;
  }
  return smallest;
}

function isKept(content: Content, path: Path): boolean {
  const last = path.at(-1)!;
  if (typeof last === 'string') return kept.has(last);
  return path.at(-2) === 'containers' && (valueAt(content, path.slice(0, -1)) as unknown[]).length === 1;
}

const valueAt = (content: Content, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (within as Record<string | number, unknown>)[key], content);

/** A copy with another value at the path, or without one. */
function edited(content: Content, path: Path, value: unknown): Content {
  const copy = structuredClone(content);
  const parent = valueAt(copy, path.slice(0, -1));
  const last = path.at(-1)!;
  if (Array.isArray(parent)) parent.splice(last as number, 1);
  else if (value !== undefined) (parent as Record<string, unknown>)[last] = value;
  else delete (parent as Record<string, unknown>)[last];
  return copy;
}

async function fewerPods(content: Content, shows: Shows): Promise<Content> {
  let smallest = content;
  for (const path of [3, 4].flatMap((depth) => pathsAt(content, depth))) {
    if (!['replicas', 'parallelism', 'completions'].includes(String(path.at(-1)))) continue;
    const pods = (): number => valueAt(smallest, path) as number;
    for (const next of [() => 1, () => pods() >> 1, () => pods() - 1]) {
      while (next() > 0 && next() < pods()) {
        const smaller = edited(smallest, path, next());
        if (!(await shows(smaller))) break;
        smallest = smaller;
      }
    }
  }
  return smallest;
}

/** Aspects in which our simulation differs, or `crash` if it throws. */
function differing(question: Question, result: ExpectedResult): (Aspect | 'crash')[] {
  try {
    const theirs = pictureOfExpected(result);
    const ours = pictureOf(run(question));
    return aspects.filter((aspect) => ours[aspect] !== theirs[aspect]);
  } catch {
    return ['crash'];
  }
}

async function main(folder: string, out: string): Promise<void> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const start: Content = {
    objects: parseAllDocuments(read('manifests.yaml')).map((document) => document.toJS() as KubeObject),
    settings: JSON.parse(read('scenario.json')) as Settings,
  };
  const oracle = new Oracle(buildOracle().byName, 1);
  const name = basename(out);
  const question = ({ objects, settings }: Content): Question => ({ name, manifests: toYaml(objects), settings });
  const difference = async (content: Content): Promise<(Aspect | 'crash')[]> => {
    const { runs } = await oracle.ask(question(content));
    return runs?.[0] === undefined ? [] : differing(question(content), runs[0]);
  };
  const wanted = await difference(start);
  console.error(`differs in: ${wanted.join(', ') || 'nothing'}`);
  if (wanted.length > 0) {
    // The coarsest aspect is the one to explain. Finer ones follow from it.
    const small = await shrink(start, async (content) => (await difference(content)).includes(wanted[0]!));
    const answer = await oracle.ask(question(small));
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'manifests.yaml'), question(small).manifests);
    writeFileSync(join(out, 'scenario.json'), `${JSON.stringify({ ...small.settings, name })}\n`);
    writeFileSync(join(out, 'expected.json'), `${JSON.stringify(recordingOf(answer), null, 1)}\n`);
    console.error(`${sizeOf(start)} characters became ${sizeOf(small)}: ${out}`);
  }
  oracle.close();
}

if (import.meta.main) {
  const [folder, out] = process.argv.slice(2);
  if (folder !== undefined && out !== undefined) await main(folder, out);
  else {
    console.error('usage: node test/conformance/shrink.ts FOLDER OUT');
    process.exitCode = 2;
  }
}
