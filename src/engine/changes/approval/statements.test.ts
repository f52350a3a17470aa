import { describe, expect, test } from 'vitest';
import { commandLines, statementsOf } from './statements.ts';

const digest = 'a'.repeat(64);
const approve = { kind: 'approve', digest };

describe('a comment that states something', () => {
  test.each([
    ['the digest alone', `approve ${digest}`, [approve]],
    ['with the prefix', `/plumbline approve ${digest}`, [approve]],
    ['with the name of the hash', `/plumbline approve sha256:${digest}`, [approve]],
    ['after blank lines', `\n \r\n\napprove ${digest}`, [approve]],
    ['with spaces around it', `  approve ${digest}  `, [approve]],
    ['with text below it', `approve ${digest}\nLooks good, thanks!`, [approve]],
    [
      'several, one below the other',
      `approve ${digest}\r\ndelete NodePool/web nodes=12`,
      [approve, { kind: 'delete', object: 'NodePool/web', nodes: 12 }],
    ],
    ['an ignore', '/plumbline ignore lint/x  we know', [{ kind: 'ignore', code: 'lint/x', reason: 'we know' }]],
    [
      'the deletion of a class',
      '/plumbline delete EC2NodeClass/a.b nodes=0',
      [{ kind: 'delete', object: 'EC2NodeClass/a.b', nodes: 0 }],
    ],
    ['a retraction', '/plumbline retract', [{ kind: 'retract' }]],
    ['a starting point', '/plumbline start production', [{ kind: 'start', environment: 'production' }]],
  ])('%s', (_, body, statements) => expect(statementsOf(body)).toEqual(statements));
});

describe('T46: what may be hidden by the free text above it', () => {
  const ignore = (reason: string) => ({ kind: 'ignore', code: 'lint/x', reason });

  test.each([
    ['an HTML comment', 'see <!--'],
    ['a code span', 'see `this'],
    ['the title of a link', 'see [this](https://example.com "'],
    ['struck text', 'see ~~this'],
    ['a formula', 'see $$'],
  ])('%s: is no statement', (_, reason) =>
    expect(statementsOf(`/plumbline ignore lint/x ${reason}\napprove ${digest}`)).toEqual([ignore(reason)]),
  );

  test.each([
    ['a comment', '/plumbline ignore <!-- because'],
    ['a comment after a code', '/plumbline ignore lint/x<!-- because'],
    ['a code span', '/plumbline ignore `x because'],
    ['struck text', '/plumbline ignore ~~~ because'],
    ['the title of a link', '/plumbline ignore [x]:<# "because'],
    ['a comment in place of an environment', '/plumbline start <!--'],
    ['a folded section after an environment', '/plumbline start production<details>'],
  ])('%s in a name: no approval or deletion below it counts', (_, line) => {
    const below = `approve ${digest}\ndelete NodePool/web nodes=100\n/plumbline retract`;
    expect(statementsOf(`${line}\n${below}\n-->`).slice(1)).toEqual([]);
  });

  test.each([
    ['/plumbline ignore lint/require-limits agreed', { kind: 'ignore', code: 'lint/require-limits', reason: 'agreed' }],
    ['/plumbline ignore custom/my_rule.v2 agreed', { kind: 'ignore', code: 'custom/my_rule.v2', reason: 'agreed' }],
    ['/plumbline start Prod_EU-1.a', { kind: 'start', environment: 'Prod_EU-1.a' }],
  ])('%s: the names of codes and environments hide nothing', (line, statement) =>
    expect(statementsOf(`${line}\napprove ${digest}`)).toEqual([statement, approve]),
  );

  test('plain text hides nothing', () =>
    expect(statementsOf(`/plumbline ignore lint/x OK (see #12, it's fine)\napprove ${digest}`)).toEqual([
      ignore("OK (see #12, it's fine)"),
      approve,
    ]));
});

