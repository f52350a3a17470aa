import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../terminal/terminal.test-support.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec:\n  weight: 1\n';

/** The output of a command in a folder with a NodePool, and one rule of its own. */
async function judged(rule: string, command: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-own-'));
  for (const side of ['base', 'head']) mkdirSync(join(folder, side));
  writeFileSync(join(folder, 'head', 'pool.yaml'), pool);
  const config = join(folder, 'rules.yaml');
  writeFileSync(config, `customRules:\n  - {id: own, on: [NodePool], message: own message, ${rule}}\n`);
  const paths = command.map((word) => word.replace('FOLDER', folder));
  const { code, stdout } = await run([...paths, '--config', config, '--format', 'json']);
  expect([0, 1]).toContain(code);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string; help?: string }[] };
  return diagnostics
    .filter(({ code, message }) => code === 'custom/own' || message.includes('custom/own'))
    .map(({ code, message, help, ...more }) => `${code}: ${message}. ${help}${'fix' in more ? ' FIX' : ''}`)
    .join('\n');
}

const check = ['check', 'FOLDER/head'];
const review = ['review', '--base', 'FOLDER/base', '--head', 'FOLDER/head'];

test.each([
  ['expression: oldObject != null', check, ''],
  ['expression: oldObject != null', review, 'custom/own: own message. undefined'],
  ['expression: review.podsRestarted > 0', check, ''],
  [
    'expression: review.podsRestarted > 0',
    review,
    'lint/rule-not-judged: Rule `custom/own` needs `review.podsRestarted`',
  ],
  [
    'expression: object.spec.weight > 5, fix: [{op: add, path: /spec/weight, value: 9}]',
    check,
    'custom/own: own message. undefined FIX',
  ],
  // If the value of a fix has an error, there is no fix.
  [
    'expression: object.spec.weight > 5, fix: [{op: add, path: /spec/weight, valueExpression: object.x}]',
    check,
    'custom/own: own message. undefined',
  ],
  [
    'expression: object.spec.wieght > 5',
    check,
    'lint/rule-failed: Rule `custom/own` of `rules.yaml` has an error at `web`, so it was not judged: no such key: wieght. Check the spelling of `wieght`',
  ],
  [
    "expression: environment.region == 'x'",
    check,
    'lint/rule-not-judged: Rule `custom/own` needs `environment.region` of `web`, which is unknown, so it was not judged. Set `region`',
  ],
])('%s: %s', async (rule, command, expected) => {
  const found = await judged(rule, command);
  expect(found.slice(0, expected.length)).toBe(expected);
  expect(found === '').toBe(expected === '');
});
