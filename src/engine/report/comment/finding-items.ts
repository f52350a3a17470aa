import type { Finding, Suppressed } from '../../review/context/finding.ts';
import type { ShownFinding } from '../../review/context/finding-copies.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';
import { addToGroup } from '../../text/group-by.ts';
import { cutSentence, wholeSentences } from '../../text/words/cut-sentence.ts';
import { code, endSentence, link, prose } from '../../text/words/escape.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import type { RenderOptions } from '../values/report.ts';
import { shortHelp } from '../values/short-help.ts';
import type { Texts } from '../values/texts.ts';
import { type CauseGroup, consequenceText } from '../wording/cause-groups.ts';
import { foundInText } from '../wording/found-in.ts';
import { sameHoldsText } from '../wording/other-objects.ts';
import { capped, type Detail } from './detail.ts';

/** What the lines of findings need. */
export interface ItemContext {
  readonly texts: Texts;
  readonly options: RenderOptions;
  readonly detail: Detail;
}

/** Longest path of a file, in code points. */
const fileLength = 100;

const severityMark: Record<Severity, string> = { error: '⛔ ', warning: '⚠️ ', note: '' };

/** A cause as a list item, with its consequences in one line below it. */
export function causeItem({ cause, consequences }: CauseGroup, context: ItemContext): string[] {
  const text = consequenceText(consequences);
  return [
    findingItem(cause, context),
    ...(text === undefined ? [] : [`  - ${escaped(endSentence(text), context.detail)}`]),
  ];
}

/** A finding with its places, as a list item. */
export function findingItem(finding: Finding & Partial<ShownFinding>, context: ItemContext): string {
  const { diagnostic, copies = [] } = finding;
  const all = [diagnostic, ...copies.map((copy) => copy.diagnostic)].map((at) => filePlace(at, context));
  // Objects of one template have one place.
  const places = [...new Set(all)];

  return withSteps(
    `- ${severityMark[diagnostic.severity]}${placesText(places)}: ${sentence({ ...finding, copies }, context)}`,
    diagnostic,
    context,
  );
}

const filePlace = (diagnostic: Diagnostic, context: ItemContext): string =>
  place(`${diagnostic.span.file}:${lineOf(diagnostic, context)}`, diagnostic, context);

/** Places beyond these are counted. */
const shownPlaces = 6;

/** `a.yaml:3`, or `4 places (a.yaml:3, …)`. */
function placesText(places: readonly string[]): string {
  const [first, ...others] = places;
  if (others.length === 0) return first!;
  return `${places.length} places (${firstNames(places, shownPlaces)})`;
}

/** Findings by file, each with its line: `{heading, items}`, so that a long list can be cut between items. */
export function findingsByFile(
  findings: readonly ShownFinding[],
  context: ItemContext,
): { heading: string; items: string[] }[] {
  const groups = new Map<string, ShownFinding[]>();
  for (const finding of findings) addToGroup(groups, finding.diagnostic.span.file, finding);

  return [...groups].map(([file, group]) => ({
    heading: `${code(file, fileLength)}`,
    items: group.map((finding) => {
      const { diagnostic, copies } = finding;
      if (copies.length > 0) return findingItem(finding, context);
      const where = place(`line ${lineOf(diagnostic, context)}`, diagnostic, context);

      return withSteps(
        `- ${severityMark[diagnostic.severity]}${where}: ${sentence(finding, context)}`,
        diagnostic,
        context,
      );
    }),
  }));
}

/** A list item with the steps of its finding as a checklist below it. */
const withSteps = (item: string, { steps = [] }: Diagnostic, { detail }: ItemContext): string =>
  [item, ...capped(steps, detail.items, (step) => [`- [ ] ${escaped(step, detail)}`]).map((line) => `  ${line}`)].join(
    '\n',
  );

const lineOf = ({ span }: Diagnostic, { texts }: ItemContext): number =>
  texts.index(span.file).position(span.start).line;

function place(label: string, diagnostic: Diagnostic, context: ItemContext): string {
  const url = context.options.links?.file?.(diagnostic.span.file, lineOf(diagnostic, context));
  return link(label.startsWith('line ') ? label : code(label, fileLength), url);
}

/** A sentence in Markdown that is not cut inside a word or a code span. */
export const escaped = (text: string, { sentence: max }: Detail): string => prose(cutSentence(text, max), 2 * max);

const helpText = (help: string | undefined, detail: Detail): string => {
  if (help === undefined) return '';
  return ` ${endSentence(escaped(wholeSentences(shortHelp(help), detail.sentence), detail))}`;
};

/** Message, the other objects that it is true of, help, how to fix it, and the code of the rule. */
function sentence(finding: ShownFinding, { options, detail }: ItemContext): string {
  const { diagnostic } = finding;
  const others = sameHoldsText(finding);
  const same = others === undefined ? '' : ` ${escaped(others, detail)}.`;
  const help = helpText(diagnostic.help, detail);

  const fixText = () => {
    if (diagnostic.fix === undefined) return '';
    if (options.suggested?.has(diagnostic)) return ' *(one-click fix on the line)*';
    return ' *(`plumbline check --fix .` fixes it)*';
  };

  const fix = fixText();

  const { foundIn = diagnostic.foundIn } = finding;
  const origin = foundIn === undefined ? '' : ` *(${escaped(foundInText(foundIn), detail)})*`;
  const rule = link(code(diagnostic.code), options.links?.code?.(diagnostic.code));

  return `${endSentence(escaped(diagnostic.message, detail))}${same}${help}${origin}${fix} · ${rule}`;
}

/** A suppressed finding with the reason. */
export function suppressedItem(entry: Suppressed, context: ItemContext): string {
  const { diagnostic, reason, by } = entry;
  const how = {
    comment: 'by a comment',
    configuration: 'in the configuration',
    baseline: 'by the baseline',
    'unchanged line': 'because its line is unchanged',
  }[by];

  return `${findingItem({ diagnostic, isNew: entry.isNew }, context)} · suppressed ${how}: ${escaped(reason, context.detail)}`;
}
