import { type Explanation, explain, nearestCode } from '../../../engine/codes/explanations.ts';
import { applyEdits } from '../../../engine/manifest/edit.ts';
import { migrateFiles } from '../../../engine/migration/migrate-files.ts';
import { unifiedDiff } from '../../../engine/migration/unified-diff.ts';
import type { Plan, Unplanned } from '../../../engine/plan/plan.ts';
import type { Source } from '../../../engine/source.ts';
import { code, prose, visible } from '../../../engine/text/escape.ts';
import { byteLength } from '../../../engine/text/utf8.ts';
import { commands } from './command.ts';

/** What to say, and whether the pull request is to be reviewed again. */
export interface CommandAnswer {
  /** Markdown; null where the reaction says it all. */
  readonly body: string | null;
  readonly reaction: '+1' | '-1' | 'confused';
  readonly isReviewNeeded?: boolean;
  /** Findings that are silenced from now on (`findingId`). */
  readonly silenced?: readonly string[];
}

/** All commands with what they do. */
export const helpText = (): string =>
  Object.entries(commands)
    .map(([name, [usage, summary]]) => `- ${code(`/plumbline ${name} ${usage}`.trimEnd(), 200)}: ${prose(summary)}`)
    .join('\n');

/** What a code means; the nearest one where there is none. */
export function explainedCode(asked: string): CommandAnswer {
  const found = explain(asked);
  if (found) return { body: page(found), reaction: '+1' };
  const near = nearestCode(asked);
  const hint = near ? ` Did you mean ${code(near)}?` : '';
  return { body: `${code(asked)} is not the code of a finding.${hint}`, reaction: 'confused' };
}

const page = ({ code: name, summary, why, help: todo }: Explanation): string =>
  [`**${code(name)}**: ${prose(summary)}`, prose(why, 2_000), `What to do: ${prose(todo, 2_000)}`].join('\n\n');

/** Room for a patch in one comment. */
const patchBytes = 50_000;

/** What old Karpenter APIs become in v1, as a patch. Nothing is pushed: it is there to be taken. */
export function migration(sources: readonly Source[]): CommandAnswer {
  const { documents, left } = migrateFiles(sources, 'v1');
  const patch = sources
    .flatMap((source) => {
      const own = documents.filter(({ file }) => file === source.file);
      return own.length === 0 ? [] : [unifiedDiff(source.file, source.text, applyEdits(source.text, own))];
    })
    .join('');
  const stays = left.map((file) => `- ${code(file)} cannot be migrated and stays as it is`);
  if (patch === '' && stays.length === 0)
    return { body: 'Everything that Karpenter reads is in v1 already.', reaction: '+1' };
  if (byteLength(patch) > patchBytes)
    return { body: 'The patch is too large for a comment: `plumbline migrate . --write` makes it.', reaction: '+1' };
  return { body: [fenced(patch, 'diff'), ...stays].join('\n'), reaction: '+1' };
}

/** A fence longer than any in the text, so that the text cannot end it; what nobody would see is made visible. */
function fenced(text: string, language: string): string {
  const shown = text.split('\n').map(visible).join('\n');
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown.replace(/\n?$/, '\n')}${fence}`;
}

/** The plans of a change, with the digests that an approval names. */
export function planText(plans: readonly (Plan | Unplanned)[]): string {
  return plans.map(onePlan).join('\n\n');
}

const maxObjects = 100;

function onePlan(plan: Plan | Unplanned): string {
  const environment = code(plan.environment);
  if (plan.digest === null)
    return [
      `**${environment}**: no plan can be made`,
      ...plan.problems.slice(0, 20).map((why) => `- ${prose(why)}`),
    ].join('\n');
  if (plan.objects.length === 0) return `**${environment}**: nothing to do`;
  const objects = plan.objects
    .slice(0, maxObjects)
    .map(({ action, resource: { kind, name } }) => `- ${action} ${prose(kind, 40)} ${code(name)}`);
  const more = plan.objects.length - objects.length;
  const rest = more > 0 ? [`- … and ${more} more`] : [];
  return [`**${environment}**: digest \`${plan.digest}\``, ...objects, ...rest].join('\n');
}
