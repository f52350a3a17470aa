import { commandLines, type Statement, statementsOf } from '../../../engine/approval/statements.ts';
import { nearest } from '../../../engine/nearest.ts';

/** A command in a comment, or why it is not one. */
export type BotCommand =
  | { readonly name: 'review' | 'migrate' | 'plan' | 'help' }
  | { readonly name: 'estimate'; readonly set: Readonly<Record<string, string>> }
  | { readonly name: 'explain'; readonly code: string }
  /** Statements that may count later: the answer says what was understood. */
  | { readonly name: 'state'; readonly statements: readonly Statement[] }
  | { readonly name: 'mistaken'; readonly why: string };

/** Each command with its arguments and what it does, in the order of the help. */
export const commands: Readonly<
  Record<Exclude<BotCommand['name'], 'mistaken' | 'state'> | Statement['kind'], readonly [string, string]>
> = {
  review: ['', 'review the newest commit again'],
  estimate: ['[--set NAME=VALUE …]', 'nodes and cost, with placeholders filled'],
  explain: ['CODE', 'what a finding means and what to do'],
  migrate: ['', 'what the old Karpenter APIs in this change become in v1'],
  plan: ['', 'the plan of this change and its digest'],
  approve: ['FULL-DIGEST', 'approve the plan with this digest: for people who may write and did not write the change'],
  delete: [
    'KIND/NAME nodes=COUNT',
    'accept that deleting this object removes up to so many nodes: for the same people',
  ],
  ignore: ['CODE REASON', 'silence the findings with this code that are there now: for the same people'],
  retract: ['', 'take back everything that you approved, accepted or silenced here'],
  start: [
    'ENVIRONMENT',
    'once this is merged: accept the branch as it is then as where an environment starts: for administrators',
  ],
  help: ['', 'this list'],
};

const start = /^\/plumbline(?=\s|$)/;

/** Whether a comment is for us: its first line that is not blank starts with `/plumbline`, or states something that counts. */
export const isCommand = (body: string): boolean => start.test(firstLine(body)) || statementsOf(body).length > 0;

const firstLine = (body: string): string => commandLines(body)[0] ?? '';

/** Reads the command of a comment; undefined when there is none. */
export function parseCommand(body: string): BotCommand | undefined {
  const statements = statementsOf(body);
  if (statements.length > 0) return { name: 'state', statements };
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
      return mistaken('`approve` takes the full digest of the plan, 64 hexadecimal digits');
    case 'delete':
      return mistaken('`delete` takes an object and a number of nodes: `delete NodePool/web nodes=3`');
    case 'ignore':
      return mistaken('`ignore` takes a code and a reason');
    case 'retract':
      return mistaken('`retract` takes no arguments');
    case 'start':
      return mistaken('`start` takes the name of an environment');
    default:
      return unknown(name);
  }
}

const mistaken = (why: string): BotCommand => ({ name: 'mistaken', why });

function unknown(name: string): BotCommand {
  const near = nearest(name.toLowerCase(), Object.keys(commands));
  return mistaken(`\`${name}\` is not a command${near ? `. Did you mean \`${near}\`?` : ''}`);
}

function estimate(words: readonly string[]): BotCommand {
  const set: Record<string, string> = {};
  const pairs = words.filter((word, i) => !(word === '--set' && words[i + 1] !== undefined));
  for (const pair of pairs) {
    const [, name, value] = /^(?:--set=)?([A-Za-z_][\w.-]*)=(.*)$/.exec(pair) ?? [];
    if (name === undefined) return mistaken(`\`${pair}\` is not NAME=VALUE`);
    set[name] = value!;
  }
  return { name: 'estimate', set };
}
