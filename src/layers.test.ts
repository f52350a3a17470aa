import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circles,
  sourceFiles as files,
  type Import,
  imports,
  stageOf,
  stages,
  sourceText as text,
} from './imports.test-support.ts';
import { providers } from './io/catalog/providers.ts';

const layers = ['engine', 'io', 'review', 'apply', 'hosts'];
const leaves = ['shared/options.ts', 'shared/config-shape.ts', 'shared/errors.ts'];

const layerOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : 'entry');
const isOurs = (target: string): boolean => target.endsWith('.ts');
const hostOf = (file: string): string => file.split('/')[1]!;

/** The folders of the known clouds. */
const clouds = providers.map(({ name }) => name);

/** The file that combines the rules of all providers. The rest of the engine uses a `CloudProvider`. */
const ruleCatalogue = 'engine/review/codes/rules.ts';

/** Why an import is not allowed, or undefined. */
function offence({ file, target }: Import): string | undefined {
  const from = layerOf(file);
  if (leaves.includes(file)) return isOurs(target) ? 'a leaf may not import other files of src/' : undefined;
  if (from === 'engine') return engineOffence(file, target);
  if (!isOurs(target) || leaves.includes(target)) return undefined;
  const to = layerOf(target);
  if (from === 'hosts' && to === 'hosts' && hostOf(file) !== hostOf(target))
    return 'a host may not import another host';
  if (from !== 'entry' && to === 'entry') return 'no file may import an entry point';
  if (from !== 'entry' && layers.indexOf(to) > layers.indexOf(from)) return `${from} may not import ${to}`;
  if (from === 'io' && target.startsWith('engine/report/')) return 'io may not render reports';
  return undefined;
}

function engineOffence(file: string, target: string): string | undefined {
  if (!isOurs(target)) {
    const isAllowed = target === 'yaml' || target.startsWith('@noble/hashes/');
    return isAllowed ? undefined : 'the engine may import no packages but yaml and @noble/hashes';
  }

  if (layerOf(target) !== 'engine') return 'the engine may import only the engine';
  if (clouds.includes(stageOf(target)) && stageOf(file) !== stageOf(target)) {
    return file === ruleCatalogue ? undefined : 'only a provider may import a cloud: use the CloudProvider';
  }
  const [from, to] = [stages.indexOf(stageOf(file)), stages.indexOf(stageOf(target))];
  if (from === -1) return 'not a room: add it to the bands';
  return to <= from && to !== -1 ? undefined : 'a room may import only rooms to its left';
}

/** Names that a pure engine must not use. */
const impure: readonly [string, RegExp][] = [
  ['process', /\bprocess\.\w/],
  ['console', /\bconsole\.\w/],
  ['a clock', /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/],
  ['chance', /\bMath\.random\b/],
  ['promises', /\basync\b|\bawait\b|\bPromise\b/],
  ['the network', /\bfetch\(/],
  ['timers', /\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/],
  ['other threads', /\bAtomics\b|\bSharedArrayBuffer\b|\bMessageChannel\b/],
];

/** The code of a file without comments and string contents, which may contain any word. */
const code = (file: string): string =>
  text(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "''");

/** Files that may use a stream of the process: entry points pass them on, and two hosts escape what they write to them. */
const streamHolders = [
  'cli.ts',
  'hosts/action/runner.ts',
  'hosts/bot/program.ts',
  'hosts/cli/end.ts',
  'io/text-output.ts',
];

test('texts reach a terminal or a log only through functions that escape them', () => {
  const writers = files.filter((file) => /\bprocess\.std(?:out|err)\b|\bWriteStream\b|\bconsole\.\w/.test(code(file)));
  expect(writers.filter((file) => !streamHolders.includes(file))).toEqual([]);
});

test('only one file calls git, and every program is called by an absolute path', () => {
  const callers = files.filter((file) => /\bnode:child_process\b/.test(text(file)));
  expect(callers).toEqual([
    'io/git/command.ts',
    'io/kube/exec-plugin.ts',
    'io/render/isolation.ts',
    'io/render/sandbox.ts',
  ]);
});

describe('layers', () => {
  test('there are files to check', () => expect(imports.length).toBeGreaterThan(20));

  test('every import follows the table', () => {
    const offences = imports.flatMap((entry) => {
      const why = offence(entry);
      return why ? [`${entry.file} → ${entry.target}: ${why}`] : [];
    });
    expect(offences).toEqual([]);
  });

  test('no files import each other in a circle, including type imports', () => {
    const pair = [
      { file: 'a', target: 'b' },
      { file: 'b', target: 'a' },
    ];
    expect(circles(pair)).toEqual([['a', 'b']]);
    expect(circles(imports)).toEqual([]);
  });

  test('only one file composes a review', () => {
    const callers = imports.filter(({ target }) => target === 'engine/review/review.ts').map(({ file }) => file);
    expect(callers.filter((file) => !file.startsWith('engine/'))).toEqual(['index.ts', 'review/judged-review.ts']);
  });

  test('the engine is pure', () => {
    const offences = files
      .filter((file) => layerOf(file) === 'engine')
      .flatMap((file) => impure.filter(([, pattern]) => pattern.test(code(file))).map(([what]) => `${file}: ${what}`));
    expect(offences).toEqual([]);
  });

  test.each(['action.ts', 'bot.ts', 'cli.ts'].filter((file) => files.includes(file)))('%s only calls', (file) => {
    expect(text(file).trimEnd().split('\n').length).toBeLessThanOrEqual(18);
  });
});

/** Folders that may be larger, because they have one file for each rule, found by its name. */
const catalogues = ['engine/aws/rules', 'engine/rules/lint/rules'];

/** Folders that import each other. The list only gets shorter. */
const entangled: readonly string[] = [
  'engine/cluster/provisioning/pods ↔ engine/cluster/provisioning/pods/admission',
  'engine/files/sources/discovery ↔ engine/files/sources/kustomize',
  'io/render ↔ io/render/hand-over',
];

describe('rooms', () => {
  test('no two folders import each other, except the listed ones', () => {
    const arrows = new Set(
      imports.filter(({ target }) => isOurs(target)).map(({ file, target }) => `${dirname(file)} ${dirname(target)}`),
    );
    const pairs = [...arrows].flatMap((arrow) => {
      const [from = '', to = ''] = arrow.split(' ');
      return from < to && arrows.has(`${to} ${from}`) ? [`${from} ↔ ${to}`] : [];
    });
    expect(pairs.sort()).toEqual(entangled);
  });

  test('no other folder has more than 25 files', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const crowded = [...counts].filter(([folder, count]) => count > 25 && !catalogues.includes(folder));
    expect(crowded).toEqual([]);
  });

  test('no exported name has two meanings', () => {
    const places = new Map<string, string[]>();
    const declared = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;
    for (const file of files)
      for (const [, name] of text(file).matchAll(declared)) places.set(name!, [...(places.get(name!) ?? []), file]);
    expect([...places].filter(([, found]) => new Set(found).size > 1)).toEqual([]);
  });
});
