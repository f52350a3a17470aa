import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../terminal/terminal.test-support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-baseline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pool = (name: string): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: ${name} }\nspec:\n  limit: { cpu: 1 }\n  template:\n    spec:\n      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web }\n      requirements: []\n`;
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const check = (...argv: string[]) => run(['check', '.', ...argv], { cwd: folder });

test('only new findings fail, even if the old ones are on other lines', async () => {
  write('a.yaml', pool('web'));
  expect((await check()).code).toBe(1);
  const written = await check('--baseline', 'known.json', '--write-baseline');
  expect([written.code, written.stderr]).toEqual([
    0,
    expect.stringMatching(/^baseline written: \d+ findings? in known\.json$/m),
  ]);
  expect(JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8')).baselineVersion).toBe(2);
  write('a.yaml', `# moved\n\n${pool('web')}`);
  const again = await check('--baseline', 'known.json');
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/\d+ findings? in the baseline/);
  write('b.yaml', pool('batch'));
  const more = await check('--baseline', 'known.json', '--format', 'json');
  expect(more.code).toBe(1);
  const { diagnostics } = JSON.parse(more.stdout) as { diagnostics: { code: string; file: string }[] };
  const unknown = diagnostics.filter(({ code }) => code === 'schema/unknown-field');
  expect(unknown.map(({ file }) => file)).toEqual(['b.yaml']);
});

test('findings that no longer exist are reported', async () => {
  write('a.yaml', pool('web'));
  await check('--baseline', 'known.json', '--write-baseline');
  write('a.yaml', pool('web').replace('limit:', 'limits:'));
  const { stderr } = await check('--baseline', 'known.json');
  expect(stderr).toMatch(
    /^note: 1 finding in known\.json no longer occurs; `--write-baseline` removes it from the file$/m,
  );
});

test('findings that no longer exist are reported after the progress line and the table of rules', async () => {
  write('a.yaml', pool('web'));
  await check('--baseline', 'known.json', '--write-baseline');
  write('a.yaml', pool('web').replace('limit:', 'limits:'));
  const { stderr } = await check('--baseline', 'known.json', '--timing');
  expect(stderr).toMatch(/^\d+ rules on 1 file: .*\n( .*\n)*note: 1 finding in known\.json no longer occurs/);
});

test.each<[string, string | undefined, string[], RegExp]>([
  ['a file that is not there', undefined, ['--baseline', 'none.json'], /cannot be read/],
  ['another version', '{"baselineVersion": 9, "findings": []}', ['--baseline', 'known.json'], /of version 9/],
  ['no file', undefined, ['--write-baseline'], /needs a file/],
  ['a folder that does not exist', undefined, ['--baseline', 'x/y.json', '--write-baseline'], /cannot be written/],
])('%s is a mistake of the set-up', async (_, text, argv, expected) => {
  write('a.yaml', pool('web'));
  if (text !== undefined) write('known.json', text);
  const { code, stdout, stderr } = await check(...argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(expected);
  expect(stderr).toMatch(/^ {2}help: /m);
});

test.each(['sarif', 'junit', 'gitlab'])('`check` can print %s', async (format) => {
  write('a.yaml', pool('web'));
  const { code, stdout } = await check('--format', format);
  expect(code).toBe(1);
  expect(stdout).toContain('schema/unknown-field');
  expect(stdout.endsWith('\n')).toBe(true);
});