describe('T46: a comment that states nothing', () => {
  test.each([
    ['nothing', ''],
    ['blank lines', ' \n\t\n'],
    ['a sentence before it', `Please do not\napprove ${digest}\nyet.`],
    ['a code fence', `\`\`\`\napprove ${digest}\n\`\`\``],
    ['an HTML comment', `<!--\napprove ${digest}\n-->`],
    ['an HTML comment after a sentence', `Will look tomorrow.\n<!--\napprove ${digest}\n-->`],
    ['struck-out text', `<del>\napprove ${digest}\n</del>`],
    ['a folded section', `<details>\n\napprove ${digest}\n\n</details>`],
    ['a quotation', `> approve ${digest}`],
    ['indented code', `    approve ${digest}`],
    ['code indented by a tab', `\tapprove ${digest}`],
    ['a list', `- approve ${digest}`],
    ['a digest in capitals', `approve ${digest.toUpperCase()}`],
    ['a shortened digest', `approve ${digest.slice(0, 12)}`],
    ['a longer digest', `approve ${digest}0`],
    ['words after it', `approve ${digest} please not`],
    ['a word before it', `don't approve ${digest}`],
    ['an invisible character before it', `\u200bapprove ${digest}`],
    ['another kind', 'delete Deployment/web nodes=1'],
    ['a deletion without nodes', 'delete NodePool/web'],
    ['nodes that are not a number', 'delete NodePool/web nodes=-1'],
    ['more nodes than any cluster has', 'delete NodePool/web nodes=12345678'],
    ['text in front of a long comment', `${'x'.repeat(70_000)}\napprove ${digest}`],
    ['a link whose text it is', `[approve ${digest}](https://example.com)`],
    ['a retraction without the prefix', 'retract'],
    ['a word before a deletion', 'never delete NodePool/web nodes=1'],
    ['a word before a finding', 'no /plumbline ignore lint/x we know'],
    ['a word before a starting point', 'no /plumbline start production'],
    ['words after a starting point', '/plumbline start production not yet'],
    ['words after a retraction', '/plumbline retract nothing'],
    ['a finding without a reason', '/plumbline ignore lint/x'],
  ])('%s', (_, body) => expect(statementsOf(body)).toEqual([]));
});

test('a line that is too long to be read whole states nothing', () => {
  const first = 'delete NodePool/web nodes=1\n'.repeat(72).slice(0, 2_000 - 72);
  const whole = first.slice(0, first.lastIndexOf('\n') + 1);
  const cut = `${whole}approve ${digest}${' but not this one'.repeat(200)}`;
  expect(statementsOf(cut).some(({ kind }) => kind === 'approve')).toBe(false);
  expect(statementsOf(`${whole}approve ${digest}`).at(-1)).toEqual(approve);
  expect(commandLines(`${'x'.repeat(1_999)} y`)).toEqual([]);
});

test('blank text below a statement does not make it too long', () => {
  expect(statementsOf(`approve ${digest}${' '.repeat(3_000)}\n`)).toEqual([approve]);
  const filled = `${'delete NodePool/web nodes=1\n'.repeat(68)}`;
  const exact = `${filled}${'x'.repeat(2_000 - filled.length)}`;
  expect([exact.length, commandLines(exact).length]).toEqual([2_000, 69]);
  expect(commandLines(`${exact}x`).length).toBe(68);
  expect(statementsOf(`${'\n'.repeat(3_000)}approve ${digest}`)).toEqual([]);
});

describe('the lines that can be commands', () => {
  test('end at a line of spaces', () => expect(commandLines('a\n \nb')).toEqual(['a']));
  test('may have tabs and spaces within', () => expect(commandLines('a    b\nc\td')).toEqual(['a    b', 'c\td']));
  test.each(['', ' ', '\n\n'])('are none in %j', (body) => expect(commandLines(body)).toEqual([]));

  test('end with the first paragraph', () => expect(commandLines('\na\nb\n\nc')).toEqual(['a', 'b']));
  test('end where code begins', () => expect(commandLines('a\n    b\nc')).toEqual(['a']));
  test('end at the first line that states nothing', () =>
    expect(statementsOf(`approve ${digest}\nand\ndelete NodePool/web nodes=1`)).toEqual([approve]));
});
