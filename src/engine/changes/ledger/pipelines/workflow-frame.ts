import { listIf } from '../../../text/list-if.ts';

/** A line of a workflow: the keys around it from the top, with `-` for an item of a list, and its own key and value. */
export interface WorkflowLine {
  readonly around: readonly string[];
  readonly key: string;
  readonly value: string;
}

const isEmpty = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);
/** A key at the start of a line, without its indentation and dashes, and where its value begins. */
const keyed = /^["']?([\w-]+)["']?[ \t]*:(?=\s|$)/;

/** The places of the lines of a workflow, by their indentation. A line within a text has the key of the text around it. */
export function workflowLines(lines: readonly string[]): WorkflowLine[] {
  const open: { readonly indent: number; readonly name: string }[] = [];

  return lines.map((line) => {
    if (isEmpty(line)) return { around: [], key: '', value: '' };

    const indent = line.search(/\S/);
    const items = /^\s*((?:- +)+)/.exec(line)?.[1] ?? '';
    const isItem = items !== '';
    for (let last = open.at(-1); last && isAfter(last, indent, isItem); last = open.at(-1)) open.pop();
    if (isItem) open.push({ indent, name: '-' });

    const around = open.map(({ name }) => name);
    const inner = line.slice(indent + items.length);
    const [start = '', key = ''] = keyed.exec(inner) ?? [];
    const value = key === '' ? '' : inner.slice(start.length).trim();
    open.push({ indent: indent + items.length, name: key || '?' });

    return { around, key, value };
  });
}

/** Whether a line is not within an open key or item. The items of a list may have the indentation of their key. */
const isAfter = (last: { readonly indent: number; readonly name: string }, indent: number, isItem: boolean): boolean =>
  last.indent > indent || (last.indent === indent && (!isItem || last.name === '-'));

/** Keys of a workflow, a job and a step that decide when or where something runs, and not what. */
const frames: readonly (readonly [around: RegExp, keys: RegExp])[] = [
  [/^$/, /^(?:name|run-name|on|permissions|concurrency|jobs)$/],
  [/^on .*inputs/, /^(?:description|required|type|options)$/],
  [/^(?:jobs [\w-]+ )?permissions$/, /./],
  [/^(?:jobs [\w-]+ )?concurrency$/, /^group$/],
  [/^jobs$/, /./],
  [/^jobs [\w-]+$/, /^(?:name|timeout-minutes|permissions|concurrency|steps)$/],
  [/^jobs [\w-]+ steps -$/, /^(?:name|id|timeout-minutes)$/],
  [/^jobs [\w-]+ steps - with$/, /^(?:fetch-depth|persist-credentials)$/],
];

/** The action of which a line names a commit; undefined for any other line. */
export function pinnedAction(line: string): string | undefined {
  const [, action, version = ''] = usesLine.exec(line) ?? [];
  return /^[0-9a-f]{40}$/i.test(version) ? action : undefined;
}

/** Machines that GitHub provides, which have no identity of their own. */
const hosted = /^["']?(?:ubuntu|windows|macos)-[\w.-]+["']?\s*(?:#.*)?$/;

/** What narrows a trigger, or starts a workflow with what is on a protected branch. Any other trigger or branch may deploy what nobody has reviewed. */
const narrowTriggers = /^(?:paths|paths-ignore|schedule|cron|workflow_dispatch)$/;

/** Whether a line of a workflow of GitHub says only when or where a job runs. `uses`: whether the workflow has an expression. */
export function isFrame({ around, key, value }: WorkflowLine, uses: (expression: RegExp) => boolean): boolean {
  const path = around.join(' ');
  if (key === 'runs-on' && /^jobs [\w-]+$/.test(path)) return hosted.test(value);
  if (key === 'on' && path === '') return value === '';
  if (/^on(?: |$)/.test(path) && !path.includes('inputs'))
    return / paths(?:-ignore)?(?: -)?$/.test(path) || (narrowTriggers.test(key) && !/[{}]/.test(value));

  // More than one key or value on a line is not followed.
  if (/[{}]|^\s*[|>&*!]/.test(value)) return false;
  if (/\bwrite\b|^id-token$|write-all/.test(`${key} ${value}`) && /permissions/.test(`${path} ${key}`)) return false;
  if (isNamedByExpressions(path, key, uses)) return false;
  return key !== '' && frames.some(([of, keys]) => of.test(path) && keys.test(key));
}

/** Whether an expression of the workflow may have the name of a workflow, the id of a job or that of a step. */
function isNamedByExpressions(path: string, key: string, uses: (expression: RegExp) => boolean): boolean {
  if (path === '' && key === 'name') return uses(/github\.workflow\b|GITHUB_WORKFLOW\b|toJSON\(\s*github/i);
  if (path === 'jobs') return uses(/github\.job\b|GITHUB_JOB\b|\bneeds\b|toJSON\(\s*github/i);
  if (key === 'id') return uses(/\bsteps\s*[.[)]/);
  return false;
}

const usesLine = /^\s*(?:- +)?["']?uses["']?\s*:\s*["']?([^\s"'@#]+)(?:@([^\s"'#]+))?["']?\s*(?:#.*)?$/;

/** A version as a tag. */
const tag = /^v?\d{1,9}(?:\.[\w.-]+)?$/;

/** The actions of which a workflow names only versions by their tags, and those of the repository. */
export function actionsIn(lines: readonly string[]): ReadonlySet<string> {
  const uses = lines.flatMap((line) => {
    const [, action, version] = usesLine.exec(line) ?? [];
    if (action === undefined) return [];
    return [{ action, isTag: action.startsWith('./') || tag.test(version ?? '') }];
  });

  const others = new Set(uses.flatMap(({ action, isTag }) => listIf(!isTag, action)));
  return new Set(uses.flatMap(({ action }) => listIf(!others.has(action), action)));
}

/**
 * Whether a line names the tag of a version of an action that both sides use by tags. Another workflow, or a branch, may be anything. So may another
 * commit: GitHub serves the commits of all forks under the name of the action
 * (https://docs.github.com/en/actions/reference/security/secure-use#using-third-party-actions).
 */
export function isVersionOfStep(
  line: string,
  { around, key }: WorkflowLine,
  sides: readonly ReadonlySet<string>[],
): boolean {
  const [, action, version = ''] = usesLine.exec(line) ?? [];
  if (action === undefined || key !== 'uses' || around.at(-1) !== '-' || around.at(-2) !== 'steps') return false;
  if (action.includes('/.github/workflows/') || !sides.every((side) => side.has(action))) return false;
  return action.startsWith('./') || tag.test(version);
}
