import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import type { Case } from './case.ts';

/** Information of a case that is hidden on both sides alike. */
export interface Hidden {
  /** `three-replicas replicas pods.yaml ${HIDDEN}`, or `… file pods.yaml`. */
  readonly name: string;
  readonly of: Case;
  /** Path within `base` and `head`, or within the only folder of the case. */
  readonly file: string;
  /** The text of the file with the information hidden; null removes the file. */
  readonly change: ((text: string) => string) | null;
}

/** Keys of YAML whose values figures may rest on. */
const yamlKeys = [
  'replicas',
  'cpu',
  'memory',
  'values',
  'minReplicas',
  'maxReplicas',
  'minSize',
  'maxSkew',
  'parallelism',
  'completions',
  'nodes',
  'maxPods',
  'weight',
  'consolidationPolicy',
  'consolidateAfter',
  'expireAfter',
  'version',
  'targetRevision',
  'topology.kubernetes.io/zone',
  'karpenter.sh/capacity-type',
  'node.kubernetes.io/instance-type',
  'storageClassName',
  'priorityClassName',
  'whenUnsatisfiable',
  'nodeName',
];

/** Arguments of Terraform whose values figures may rest on. */
const terraformKeys = [
  'availability_zone',
  'count',
  'desired_size',
  'instance_types',
  'min_size',
  'version',
  'capacity_type',
];

const yamlReferences = ['${HIDDEN}', '{{ .Values.hidden }}'];
const terraformReferences = ['var.hidden', 'data.external.hidden.result.value'];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A scalar or a flow list after a key, in block or flow style. */
const yamlValue = (key: string): RegExp =>
  new RegExp(
    `((?:^|[\\s{,"-])"?${escaped(key)}"?: +)(\\[[^\\]\\n]*\\]|"[^"\\n]*"|'[^'\\n]*'|[^\\s{}\\[\\]"',#|>&*][^,}\\n#]*?)(?=\\s*(?:[,}\\n]|$|#))`,
    'gm',
  );

const terraformValue = (key: string): RegExp =>
  new RegExp(`^([ \\t]*${escaped(key)}[ \\t]*=[ \\t]*)(\\[[^\\]\\n]*\\]|"[^"\\n]*"|[\\w.]+)(?=[ \\t]*(?:#.*)?$)`, 'gm');

const hiddenBy =
  (reference: string, isYaml: boolean) =>
  (_: string, start: string, value: string): string => {
    if (!isYaml)
      return `${start}${value.startsWith('[') && !reference.startsWith('data') ? `[${reference}]` : reference}`;
    return `${start}${value.startsWith('[') ? `["${reference}"]` : `"${reference}"`}`;
  };

/** All ways to hide one kind of information in one file of a case, and to remove one file. */
export function hiddenOf(of: Case): Hidden[] {
  const files = [...new Set(sidesOf(of).flatMap((side) => filesIn(side)))].sort();
  return files.flatMap((file) => {
    const isYaml = /\.ya?ml$/.test(file);
    const keys = isYaml ? yamlKeys : file.endsWith('.tf') ? terraformKeys : [];
    const texts = sidesOf(of).flatMap((side) => {
      return existsSync(join(side, file)) ? [readFileSync(join(side, file), 'utf8')] : [];
    });
    const references = isYaml ? yamlReferences : terraformReferences;
    const values = keys.flatMap((key) => {
      const pattern = isYaml ? yamlValue(key) : terraformValue(key);
      if (!texts.some((text) => text.search(pattern) !== -1)) return [];
      return references.map(
        (reference): Hidden => ({
          of,
          file,
          name: `${of.name} ${key} ${file} ${reference}`,
          change: (text) => text.replace(pattern, hiddenBy(reference, isYaml)),
        }),
      );
    });
    const removed: Hidden = { of, file, name: `${of.name} file ${file}`, change: null };
    return [...values, removed, ...behindOthers({ of, file }, texts)];
  });
}

/** Objects that create pods which figures do not count. */
const makersOfPods: Readonly<Record<string, string>> = {
  HelmRelease: `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: hidden, namespace: hidden }
spec:
  chart: { spec: { chart: hidden, version: 1.2.3, sourceRef: { kind: HelmRepository, name: hidden } } }
`,
  Application: `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: hidden, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: hidden }
  source: { repoURL: https://charts.example.com, chart: hidden, targetRevision: 1.2.3 }
`,
  RayCluster: `apiVersion: ray.io/v1
kind: RayCluster
metadata: { name: hidden, namespace: hidden }
spec: { workerGroupSpecs: [{ groupName: a, replicas: 3 }] }
`,
};

