import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stages } from './stages.test-support.ts';

const layers = ['engine', 'io', 'review', 'apply', 'hosts'];
const leaves = ['options.ts', 'config-shape.ts', 'errors.ts'];

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('test-support'))
  .sort();

const text = (file: string): string => readFileSync(join('src', file), 'utf8');

const imports: readonly Import[] = files.flatMap((file) =>
  [...text(file).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g)].map((match) => ({
    file,
    target: match[1]!.startsWith('.') ? normalize(join(dirname(file), match[1]!)) : match[1]!,
  })),
);

const layerOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : 'entry');
const stageOf = (file: string): string => file.split('/')[1]!.replace(/\.ts$/, '');
const isOurs = (target: string): boolean => target.endsWith('.ts');
const hostOf = (file: string): string => file.split('/')[1]!;

/** Files that are of no cloud and yet know AWS. The list only gets shorter: what they ask for belongs in `CloudProvider`. */
const knowAws: ReadonlySet<string> = new Set([
  'engine/codes/rules.ts',
  'engine/migration/to-v1.ts',
  'engine/migration/v1-objects.ts',
  'engine/review/target.ts',
  'engine/terraform/resources/resource-texts.ts',
]);

/** Why an import is not allowed, or undefined. */
function offence({ file, target }: Import): string | undefined {
  const from = layerOf(file);
  if (leaves.includes(file)) return isOurs(target) ? 'a leaf imports nothing of ours' : undefined;
  if (from === 'engine') return engineOffence(file, target);
  if (!isOurs(target) || leaves.includes(target)) return undefined;
  const to = layerOf(target);
  if (from === 'hosts' && to === 'hosts' && hostOf(file) !== hostOf(target)) return 'a host imports no other host';
  if (from !== 'entry' && to === 'entry') return 'nothing imports an entry point';
  if (from !== 'entry' && layers.indexOf(to) > layers.indexOf(from)) return `${from} may not import ${to}`;
  if (from === 'io' && target.startsWith('engine/report/')) return 'io writes what people see, and renders nothing';
  return undefined;
}

function engineOffence(file: string, target: string): string | undefined {
  if (!isOurs(target)) return target === 'yaml' ? undefined : 'the engine imports no package but yaml';
  if (layerOf(target) !== 'engine') return 'the engine imports only the engine';
  if (stageOf(target) === 'aws' && stageOf(file) !== 'aws') {
    return knowAws.has(file) ? undefined : 'only a provider knows a cloud: ask the CloudProvider';
  }
  const [from, to] = [stages.indexOf(stageOf(file)), stages.indexOf(stageOf(target))];
  if (from === -1) return 'not a stage: name it in the table';
  return to <= from && to !== -1 ? undefined : 'a stage imports only from stages to its left';
}

/** What a pure engine does not mention. */
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

/** The code of a file without comments and string contents, which may speak of anything. */
const code = (file: string): string =>
  text(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "''");

/** Files that may hold a stream of the process: entry points hand them over, and two hosts escape what they write to them. */
const streamHolders = [
  'cli.ts',
  'hosts/action/runner.ts',
  'hosts/bot/program.ts',
  'hosts/cli/end.ts',
  'io/text-output.ts',
];

test('texts reach a terminal or a log only through what escapes them', () => {
  const writers = files.filter((file) => /\bprocess\.std(?:out|err)\b|\bWriteStream\b|\bconsole\.\w/.test(code(file)));
  expect(writers.filter((file) => !streamHolders.includes(file))).toEqual([]);
});

test('git is called in one place, and every program by an absolute path', () => {
  const callers = files.filter((file) => /\bnode:child_process\b/.test(text(file)));
  expect(callers).toEqual(['io/git/command.ts', 'io/kube/exec-plugin.ts', 'io/render/sandbox.ts']);
});

describe('layers', () => {
  test('there are files to look at', () => expect(imports.length).toBeGreaterThan(20));

  test('every import follows the table', () => {
    const offences = imports.flatMap((entry) => {
      const why = offence(entry);
      return why ? [`${entry.file} → ${entry.target}: ${why}`] : [];
    });
    expect(offences).toEqual([]);
  });

  test('what is said to know AWS still does', () => {
    const known = new Set(imports.flatMap(({ file, target }) => (target.startsWith('engine/aws/') ? [file] : [])));
    expect([...knowAws].filter((file) => !known.has(file))).toEqual([]);
  });

  test('the engine is pure', () => {
    const offences = files
      .filter((file) => layerOf(file) === 'engine')
      .flatMap((file) => impure.filter(([, pattern]) => pattern.test(code(file))).map(([what]) => `${file}: ${what}`));
    expect(offences).toEqual([]);
  });

  test.each(['action.ts', 'bot.ts', 'cli.ts'].filter((file) => files.includes(file)))('%s only calls', (file) => {
    expect(text(file).trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  });
});
