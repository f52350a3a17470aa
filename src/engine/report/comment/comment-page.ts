import { compareNames } from '../../name-order.ts';
import { plural } from '../../plural.ts';
import type { Finding } from '../../review/findings/finding.ts';
import type { Review } from '../../review/review-data.ts';
import { link, prose } from '../../text/escape.ts';
import type { RenderOptions, Report } from '../report.ts';
import { Texts } from '../wording/code-frame.ts';
import { environmentTable } from '../wording/environment-table.ts';
import { countOf, inReadingOrder, type ShownFinding, withoutCopies } from '../wording/finding-order.ts';
import {
  figurePieces,
  newFindings,
  olderFindings,
  severityCounts,
  verdictMark,
  verdictPieces,
} from '../wording/headline.ts';
import { blankHelp, inputsLine, isBlank, notRenderedLine } from '../wording/inputs-line.ts';
import { otherCostLines } from '../wording/other-costs.ts';
import { clusterSection, fieldsSection, ignoredSection, landingSection } from './cluster-sections.ts';
import { alternativesSection, sharesSection } from './cost-sections.ts';
import { costTable } from './cost-table.ts';
import { capped, type Detail, folded, titled } from './detail.ts';
import { basisSection, nodesSection } from './estimate-sections.ts';
import { findingItem, findingsByFile, type ItemContext, suppressedItem } from './finding-items.ts';
import { planSection } from './plan-section.ts';

/** The findings that one part of a comment lists folded. */
export interface PartOfFindings {
  readonly findings: readonly ShownFinding[];
  /** `(1/2)` with a space before it; empty where there is one part. */
  readonly place: string;
  /** Findings that no part has room for, counted on the last one. */
  readonly left: number;
}

/** One review at one level of detail: composes the parts of a comment from its sections. */
export class CommentPage {
  /** New findings beyond the unfolded ones, by file. */
  readonly rest: readonly ShownFinding[];
  readonly #attention: readonly ShownFinding[];
  readonly #report: Report;
  readonly #options: RenderOptions;
  readonly #context: ItemContext;
  readonly #detail: Detail;

  constructor(report: Report, options: RenderOptions, detail: Detail) {
    this.#report = report;
    this.#options = options;
    this.#detail = detail;
    this.#context = { texts: new Texts(report.review.texts), options, detail };
    const findings = withoutCopies(inReadingOrder(newFindings(report.review), { hasBase: false }));
    // Notes never ask for attention.
    this.#attention = findings.filter(({ diagnostic }) => diagnostic.severity !== 'note').slice(0, detail.attention);
    this.rest = findings.slice(this.#attention.length).sort(byPlace);
  }

  /** The part that holds everything but the findings of other parts. */
  first({ findings, place, left }: PartOfFindings): string {
    const { review } = this.#report;
    const detail = this.#detail;
    const [base, head] = [review.estimate?.base ?? null, review.estimate?.head ?? null];
    return this.#page(place, [
      ...environmentTable(review),
      ...costTable(review.estimate, detail),
      ...otherCostLines(review.estimate),
      ...titled(
        'Needs attention',
        this.#attention.map((finding) => findingItem(finding, this.#context)),
      ),
      ...this.#folded(findings, 'more finding'),
      ...countLeft(left),
      ...this.#ownSuppressions(),
      ...clusterSection(review, this.#context),
      ...planSection(review, detail),
      ...landingSection(base, head, detail),
      ...nodesSection(review.estimate, detail),
      ...sharesSection(base, head, detail),
      ...alternativesSection(head, detail),
      ...fieldsSection(review, detail),
      ...ignoredSection(head, detail),
      ...this.#older(),
      ...basisSection(review, detail),
    ]);
  }

  /** A further part: the first line again, and more findings. */
  further({ findings, place, left }: PartOfFindings): string {
    return this.#page(place, [...this.#folded(findings, 'further finding'), ...countLeft(left)]);
  }

