import type { Plan, Unplanned } from '../../../engine/changes/plan/plan.ts';
import { migrateFiles } from '../../../engine/files/migration/migrate-files.ts';
import { unifiedDiff } from '../../../engine/files/migration/unified-diff.ts';
import type { CustomRule } from '../../../engine/karpenter/api/custom-rule.ts';
import { applyEdits } from '../../../engine/manifest/edit.ts';
import { type Explanation, explain, nearestCode } from '../../../engine/review/codes/explanations.ts';
import type { Source } from '../../../engine/text/source.ts';
import { code, fenceOf, prose, visible } from '../../../engine/text/words/escape.ts';
import { byteLength } from '../../../engine/text/words/utf8.ts';
import { commands } from './command.ts';

/** The answer to a command, and whether to review the pull request again. */
export interface CommandAnswer {
  /** Markdown; null if the reaction is enough. */
  readonly body: string | null;
  readonly reaction: '+1' | '-1' | 'confused';
  readonly isReviewNeeded?: boolean;
  /** Ids of findings to silence from now on (`findingId`). */
  readonly silenced?: readonly string[];
}

/** All commands and what they do. */
export const helpText = (): string =>
  Object.entries(commands)
    .map(([name, [usage, summary]]) => `- ${code(`/plumbline ${name} ${usage}`.trimEnd(), 200)}: ${prose(summary)}`)
    .join('\n');

/** The explanation of a code, or the nearest code if it does not exist. */
export function explainedCode(asked: string, customRules: readonly CustomRule[] = []): CommandAnswer {
  const explanation = explain(asked, customRules);
  if (explanation) return { body: page(explanation), reaction: '+1' };
  const near = nearestCode(asked);
  const hint = near ? ` Did you mean ${code(near)}?` : '';
  return { body: `${code(asked)} is not the code of a finding.${hint}`, reaction: 'confused' };
}

const page = ({ code: name, summary, why, help: todo }: Explanation): string =>
  [`**${code(name)}**: ${prose(summary)}`, prose(why, 2_000), `What to do: ${prose(todo, 2_000)}`].join('\n\n');

/** The largest patch that fits into one comment. */
const patchBytes = 50_000;

/** A patch that migrates old Karpenter APIs to v1. The bot does not push it. People can apply it. */
export function migration(sources: readonly Source[]): CommandAnswer {
  const { documents, left: remaining } = migrateFiles(sources, 'v1');
  const patch = sources
    .flatMap((source) => {
      const migrated = documents.filter(({ file }) => file === source.file);
      if (migrated.length === 0) return [];
      return [unifiedDiff(source.file, source.text, applyEdits(source.text, migrated))];
    })
    .join('');

  const unmigrated = remaining.map(
    (file) => `- ${code(file)} cannot be migrated automatically and is not in the patch`,
  );
  if (patch === '' && unmigrated.length === 0) return { body: 'All Karpenter objects already use v1.', reaction: '+1' };

  if (byteLength(patch) > patchBytes)
    return {
      body: 'The patch is too large for a comment. Run `plumbline migrate . --write` in a clone instead.',
      reaction: '+1',
    };

  return { body: [fenced(patch, 'diff'), ...unmigrated].join('\n'), reaction: '+1' };
}

/** A text as a code block, in which invisible characters are visible. */
function fenced(text: string, language: string): string {
  const shown = text.split('\n').map(visible).join('\n');
  const fence = fenceOf(shown);
  return `${fence}${language}\n${shown.replace(/\n?$/, '\n')}${fence}`;
}

/** The plans of a change, with the digests to approve. */
export function planText(plans: readonly (Plan | Unplanned)[]): string {
  return plans.map(onePlan).join('\n\n');
}

const maxObjects = 100;

function onePlan(plan: Plan | Unplanned): string {
  const environment = code(plan.environment);

  if (plan.digest === null)
    return [
      `**${environment}**: no plan is possible`,
      ...plan.problems.slice(0, 20).map((why) => `- ${prose(why)}`),
    ].join('\n');

  if (plan.objects.length === 0) return `**${environment}**: nothing to apply`;

  const objects = plan.objects
    .slice(0, maxObjects)
    .map(({ action, resource: { kind, name } }) => `- ${action} ${prose(kind, 40)} ${code(name)}`);
  const more = plan.objects.length - objects.length;
  const ellipsis = more > 0 ? [`- … and ${more} more`] : [];

  return [`**${environment}**: digest \`${plan.digest}\``, ...objects, ...ellipsis].join('\n');
}
