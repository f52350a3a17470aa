/** A line of a workflow: the keys around it from the top, with `-` for an item of a list, and its own key. */
export interface WorkflowLine {
  readonly around: readonly string[];
  readonly key: string;
}

const isEmpty = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);
/** A key at the start of a line, without its indentation and dashes. */
const keyed = /^["']?([\w-]+)["']?[ \t]*:(?=\s|$)/;

/** The places of the lines of a workflow, by their indentation. A line within a text has the key of the text around it. */
export function workflowLines(lines: readonly string[]): WorkflowLine[] {
  const open: { readonly indent: number; readonly name: string }[] = [];

  return lines.map((line) => {
    if (isEmpty(line)) return { around: [], key: '' };

    const indent = line.search(/\S/);
    const items = /^\s*((?:- +)+)/.exec(line)?.[1] ?? '';
    const isItem = items !== '';
    for (let last = open.at(-1); last && isAfter(last, indent, isItem); last = open.at(-1)) open.pop();
    if (isItem) open.push({ indent, name: '-' });

    const around = open.map(({ name }) => name);
    const inner = line.slice(indent + items.length);
    const [, key = ''] = keyed.exec(inner) ?? [];
    open.push({ indent: indent + items.length, name: key || '?' });

    return { around, key };
  });
}

/** Whether a line is not within an open key or item. The items of a list may have the indentation of their key. */
const isAfter = (last: { readonly indent: number; readonly name: string }, indent: number, isItem: boolean): boolean =>
  last.indent > indent || (last.indent === indent && (!isItem || last.name === '-'));

const usesLine = /^\s*(?:- +)?["']?uses["']?\s*:\s*["']?([^\s"'@#]+)(?:@([^\s"'#]+))?["']?\s*(?:#.*)?$/;

/** Whether a line names an action. */
export const namesStepAction = (line: string): boolean => usesLine.test(line);

/**
 * The action of which a line names a commit; undefined for any other line. GitHub serves the commits of all forks under the name of the action
 * (https://docs.github.com/en/actions/reference/security/secure-use#using-third-party-actions).
 */
export function pinnedAction(line: string): string | undefined {
  const [, action, version = ''] = usesLine.exec(line) ?? [];
  if (/^[0-9a-f]{40}$/i.test(version)) return action;
  return undefined;
}

/** Expressions that may have the name of a workflow, the id of a job, or that of a step. */
const namesInExpressions = {
  workflow: /github\.workflow\b|GITHUB_WORKFLOW\b|toJSON\(\s*github/i,
  job: /github\.job\b|GITHUB_JOB\b|\bneeds\b|toJSON\(\s*github/i,
  step: /\bsteps\s*[.[)]/,
};

/** Whether a line may have a name that an expression in a text of the workflow uses. Without a place, it may have any name. */
export function isNamedByExpressions(place: WorkflowLine | undefined, text: string): boolean {
  const { workflow, job, step } = namesInExpressions;
  if (place === undefined) return [workflow, job, step].some((expression) => expression.test(text));

  const path = place.around.join(' ');
  if (path === '' && place.key === 'name') return workflow.test(text);
  if (path === 'jobs') return job.test(text);
  return place.key === 'id' && step.test(text);
}
