/** Compares validation with other validators, as whole processes on the same files, and counts verdicts per second. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CustomResourceDefinition, load } from '../kubeval-wasm/validator.ts';
import { decodeCrdPack } from '../src/engine/files/schema/definitions/crd-pack.ts';
import { definitionOf } from '../src/engine/files/schema/server/served-definition.ts';
import type { Figure } from './figure.ts';
import { compare, processMs } from './measure.ts';
import { mistakeTable } from './mistakes.ts';
import { namedPool, variedPool } from './node-pools.ts';
import { circumstances, keepValidation, validationPage } from './record.ts';
import { type Rival, rivals } from './rivals.ts';
import { writeKarpenterFiles, writeLargeRepository } from './trees.ts';

const cli = resolve('dist/cli.js');

/** Runs the measurements and writes bench/VALIDATION.md. */
export async function writeValidation(): Promise<void> {
  const record = { ...circumstances(), ...(await validationFigures()) };
  keepValidation(record);
  console.log(validationPage(record));
}

async function validationFigures(): Promise<{ figures: Figure[]; mistakes: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    const others = rivals(join(folder, 'knowledge'));
    const few = join(folder, 'few');
    writeKarpenterFiles(few);
    const many = join(folder, 'many');
    writeMany(many, few);
    const figures = [
      ...others.map((rival) => against(rival, few, { count: 20, target: 1, runs: 9 })),
      ...others.map((rival) => against(rival, many, { count: 2000, target: 0.2, runs: 3 })),
      ...others
        .filter(({ name }) => name.startsWith('kubeconform'))
        .map((rival) => ofLargeTree(rival, join(folder, 'tree'))),
      await warm('their names', namedPool, '≥ 1,500'),
      await warm('nearly every field', variedPool, ''),
      download(),
    ];
    return { figures, mistakes: mistakeTable(folder, others, cli) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A thousand NodePools, each with an EC2NodeClass of its own. */
function writeMany(folder: string, few: string): void {
  mkdirSync(folder);
  const text = (name: string, i: number): string =>
    readFileSync(join(few, `${name}.yaml`), 'utf8').replace(/name: ((?:web|class)-\d+)/g, `name: $1-${i}`);
  for (let i = 0; i < 1000; i++)
    for (const kind of ['pool', 'class'])
      writeFileSync(join(folder, `${kind}-${i}.yaml`), text(`${kind}-${i % 10}`, i));
}

interface Load {
  readonly count: number;
  readonly target: number;
  readonly runs: number;
}

function against({ name, program, argumentsFor }: Rival, folder: string, { count, target, runs }: Load): Figure {
  const { one, other, ratio } = compare(
    () => processMs('node', [cli, 'check', folder, '--karpenter-version', '1.14']),
    () => processMs(program, argumentsFor(folder)),
    runs,
  );
  return {
    what: `cold \`check\` of ${count} Karpenter files, compared with ${name}`,
    ours: `${one.toFixed(0)} ms`,
    theirs: `${other.toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: name.startsWith('kubectl') ? `≤ ${target} ×` : '',
  };
}

/** A review of a pull request reads the whole tree and simulates nodes. The other validator only validates the tree. */
function ofLargeTree({ name, program, argumentsFor }: Rival, folder: string): Figure {
  writeLargeRepository(folder);
  const { one, other, ratio } = compare(
    () => processMs('node', [cli, 'review', '--base', 'base'], folder),
    () => processMs(program, ['-ignore-missing-schemas', ...argumentsFor(folder)]),
    7,
  );
  return {
    what: `\`review\` of a pull request in a tree of 11,000 YAML files, compared with ${name} on the same tree`,
    ours: `${one.toFixed(0)} ms`,
    theirs: `${other.toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: '≤ 1 ×',
  };
}

/** Verdicts on NodePools that all differ, in one thread. The program judges their common parts once. */
async function warm(what: string, pool: (i: number) => object, target: string): Promise<Figure> {
  const validator = await load({ isForMany: () => true });
  const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));
  const crd = definitionOf(pack.find('karpenter.sh/v1', 'NodePool')!) as CustomResourceDefinition;
  const judge = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const { strict } = validator.validate({ crd, text: JSON.stringify(pool(i)), answer: false });
      if (strict !== null) throw new Error(strict.message);
    }
  };
  // After these, V8 has optimized the code.
  judge(0, 3000);
  const start = process.cpuUsage();
  judge(3000, 5000);
  const { user, system } = process.cpuUsage(start);
  const perSecond = 2000 / ((user + system) / 1e6);
  return {
    what: `verdicts per second of processor time, in one thread, on NodePools that differ in ${what}`,
    ours: perSecond.toFixed(0),
    theirs: '',
    ratio: '',
    target,
  };
}

function download(): Figure {
  const size = ['wasm', 'memory'].reduce((sum, part) => sum + statSync(`kubeval-wasm/kubeval.${part}.br`).size, 0);
  return {
    what: 'download size of the API server’s code',
    ours: `${(size / 1e6).toFixed(2)} MB`,
    theirs: '',
    ratio: '',
    target: '≤ 3.6 MB',
  };
}
