import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isWhole, leading } from '../extent.ts';
import { type Run, runAction } from './action.ts';
import { checkout } from './checkout.ts';
import type { Files } from './git-repository.ts';
import { FakeGitHub } from './github.ts';
import { openScene, pool, type Scene, writer } from './scene.ts';

let fake: FakeGitHub;

beforeEach(async () => {
  fake = await FakeGitHub.start();
});
afterEach(() => fake.close());

async function run(at: Scene, isCheckedOut: boolean, permissions: object = writer): Promise<Run> {
  const workspace = isCheckedOut ? checkout(fake, at.merge) : undefined;
  try {
    return await runAction(fake, {
      event: 'pull_request',
      payload: { pull_request: await fake.pull(at.number) },
      sha: at.merge,
      token: await fake.token(permissions as typeof writer),
      ...(workspace ? { workspace } : {}),
    });
  } finally {
    if (workspace) rmSync(workspace, { recursive: true });
  }
}

const bodies = async ({ number }: Scene): Promise<string> =>
  (await fake.comments(number)).map(({ body }) => body).join('\n');

const ways: readonly [string, boolean][] = [
  ['the API', false],
  ['a clone', true],
];

describe.runIf(isWhole)('3,200 changed files, of which GitHub lists 3,000', () => {
  const settings = (value: number): Files =>
    Object.fromEntries(
      Array.from({ length: 3200 }, (_, i) => [
        `settings/${String(i).padStart(4, '0')}.yaml`,
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${i}}\ndata: {value: "${value}"}\n`,
      ]),
    );

  test.each(ways)('are all read through %s: an error in the last one blocks', async (_, isCheckedOut) => {
    const before = { ...settings(1), 'a.yaml': pool(), 'z.yaml': pool().replace('web', 'z') };
    const misspelt = pool().replace('limits:', 'limit:');
    const after = { ...settings(2), 'a.yaml': misspelt, 'z.yaml': misspelt.replace('web', 'z') };
    const at = await openScene(fake, before, after as Record<string, string>);
    const said = await run(at, isCheckedOut);
    expect(said.failure).toMatch(/^plumbline blocks this change: 2 errors/);
    expect(said.commands.map((line) => /file=([^,]+)/.exec(line)?.[1])).toEqual(['a.yaml', 'z.yaml']);
    // A fix is offered on the line if GitHub says that the line is part of the change, otherwise only in the comment.
    expect((await fake.reviewComments(at.number)).map(({ path }) => path)).toEqual(['a.yaml']);
    expect(await bodies(at)).toContain('z.yaml');
    expect(fake.requests('GET', /pulls\/\d+\/files$/).length).toBe(30);
  });
});

/** Unusual but valid names. `\udcff` is the byte 0xff. */
const names = [
  '-rf.yaml',
  'a\\b"c.yaml',
  'new\nline\n::error::x.yaml',
  'carriage\rreturn.yaml',
  'tab\t100644 blob x.yaml',
  '%0A::error::y%25.yaml',
  ':(exclude)*.yaml',
  '`|<b>@ada</b>.yaml',
  '\udcfe.yaml',
  '\udcff.yaml',
  `${'long/'.repeat(790)}pool.yaml`,
];
const pools = (...fields: string[]): Files =>
  Object.fromEntries(names.map((name, i) => [name, pool(...fields).replace('web', `web${i}`)]));

describe('file names', () => {
  test.each(leading(ways))('with any bytes are read through %s, each as a separate file', async (_, isCheckedOut) => {
    const at = await openScene(fake, { 'a.yaml': 'a: 1\n' }, pools('limit') as Record<string, string>);
    const said = await run(at, isCheckedOut, { ...writer, checks: 'write' });
    expect(said.outputs.errors).toBe(String(names.length));
    expect(said.warnings).toEqual([]);
    // One annotation for each, of which at most ten are workflow commands. No name ends a line or starts a command.
    const annotated = new Set(fake.annotations(at.head).map(({ path }) => path));
    expect(annotated.size).toBe(names.length);
    for (const line of [...said.commands, ...said.infos]) expect(line).not.toMatch(/[\r\n]|^::(?!error file=)/);
    const { diagnostics } = JSON.parse(said.outputs['report-json']!);
    expect(new Set(diagnostics.map(({ file }: { file: string }) => file)).size).toBe(names.length);
    const prose = (await bodies(at)).replace(/<code>.*?<\/code>/gs, '').replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)/gs, '');
    expect(prose).not.toMatch(/<b>|(^|[^\w&;/])@ada|^::error/m);
  });

  test.each(leading(ways))('that another entry claims to have hide nothing (through %s)', async (_, isCheckedOut) => {
    const base = fake.git.commit({ 'pool.yaml': pool() });
    const sha = fake.git.at(base, 'pool.yaml');
    const files = { 'pool.yaml': pool('limit') };
    const links = { [`z100644 blob ${sha}     9\tpool.yaml`]: 'nowhere' };
    const head = fake.git.commit(files, [base], { links });
    const merge = fake.git.commit(files, [base, head], { links });
    const number = await fake.open({ base, head, branch: 'change' });
    const said = await run({ number, base, head, merge }, isCheckedOut);
    expect(said.failure).toMatch(/^plumbline blocks this change: 1 error/);
  });
});
