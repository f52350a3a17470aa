import { code, prose } from '../engine/text/escape.ts';
import { shortId } from '../engine/text/short-id.ts';
import type { ObjectOutcome } from './outcome.ts';
import type { ApplyRun } from './run-apply.ts';

const titles: Readonly<Record<ApplyRun['outcome']['result'], string>> = {
  'nothing-to-do': '✅ plumbline: nothing to do',
  applied: '✅ plumbline: applied and ready',
  refused: '⛔ plumbline: refused, nothing was written',
  incomplete: '⛔ plumbline: stopped half way',
  'not-ready': '⚠️ plumbline: applied, and not ready',
  'rolled-back': '⚠️ plumbline: rolled back',
};

/** What was applied, or why not, as Markdown. */
export function applyMarkdown({ approved, outcome, base, head, cluster, breakGlass, notes }: ApplyRun): string {
  const { plan } = approved;
  const lines = [
    `### ${titles[outcome.result]}`,
    '',
    `- ${code(plan.environment)}: ${prose(cluster, 200)}`,
    `- Commits \`${shortId(base)}\` to \`${shortId(head)}\``,
    ...(plan.digest === null ? [] : [`- Digest \`${plan.digest}\``]),
    ...approved.approvedBy.map((line) => `- Approved: ${line.replace(/@([\w-]+)/g, '`@$1`')}`),
    ...(breakGlass === undefined ? [] : [`- **Break-glass**, approvals and gate passed over: ${prose(breakGlass)}`]),
    ...notes.map((note) => `- ${prose(note)}`),
    '',
    ...outcome.reasons.map((reason) => `- ${prose(reason)}`),
    ...(outcome.reasons.length > 0 ? [''] : []),
    ...objectLines(outcome.objects),
    ...(approved.disregarded.length > 0 ? ['**Does not count**', ''] : []),
    ...approved.disregarded.map((line) => `- ${prose(line).replace(/@([\w-]+)/g, '`@$1`')}`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The same for a terminal and a log: one line each. */
export function applyLines({ approved, outcome }: ApplyRun): string[] {
  return [
    titles[outcome.result].replace(/^\S+ /, ''),
    ...(approved.plan.digest === null ? [] : [`digest ${approved.plan.digest}`]),
    ...outcome.reasons,
    ...outcome.objects.map((one) => `${one.object.resource.kind} ${one.object.resource.name}: ${stateText(one)}`),
  ];
}

function objectLines(objects: readonly ObjectOutcome[]): string[] {
  if (objects.length === 0) return [];
  const items = objects.map((one) => {
    const { action, resource } = one.object;
    const details = one.details.slice(0, 20).map((detail) => `  - ${prose(detail)}`);
    return [`- ${action} ${resource.kind} ${code(resource.name)}: ${stateText(one)}`, ...details].join('\n');
  });
  return ['**Objects**', '', ...items, ''];
}

const states: Readonly<Record<ObjectOutcome['state'], string>> = {
  untouched: 'not touched',
  unchanged: 'as planned already',
  written: 'written',
  deleted: 'deleted',
  verified: 'as reviewed',
  'not-verified': 'not as reviewed yet',
  unknown: 'unknown, the connection was lost while it was written',
  'rolled-back': 'rolled back',
  refused: 'refused',
};

function stateText({ object, state, isReady, owner }: ObjectOutcome): string {
  const by = owner === undefined ? '' : `, brought by ${owner}`;
  const [yes, no] = object.action === 'delete' ? ['', ', not gone yet'] : [', ready', ', not ready'];
  const ready = isReady === null || state === 'rolled-back' ? '' : isReady ? yes : no;
  return `${states[state]}${by}${ready}`;
}
