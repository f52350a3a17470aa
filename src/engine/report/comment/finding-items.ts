import type { Diagnostic, Severity } from '../../diagnostic.ts';
import type { Finding, Suppressed } from '../../review/findings/finding.ts';
import { code, endSentence, link, prose } from '../../text/escape.ts';
import type { RenderOptions } from '../report.ts';
import type { Texts } from '../wording/code-frame.ts';
import type { ShownFinding } from '../wording/finding-order.ts';
import { foundInText } from '../wording/found-in.ts';
import type { Detail } from './detail.ts';

/** What the lines of findings need to know. */
export interface ItemContext {
  readonly texts: Texts;
  readonly options: RenderOptions;
  readonly detail: Detail;
}

/** Longest path of a file, in code points: its end says most, and both ends stay. */
const fileLength = 100;

const severityMark: Record<Severity, string> = { error: '⛔ ', warning: '⚠️ ', note: '' };
/** One finding with its file, as a list item. */
export function findingItem(
  { diagnostic, copies = [] }: Finding & Partial<ShownFinding>,
  context: ItemContext,
): string {
  const where = filePlace(diagnostic, context);
  return `- ${severityMark[diagnostic.severity]}${where} ${sentence(diagnostic, context)}${copiesText(copies, context)}`;
}

const filePlace = (diagnostic: Diagnostic, context: ItemContext): string =>
  place(`${diagnostic.span.file}:${lineOf(diagnostic, context)}`, diagnostic, context);

/** Places beyond these are counted. */
const shownCopies = 5;

/** Where else the same is so. */
function copiesText(copies: readonly Finding[], context: ItemContext): string {
  if (copies.length === 0) return '';
  const places = copies.slice(0, shownCopies).map(({ diagnostic }) => filePlace(diagnostic, context));
  const rest = copies.length - places.length;
  return ` · also ${places.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Findings by file, each with its line only: `{heading, items}` so that a long list can be cut between items. */
export function findingsByFile(
  findings: readonly ShownFinding[],
  context: ItemContext,
): { heading: string; items: string[] }[] {
  const groups = new Map<string, ShownFinding[]>();
  for (const finding of findings) {
    const { file } = finding.diagnostic.span;
    const group = groups.get(file);
    if (group) group.push(finding);
    else groups.set(file, [finding]);
  }
  return [...groups].map(([file, group]) => ({
    heading: `${code(file, fileLength)}`,
    items: group.map(({ diagnostic, copies }) => {
      const where = place(`line ${lineOf(diagnostic, context)}`, diagnostic, context);
      return `- ${severityMark[diagnostic.severity]}${where} ${sentence(diagnostic, context)}${copiesText(copies, context)}`;
    }),
  }));
}

const lineOf = ({ span }: Diagnostic, { texts }: ItemContext): number =>
  texts.index(span.file).position(span.start).line;

function place(label: string, diagnostic: Diagnostic, context: ItemContext): string {
  const url = context.options.links?.file?.(diagnostic.span.file, lineOf(diagnostic, context));
  return link(label.startsWith('line ') ? label : code(label, fileLength), url);
}

/** Message, what to do, and the code that names the rule. */
function sentence(diagnostic: Diagnostic, { options, detail }: ItemContext): string {
  const help = diagnostic.help === undefined ? '' : ` ${endSentence(prose(diagnostic.help, detail.sentence))}`;
  const fix =
    diagnostic.fix === undefined
      ? ''
      : options.suggested?.has(diagnostic)
        ? ' *(one-click fix beside the line)*'
        : ' *(`plumbline check --fix .` mends it)*';
  const { foundIn } = diagnostic;
  const made = foundIn === undefined ? '' : ` *(${prose(foundInText(foundIn), detail.sentence)})*`;
  const rule = link(code(diagnostic.code), options.links?.code?.(diagnostic.code));
  return `${endSentence(prose(diagnostic.message, detail.sentence))}${help}${made}${fix} · ${rule}`;
}

/** One silenced finding with its reason. */
export function suppressedItem(entry: Suppressed, context: ItemContext): string {
  const { diagnostic, reason, by } = entry;
  const how = {
    comment: 'by a comment',
    configuration: 'by the configuration',
    baseline: 'by the baseline',
    'unchanged line': 'by its line',
  }[by];
  return `${findingItem({ diagnostic, isNew: entry.isNew }, context)} · suppressed ${how}: ${prose(reason, context.detail.sentence)}`;
}
