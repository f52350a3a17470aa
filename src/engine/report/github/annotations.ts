import { otherPlaces, type ShownFinding, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { Annotation, CommandAnnotations } from '../../review/presentation/presentation.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { plainSentence, visible } from '../../text/words/escape.ts';
import type { Renderer } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { inReadingOrder } from '../wording/finding-order.ts';
import { foundInText } from '../wording/found-in.ts';
import { inputsLine, notRenderedLine } from '../wording/inputs-line.ts';
import { newFindings } from '../wording/new-findings.ts';
import { sameHoldsText } from '../wording/other-objects.ts';
import { readAndUnread, unreadText } from '../wording/unread-objects.ts';

/** Annotations of one review. GitHub's page of changed files froze with 270. */
const maxAnnotations = 200;
/** A runner shows at most this many workflow commands of one level in one step. */
const maxCommandsPerLevel = 10;

/** Workflow commands on standard output: annotations without any permission. */
export const github: Renderer = {
  format: 'github',
  render({ review }, { paths }) {
    const { commands, left: omitted } = workflowCommands(annotations(review));
    const rest = omitted > 0 ? [`${omitted} more findings are in the job summary and in the comment.`] : [];
    return [...commands, ...rest, ...logLines(review, paths)].map((line) => `${line}\n`).join('');
  },
};

/** The lines of the job log about what was read. */
function logLines(review: Review, paths?: readonly string[]): string[] {
  const notRendered = notRenderedLine(review);
  const { unread } = readAndUnread(newFindings(review));

  return [inputsLine(review, paths), ...listIf(unread.length > 0, `${unreadText(unread)}.`), ...optional(notRendered)];
}

const level: Record<Severity, Annotation['level']> = { error: 'error', warning: 'warning', note: 'notice' };

/**
 * New findings in what Karpenter reads, causes on changed lines first. Copies of a finding at other places come last,
 * because GitHub shows only the first annotations.
 */
export function annotations(review: Review): Annotation[] {
  const texts = new Texts(review.texts);
  const shown = withoutCopies(inReadingOrder(readAndUnread(newFindings(review)).read, { hasBase: false }));
  const copies = shown.flatMap(otherPlaces).map((finding): ShownFinding => ({ ...finding, copies: [] }));
  return [...shown, ...copies].map((finding) => annotation(finding, texts));
}

function annotation(finding: ShownFinding, texts: Texts): Annotation {
  const { diagnostic } = finding;
  const { span, severity, code, message, help, foundIn } = diagnostic;
  const sentences = [
    message,
    ...optional(sameHoldsText(finding)),
    ...optional(help),
    ...(foundIn === undefined ? [] : [foundInText(foundIn)]),
  ];

  const index = texts.index(span.file);
  const start = index.position(span.start);
  const last = index.position(Math.max(span.start, span.end - 1));

  return {
    level: level[severity],
    file: span.file,
    startLine: start.line,
    endLine: last.line,
    startColumn: start.column,
    endColumn: last.column,
    title: code,
    message: sentences.map((sentence) => plainSentence(sentence)).join('\n'),
  };
}

/** As many annotations as a check shows, and how many are left out. */
export function shownAnnotations(all: readonly Annotation[]): { shown: Annotation[]; omitted: number } {
  const shown = all.slice(0, maxAnnotations);
  return { shown, omitted: all.length - shown.length };
}

/** As many commands as a runner shows, and how many annotations are left out. */
export function workflowCommands(all: readonly Annotation[]): CommandAnnotations {
  const shown = (['error', 'warning', 'notice'] as const).flatMap((wanted) =>
    all.filter((entry) => entry.level === wanted).slice(0, maxCommandsPerLevel),
  );
  return { commands: shown.map(workflowCommand), left: all.length - shown.length };
}

/** `::error file=…,line=…::message`, escaped so that no name can start a command of its own. */
export function workflowCommand(from: Annotation): string {
  const columns = () => {
    if (from.startLine === from.endLine) return [`col=${from.startColumn}`, `endColumn=${from.endColumn}`];
    return [];
  };

  const properties = [
    `file=${escapeProperty(from.file)}`,
    `line=${from.startLine}`,
    `endLine=${from.endLine}`,
    ...columns(),
    `title=${escapeProperty(from.title)}`,
  ];

  return `::${from.level} ${properties.join(',')}::${escapeData(from.message)}`;
}

/** Escapes what the runner decodes: line breaks come back, control characters do not. */
const escapeData = (text: string): string =>
  text
    .split('\n')
    .map((line) => visible(line).replace(/%/g, '%25'))
    .join('%0A');

const escapeProperty = (text: string): string => escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