const workloadKind = /^kind: *(?:Deployment|StatefulSet|Job|CronJob|ReplicaSet|Pod|Rollout) *$/m;

/** A file with nothing but workloads becomes an object that creates the same pods in a way that is not simulated. */
function behindOthers({ of, file }: Pick<Hidden, 'of' | 'file'>, texts: readonly string[]): Hidden[] {
  const isOnlyWorkloads = texts.every((text) => workloadKind.test(text) && !text.includes('karpenter.'));
  if (!isOnlyWorkloads || texts.length < 2 || !/\.ya?ml$/.test(file)) return [];
  return Object.entries(makersOfPods).map(([kind, made]) => {
    return { of, file, name: `${of.name} behind ${kind} ${file}`, change: () => made };
  });
}

/** What is not said, and why; undefined for everything else. This list only shrinks. */
export function exceptionFor({ of, file, name, change }: Hidden): string | undefined {
  if (change === null && !isNamed(of, file))
    return 'No other file names it, so the repository without it is another repository.';
  if (/^\S+ (?:version|targetRevision) /.test(name))
    return 'The first line says that the version of Karpenter is assumed.';
  return undefined;
}

/** Whether another file of the case contains the name of a file. */
function isNamed(of: Case, file: string): boolean {
  const base = file.split('/').at(-1)!;
  return sidesOf(of).some((side) =>
    filesIn(side).some((other) => other !== file && readFileSync(join(side, other), 'utf8').includes(base)),
  );
}

/** The folders that are compared. */
function sidesOf({ folder }: Case): string[] {
  const both = ['base', 'head'].map((side) => `${folder}/${side}`);
  return both.filter((side) => existsSync(side));
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

/** The document of a review. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads a few fields of a large document
export type Document = any;

/** Reviews a case, as JSON. */
export async function documentOf(argv: readonly string[]): Promise<Document> {
  const { stdout } = await run([...argv, '--format', 'json', '--quiet']);
  return JSON.parse(stdout);
}

/** Reviews a case with information hidden on both sides. */
export async function documentWithout({ of, file, change }: Hidden): Promise<Document> {
  const top = mkdtempSync(join(tmpdir(), 'plumbline-hidden-'));
  try {
    cpSync(of.folder, top, { recursive: true });
    for (const side of ['base', 'head']) {
      const path = join(top, side, file);
      if (!existsSync(path)) continue;
      if (change === null) rmSync(path);
      else writeFileSync(path, change(readFileSync(path, 'utf8')));
    }
    return await documentOf(of.argv.map((word) => word.replace(of.folder, top)));
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

interface Figure {
  readonly low: number | null;
  readonly likely: number | null;
  readonly high: number | null;
  readonly certainty: string;
}

/** What becomes of a figure once information is hidden. */
export interface Moved {
  readonly figure: string;
  readonly from: string;
  readonly to: string;
}

const sides = ['before', 'after'] as const;

/** Figures whose value changes although their certainty does not. */
export function movedFigures(full: Document, hidden: Document): Moved[] {
  if (!full.estimate || !hidden.estimate) return [];
  const names = sides.flatMap((side) =>
    ['nodes', 'monthlyUsd'].map((name) => [`${side}.${name}`, side, name] as const),
  );
  const all = [
    ...names,
    ['difference.nodes', 'difference', 'nodes'] as const,
    ['difference.monthlyUsd', 'difference', 'monthlyUsd'] as const,
  ];
  return all.flatMap(([figure, part, name]): Moved[] => {
    const [was, is] = [full, hidden].map((document) => figureOf(document, part, name));
    if (was === undefined || is === undefined || !isMoved(was, is)) return [];
    return [{ figure, from: textOf(was), to: textOf(is) }];
  });
}

const textOf = ({ low, likely, high, certainty }: Figure): string => `${certainty} ${low}/${likely}/${high}`;

function figureOf({ estimate }: Document, part: string, name: string): Figure | undefined {
  const figure: Figure | undefined = estimate[part]?.[name];
  return figure;
}

const cent = 0.005;

function isMoved(was: Figure, is: Figure): boolean {
  if (was.certainty !== is.certainty || is.certainty === 'unknown') return false;
  const [before, after] = [was.likely, is.likely] as [number, number];
  // A bound that moves is still one.
  if (is.certainty === 'atLeast' || is.certainty === 'atMost') return false;
  // A range whose ends are equal has no bounds that anybody knows.
  if (is.certainty === 'range' && is.low === is.high) return false;
  if (is.certainty === 'range') return (is.low ?? -Infinity) > before + cent || (is.high ?? Infinity) < before - cent;
  return Math.abs(before - after) > cent;
}
