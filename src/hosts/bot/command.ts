import { nearest } from '../../engine/nearest.ts';

/** A command in a comment, or why it is none. */
export type Command =
  | { readonly name: 'review' | 'migrate' | 'plan' | 'help' }
  | { readonly name: 'estimate'; readonly set: Readonly<Record<string, string>> }
  | { readonly name: 'explain'; readonly code: string }
  | { readonly name: 'approve'; readonly digest: string }
  | { readonly name: 'ignore'; readonly code: string; readonly reason: string }
  | { readonly name: 'mistaken'; readonly why: string };

/** Each command with its arguments and what it does, in the order of the help. */
export const commands: Readonly<Record<Exclude<Command['name'], 'mistaken'>, readonly [string, string]>> = {
  review: ['', 'review the newest commit again'],
  estimate: ['[--set NAME=VALUE …]', 'nodes and cost, with placeholders filled'],
  explain: ['CODE', 'what a finding means and what to do'],
  migrate: ['', 'what the old Karpenter APIs in this change become in v1'],
  plan: ['', 'the plan of this change and its digest'],
  approve: ['FULL-DIGEST', 'approve the plan with this digest, by somebody who may write and did not write the change'],
  ignore: [
    'CODE REASON',
    'silence a finding on this pull request, by somebody who may write and did not write the change',
  ],
  help: ['', 'this list'],
};

const start = /^\/plumbline(?=\s|$)/;

/** Whether a comment speaks to us: its first line that is not blank starts with `/plumbline`. */
export const isCommand = (body: string): boolean => start.test(firstLine(body));

const firstLine = (body: string): string => body.trimStart().split(/\r?\n/, 1)[0]!.slice(0, 2_000);

/** Reads the command of a comment; undefined when there is none. */
export function parseCommand(body: string): Command | undefined {
  const line = firstLine(body);
  if (!start.test(line)) return undefined;
  const [name = 'help', ...words] = line.replace(start, '').trim().split(/\s+/).filter(Boolean);
  switch (name) {
    case 'review':
    case 'migrate':
    case 'plan':
    case 'help':
      return words.length === 0 ? { name } : mistaken(`\`${name}\` takes no arguments`);
    case 'estimate':
      return estimate(words);
    case 'explain':
      return words.length === 1 ? { name, code: words[0]! } : mistaken('`explain` takes one code');
    case 'approve':
      return approve(words);
    case 'ignore':
      return words.length > 1
        ? { name, code: words[0]!, reason: words.slice(1).join(' ') }
        : mistaken('`ignore` takes a code and a reason');
    default:
      return unknown(name);
  }
}

const mistaken = (why: string): Command => ({ name: 'mistaken', why });

function unknown(name: string): Command {
  const near = nearest(name.toLowerCase(), Object.keys(commands));
  return mistaken(`\`${name}\` is no command${near ? `. Did you mean \`${near}\`?` : ''}`);
}

function estimate(words: readonly string[]): Command {
  const set: Record<string, string> = {};
  const pairs = words.filter((word, i) => !(word === '--set' && words[i + 1] !== undefined));
  for (const pair of pairs) {
    const [, name, value] = /^(?:--set=)?([A-Za-z_][\w.-]*)=(.*)$/.exec(pair) ?? [];
    if (name === undefined) return mistaken(`\`${pair}\` is not NAME=VALUE`);
    set[name] = value!;
  }
  return { name: 'estimate', set };
}

/** Nothing shorter than the whole digest is an approval: who approves has looked at it. */
function approve(words: readonly string[]): Command {
  const [digest] = words;
  const isFull = words.length === 1 && /^(?:sha256:)?[0-9a-f]{64}$/.test(digest!);
  if (!isFull) return mistaken('`approve` takes the full digest of the plan, 64 hexadecimal digits');
  return { name: 'approve', digest: digest!.replace(/^sha256:/, '') };
}
