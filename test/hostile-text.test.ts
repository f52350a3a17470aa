import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { reviewFormats } from '../src/shared/options.ts';
import { scenes } from './extent.ts';

/** Every kind of byte that a terminal or a runner interprets. */
const controls =
  '\u001b[31mRED\u001b]0;title\u0007\u001b]8;;https://evil.example\u0007\u009b31m\u0085::set-output name=x::y\u2028::error::z\r::warning::w\u202egnp\u2066x\u007f\u200b\ufeff';
const commands = '::add-mask::e ##[set-output name=a]b ##vso[task.setvariable variable=a]b';
/** Words that are wrapped, so that each may be at the start of a line. */
const wrapped = Array.from({ length: 60 }, (_, i) => `::error::w${i}`).join(' ');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-hostile-text-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quoted = (text: string): string => JSON.stringify(text);

function pool(name: string, text: string): string {
  const value = quoted(text);
  return `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${quoted(name)}, annotations: {${value}: ${value}}}
spec:
  ${value}: 1
  limit: {cpu: 100} # ${text.split(/[\r\n\u0085\u2028]/)[0]}
  weight: ${value}
  disruption: {consolidateAfter: ${value}, budgets: [{nodes: ${value}, schedule: ${value}}]}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: ${value}}
      taints: [{key: ${value}, effect: ${value}}]
      requirements: [{key: ${value}, operator: ${value}, values: [${value}]}]
`;
}

/** A repository with hostile names, values and file names. */
function repository(key: string, text: string): string {
  const at = join(folder, key);
  const name = text.replaceAll('/', '∕').slice(0, 60);
  const files: Readonly<Record<string, string>> = {
    'plumbline.yaml': `environments:\n  ${quoted(text.slice(0, 60))}: {paths: []}\n`,
    [`${name}.yaml`]: pool(text, text),
    [`d ${name}/x.yaml`]: pool(`x${text}`, text),
    'broken.yaml': `apiVersion: karpenter.sh/v1\nkind: NodePool\n  ${quoted(text)}: [\n`,
    'old.yaml': `apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: ${quoted(text)}}\nspec: {ttlSecondsAfterEmpty: 30, labels: {a: ${quoted(text)}}} # ${commands}\n`,
    'k/kustomization.yaml': `resources: [${quoted(text)}]\n${quoted(text)}: 1\n`,
    'c/Chart.yaml': `apiVersion: v2\nname: ${quoted(text)}\nversion: 1.0.0\n`,
    'c/templates/p.yaml': pool('c', 'z'),
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${quoted(text)}}\nspec: {source: {path: ${quoted(text)}}}\n`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), content);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: at, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'empty');
  return at;
}

/** Text that must not reach a log or a terminal: control characters other than our colors, and commands to a runner. */
function offences(text: string, isCommandAllowed: (line: string) => boolean = () => false): string[] {
  const plain = text.replace(/\u001b\[(?:1|2|22|3[1236]|39)m/g, '').replaceAll('\r\u001b[2K', '');
  const hidden = plain.match(/(?![\n\t])[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu) ?? [];
  const lines = plain.split('\n').filter((line) => /^\s*::/.test(line) || /##\w*\[/.test(line));
  return [
    ...hidden.map((char) => char.codePointAt(0)!.toString(16)),
    ...lines.filter((line) => !isCommandAllowed(line)),
  ];
}

const runs: readonly (readonly string[])[] = [
  ['review', '--base', 'main', '--region', 'us-east-1'],
  ['review', '--base', 'main', '--region', 'us-east-1', '--color'],
  ['check'],
  ['review', '--base', 'main', '--no-figures'],
  ['diff', '--base', 'HOSTILE'],
  ['estimate', '--region', 'us-east-1'],
  ['plan', '--base', 'main'],
  ['plan', '--base', 'main', '--environment', 'HOSTILE'],
  ['review', '--base', 'HOSTILE'],
  ['review', '--config', 'HOSTILE'],
  ['check', 'HOSTILE'],
  ['check', '--HOSTILE'],
  ['explain', 'HOSTILE'],
  ['apply', '--plan', 'HOSTILE'],
  ['HOSTILE'],
  ['sources'],
  ['sources', '--environments'],
  ['migrate'],
  ['init', '--print'],
  ['doctor', '--offline'],
  ['drift', '--cluster', 'old.yaml'],
  ['catalog', 'HOSTILE'],
];

const texts: readonly (readonly [what: string, text: string])[] = [
  ['control characters', controls],
  ['commands to runners', commands],
  ['commands that wrapping moves to the start of a line', wrapped],
];

describe.each(texts)('T59: %s in names, values, files and arguments', (key, text) => {
  let at: string;
  beforeAll(() => {
    at = repository(key, text);
  });
  const filled = (argv: readonly string[]): string[] => argv.map((one) => one.replace('HOSTILE', text));

  test.each(scenes(runs, (argv) => `${key} ${argv.join(' ')}`, 24).map((argv) => [argv.join(' '), argv] as const))(
    '%s',
    async (_, argv) => {
      for (const [isTerminal, env] of [
        [true, { COLUMNS: '80' }],
        [false, { GITHUB_ACTIONS: 'true', COLUMNS: '80' }],
      ] as const) {
        const { stdout, stderr } = await run(filled(argv), {
          cwd: at,
          isTerminal,
          env: { PATH: process.env.PATH!, ...env },
        });
        expect(offences(stdout)).toEqual([]);
        expect(offences(stderr)).toEqual([]);
      }
    },
  );

  test.each(scenes(reviewFormats, (format) => `${key} ${format}`, 4))(
    '--format %s in the log of a job',
    async (format) => {
      const argv = ['review', '--base', 'main', '--region', 'us-east-1', '--quiet', '--format', format];
      const { stdout } = await run(argv, { cwd: at, env: { GITHUB_ACTIONS: 'true' } });
      const isOurs = (line: string): boolean => /^::(?:error|warning|notice) file=/.test(line) && !/##\w*\[/.test(line);
      expect(offences(stdout, isOurs)).toEqual([]);
      const file = join(folder, 'report');
      await run([...argv, '--output', file], { cwd: at });
      if (format !== 'junit' && format !== 'html' && format !== 'markdown')
        expect(offences(readFileSync(file, 'utf8'), isOurs)).toEqual([]);
      if (format === 'json' || format === 'sarif' || format === 'gitlab')
        expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    },
  );
});