  #page(place: string, lines: readonly string[]): string {
    const { review, verdict } = this.#report;
    const { marker, links, paths } = this.#options;
    const isUnseen = isBlank(review) && verdict.result === 'pass';
    // A green mark on a review of nothing would say that something is right.
    const title = isUnseen
      ? `### plumbline${place}: ${prose(inputsLine(review, paths))}`
      : `### ${verdictMark[verdict.result]} plumbline${place}: ${verdictPieces(this.#report).join(' · ')}`;
    const read = [isUnseen ? blankHelp : inputsLine(review, paths), notRenderedLine(review)];
    const figures = figureLine(review.estimate);
    const accuracy = links?.accuracy === undefined ? '' : `${link('how exact are the figures?', links.accuracy)} · `;
    const sentences = read.flatMap((line) => (line === undefined ? [] : [prose(line.replace(/\.$/, ''))]));
    const footer = `<sub>${sentences.join(' · ')} · ${accuracy}plumbline ${prose(review.tool.version, 40)}</sub>`;
    return `${[...(marker === undefined ? [] : [marker]), title, ...figures, '', ...lines, footer].join('\n')}\n`;
  }

  #folded(findings: readonly ShownFinding[], what: string): string[] {
    const lines = findingsByFile(findings, this.#context).flatMap(({ heading, items }) => [heading, ...items, '']);
    const all = findings.flatMap((finding) => [finding, ...finding.copies]);
    const counts = severityCounts(all, ['error', 'warning', 'note']).join(', ');
    return folded(`${plural(all.length, what)}: ${counts}`, lines.slice(0, -1));
  }

  /** What the change silences itself is shown without a click: nobody else has agreed to it. */
  #ownSuppressions(): string[] {
    const { review } = this.#report;
    const entries = review.suppressed.filter((entry) => isOwnSuppression(review, entry));
    const items = capped(entries, this.#detail.items, (entry) => [suppressedItem(entry, this.#context)]);
    return titled('Suppressed by this change itself, so it still counts', items);
  }

  #older(): string[] {
    const { review } = this.#report;
    const max = this.#detail.items;
    if (max === 0) return [];
    const older = withoutCopies(inReadingOrder(olderFindings(review)));
    const suppressed = review.suppressed.filter((entry) => !isOwnSuppression(review, entry));
    return [
      ...folded(
        `${plural(countOf(older), 'older finding')}, not of this change`,
        capped(older, max, (finding) => [findingItem(finding, this.#context)]),
      ),
      ...folded(
        plural(suppressed.length, 'suppressed finding'),
        capped(suppressed, max, (entry) => [suppressedItem(entry, this.#context)]),
      ),
    ];
  }

  /** The lines that a list of findings takes for each of them; a file's heading comes with its first one. */
  linesOf(findings: readonly ShownFinding[]): string[] {
    const groups = findingsByFile(findings, this.#context);
    return groups.flatMap(({ heading, items }) => items.map((item, i) => (i === 0 ? `${heading}\n${item}\n` : item)));
  }
}

/** The line below the first one: what a reader remembers of the figures. */
function figureLine(estimate: Review['estimate']): string[] {
  const pieces = figurePieces(estimate);
  return pieces.length === 0
    ? []
    : [
        `**${pieces.slice(0, 2).join(' · ')}**${pieces
          .slice(2)
          .map((piece) => ` · ${piece}`)
          .join('')}`,
      ];
}

const isOwnSuppression = (review: Review, entry: { readonly isNew: boolean }): boolean => review.hasBase && entry.isNew;

function byPlace({ diagnostic: a }: Finding, { diagnostic: b }: Finding): number {
  if (a.span.file !== b.span.file) return compareNames(a.span.file, b.span.file);
  return a.span.start - b.span.start;
}

const countLeft = (left: number): string[] =>
  left > 0 ? [`… and ${plural(left, 'more finding')}: \`plumbline review\` prints all of them.`, ''] : [];
