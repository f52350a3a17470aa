import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Finding } from '../../review/context/finding.ts';
import { countOf, type ShownFinding, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review, WhatIf } from '../../review/context/review-data.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { code, link, prose } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { changedPlaceName, coverageLine, notUnderstoodIn } from '../coverage/coverage.ts';
import { markSigns, reportMarkOf } from '../coverage/report-mark.ts';
import { type FirstLines, firstLines, isUntouched, karpenterVersionText } from '../first-lines/summary-line.ts';
import { peakLine } from '../rollout/peak-line.ts';
import { restartLines } from '../rollout/restart-lines.ts';
import { trackRecordLine } from '../track-record/track-record-line.ts';
import type { RenderOptions, Report } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { type CauseGroup, groupByCause } from '../wording/cause-groups.ts';
import { environmentTable } from '../wording/environment-table.ts';
import { inReadingOrder } from '../wording/finding-order.ts';
import { blankHelp, inputsLine, isBlank, notRenderedLine, relatedLine } from '../wording/inputs-line.ts';
import { newFindings, olderFindings, severityCounts } from '../wording/new-findings.ts';
import { changesTitle } from '../wording/refused-roots.ts';
import { timelineLines } from '../wording/timeline-lines.ts';
import { readAndUnread, unreadText } from '../wording/unread-objects.ts';
import { whatIfSentence } from '../wording/what-if-sentence.ts';
import { changeItems, durationLines } from './change-items.ts';
import { costRemarks } from './cost-row.ts';
import { alternativesSection, sharesSection } from './cost-sections.ts';
import { capped, type Detail, details, folded, titled } from './detail.ts';
import { basisSection, nodesSection } from './estimate-sections.ts';
import { causeItem, escaped, findingItem, findingsByFile, type ItemContext, suppressedItem } from './finding-items.ts';
import { changedLaunchables, otherLaunchables } from './launchable-table.ts';
import { planNotices, planSection } from './plan-section.ts';
import { ignoredSection, unschedulableSection } from './pod-sections.ts';
import { poolTable } from './pool-table.ts';
import { renderedSection } from './rendered-section.ts';
import { byImportance, detailSections, type Levels, type SectionId } from './section-levels.ts';
import { waveDiagram } from './wave-diagram.ts';

/** The findings that one part of a comment lists folded. */
interface PartOfFindings {
  readonly findings: readonly ShownFinding[];
  /** `(1/2)` with a space before it; empty if there is only one part. */
  readonly place: string;
  /** Findings that no part has room for, counted on the last one. */
  readonly remaining: number;
}

/** How a part is filled, and how much room each of its sections gets. */
interface Filled extends PartOfFindings {
  readonly levels: Levels;
}

/**
 * One review as a comment: the summary, the cost, what is wrong, what changes, and at most three folds: more findings, details, and what
 * existed before the change. How much each section shows depends on its level (`Levels`).
 */
export class CommentPage {
  /** New findings that are folded, by file. */
  readonly rest: readonly ShownFinding[];
  readonly #causes: readonly CauseGroup[];
  readonly #unread: readonly Finding[];
  readonly #report: Report;
  readonly #options: RenderOptions;
  readonly #texts: Texts;
  readonly #firstLines: FirstLines;
  readonly #rendered = new Map<string, readonly string[]>();

  constructor(report: Report, options: RenderOptions) {
    this.#report = report;
    this.#options = options;
    this.#texts = new Texts(report.review.texts);
    this.#firstLines = firstLines(report);
    const { read, unread } = readAndUnread(newFindings(report.review));
    this.#unread = unread;
    const findings = withoutCopies(inReadingOrder(read, { hasBase: false }));

    const isFolded = ({ diagnostic: { severity, isProminent } }: Finding): boolean =>
      severity === 'note' && isProminent !== true;
    this.#causes = groupByCause(findings.filter((finding) => !isFolded(finding))).slice(0, visibleCauses);
    const shown = new Set(this.#causes.flatMap(({ cause, consequences }) => [cause, ...consequences]));
    this.rest = findings.filter((finding) => !shown.has(finding)).sort(byPlace);
  }

  /** The part that holds everything but the findings of other parts. */
  first({ findings, place, remaining, levels }: Filled): string {
    const of = (id: SectionId): readonly string[] => this.section(id, levels.of(id));

    return this.#page(place, [
      ...of('figures'),
      ...of('causes'),
      ...of('suppressed'),
      ...of('changes'),
      ...of('unschedulable'),
      ...of('launchable'),
      ...of('notices'),
      ...this.#folded(findings, levels.of('findings')),
      ...countLeft(remaining),
      ...this.#details(levels),
      ...of('unread'),
      ...of('coverage'),
      ...of('existing'),
      ...this.#leftOut(levels),
    ]);
  }

  /** A further part: the first line again, and more findings. */
  further({ findings, place, remaining, levels }: Filled): string {
    return this.#page(place, [...this.#folded(findings, levels.of('findings')), ...countLeft(remaining)]);
  }

  /** The lines of a section at a level of detail. Each is written once. */
  section(id: SectionId, level: number): readonly string[] {
    const key = `${id} ${level}`;
    const lines = this.#rendered.get(key) ?? this.#lines(id, details[level]!);
    this.#rendered.set(key, lines);
    return lines;
  }

  #lines(id: SectionId, detail: Detail): readonly string[] {
    if (detail.items === 0 && isLeftOut.has(id)) return [];

    const { review } = this.#report;
    const { estimate } = review;
    const head = estimate?.head ?? null;
    const context = this.#context(detail);
    const isOne = review.environments.length < 2;

    switch (id) {
      case 'figures':
        if (!isOne || isUntouched(this.#report)) return [];
        return [...costRemarks(estimate), ...scenarioLine(review)];
      case 'launchable':
        if (isUntouched(this.#report)) return [];
        return changedLaunchables(review);
      case 'causes':
        return list(this.#causes.flatMap((group) => causeItem(group, context)));
      case 'suppressed':
        return this.#ownSuppressions(detail);
      case 'changes':
        return titled(
          changesTitle(review),
          detail.items === 0 ? countedOnly(review) : changeItems(review, context).shown,
        );
      case 'unschedulable':
        return unschedulableSection(review, detail);
      case 'notices':
        return titled('Before an apply', planNotices(review, detail));
      case 'environments':
        return environmentTable(review);
      case 'more-changes':
        return titled('More changes', changeItems(review, context).folded);
      case 'pools':
        return poolsSection(estimate, detail);
      case 'other-launchable':
        return otherLaunchables(review, detail.items);
      case 'nodes':
        return nodesSection(estimate, detail);
      case 'shares':
        if (estimate === null) return [];
        return sharesSection(estimate, detail);
      case 'alternatives':
        if (estimate === null) return [];
        return alternativesSection(estimate, detail);
      case 'events':
        return eventsSection(review, detail);
      case 'waves':
        return waveDiagram(review.disruption, detail);
      case 'plan':
        return planSection(review, detail);
      case 'ignored':
        return ignoredSection(head, detail);
      case 'rendered':
        return renderedSection(review, detail);
      case 'basis':
        return basisSection(review, detail);
      case 'unread':
        return this.#inUnreadObjects(detail);
      case 'coverage':
        return this.#notUnderstood(detail);
      case 'existing':
        return this.#existing(detail);
      case 'findings':
        return this.linesOf(this.rest, detail);
    }
  }

  #context = (detail: Detail): ItemContext => ({ texts: this.#texts, options: this.#options, detail });

  #page(place: string, lines: readonly string[]): string {
    const { review, verdict } = this.#report;
    const { marker, links, paths } = this.#options;
    const isUnseen = isBlank(review) && verdict.result === 'pass';
    // A green mark would say that something was checked.
    const title = isUnseen ? [`### ${this.#name()}${prose(inputsLine(review, paths))}${place}`] : this.#title(place);
    const read = [isUnseen ? blankHelp : inputsLine(review, paths), notRenderedLine(review), relatedLine(review)];
    const sentences = read.flatMap((line) => {
      if (line === undefined) return [];
      return [prose(line.replace(/\.$/, ''))];
    });
    const accuracy = links?.accuracy === undefined ? [] : [link('How accurate are the figures?', links.accuracy)];
    const assumed = textIf(review.target.isKarpenterAssumed, ' (assumed)');

    const karpenter = () => {
      if (isUnseen) return [];
      return [`Karpenter ${prose(karpenterVersionText(review.target), 80)}${assumed}`];
    };

    const { trackRecord } = this.#report;
    const past = isUnseen || trackRecord === undefined ? [] : [prose(trackRecordLine(trackRecord))];

    const footer = [
      `plumbline ${prose(review.tool.version, 40)}`,
      ...sentences,
      ...karpenter(),
      ...past,
      ...accuracy,
    ].join(' · ');

    return `${[...optional(marker), ...title, '', ...lines, `<sub>${footer}</sub>`].join('\n')}\n`;
  }

  /** The verdict and the worst as heading, a line of figures for each cluster, and a line with everything else. */
  #title(place: string): string[] {
    const { headline, figures, also: all, counts } = this.#firstLines;
    const also = this.#areAllVisible() ? all.filter((text) => !counts.includes(text)) : all;
    const sentences = (texts: readonly string[]): string => texts.map((text) => `${prose(text)}.`).join(' ');
    const mark = `### ${markSigns[reportMarkOf(this.#report)]} ${this.#name()}`;

    const lines = figures.map(({ cluster, parts }) => {
      const name = cluster === null ? '' : `**${prose(cluster, 80)}**: `;
      return `${name}${parts.map((part) => prose(part)).join(' · ')}`;
    });

    return [
      `${mark}${sentences(headline)}${place}`,
      ...listIf(lines.length > 0, '', lines.join('<br>\n')),
      ...(also.length > 0 ? ['', sentences(also)] : []),
    ];
  }

  /** Whether each new error and warning is visible below the first lines, so that nobody has to count them. */
  #areAllVisible(): boolean {
    return [...this.rest, ...this.#unread].every(({ diagnostic }) => diagnostic.severity === 'note');
  }

  /** Which of several reviews this is. */
  #name(): string {
    const { name = '' } = this.#options;
    if (name === '') return '';
    return `${prose(name)}: `;
  }

  #folded(findings: readonly ShownFinding[], level: number): readonly string[] {
    const key = `${level} ${findings.length} ${this.rest.indexOf(findings[0]!)}`;
    const fold = this.#rendered.get(key) ?? this.#foldOf(findings, level);
    this.#rendered.set(key, fold);
    return fold;
  }

  #foldOf(findings: readonly ShownFinding[], level: number): string[] {
    const lines = findingsByFile(findings, this.#context(details[level]!)).flatMap(({ heading, items }) => [
      heading,
      ...items,
      '',
    ]);
    // As many as there are sentences below. Each names the objects that it is true of.
    const counts = severityCounts(findings, ['error', 'warning', 'note']);
    const more = textIf(this.#causes.length > 0, 'more ');

    const summary = () => {
      if (counts.length === 1) return counts[0]!.replace(' ', ` ${more}`);
      return `${plural(findings.length, `${more}finding`)}: ${counts.join(', ')}`;
    };

    return folded(summary(), lines.slice(0, -1));
  }

  /** Suppressions that the change adds are always visible: nobody has agreed to them yet. */
  #ownSuppressions(detail: Detail): string[] {
    const { review } = this.#report;
    const entries = review.suppressed.filter((entry) => isOwnSuppression(review, entry));
    const items = capped(entries, detail.items, (entry) => [suppressedItem(entry, this.#context(detail))]);
    return titled('Suppressed by this change, so still counted', items);
  }

  /** Nodes, costs and the assumptions behind the figures. Nothing if the change has no effect that needs them. */
  #details(levels: Levels): string[] {
    if (!this.#hasDetails()) return [];
    const lines = detailSections.flatMap((id) => this.section(id, levels.of(id)));

    return folded(
      this.#report.review.estimate ? 'Details: nodes, cost, assumptions' : 'Details',
      lines.at(-1) === '' ? lines.slice(0, -1) : lines,
    );
  }

  #hasDetails = (): boolean => !isUntouched(this.#report) && isWorthDetails(this.#report.review);

  /** What has no room at all, and where it is. */
  #leftOut(levels: Levels): string[] {
    const hasDetails = this.#hasDetails();
    const isThere = (id: SectionId): boolean => hasDetails || !detailSections.includes(id);
    const names = byImportance
      .filter(({ id }) => isThere(id) && this.section(id, levels.of(id)).length === 0 && this.section(id, 0).length > 0)
      .map(({ name }) => name);

    if (names.length === 0) return [];

    return [
      `<sub>No room here for: ${names.join(', ')}. \`plumbline review --output page.html\` shows everything.</sub>`,
      '',
    ];
  }

  /** One line, which opens to the first findings. */
  #inUnreadObjects(detail: Detail): string[] {
    if (this.#unread.length === 0) return [];
    const shown = capped(withoutCopies(this.#unread), detail.items, (finding) => [
      findingItem(finding, this.#context(detail)),
    ]);
    return folded(`<sub>${unreadText(this.#unread)}</sub>`, shown);
  }

  /** What the review does not rest on. Nothing if it accounts for every changed place. */
  #notUnderstood(detail: Detail): string[] {
    const { review } = this.#report;
    const places = notUnderstoodIn(review);
    const max = detail.items;
    if (review.ledger === null || places.length === 0 || max === 0) return [];

    const items = capped(places, max, (entry) => [
      `- ${prose(quoted(entry.what), detail.sentence)} (${code(changedPlaceName(entry), 120)}): ${prose(entry.reason, detail.sentence)}`,
    ]);
    return folded('<sub>What this review rests on</sub>', [`${prose(coverageLine(review.ledger))}.`, '', ...items]);
  }

  /** Findings that existed before the change, and suppressed ones, in one fold. */
  #existing(detail: Detail): string[] {
    const { review } = this.#report;
    const max = detail.items;
    if (max === 0) return [];

    const older = withoutCopies(inReadingOrder(olderFindings(review)));
    const suppressed = review.suppressed.filter((entry) => !isOwnSuppression(review, entry));

    const summary = [
      ...(older.length === 0 ? [] : [`${plural(countOf(older), 'existing finding')}, not from this change`]),
      ...listIf(suppressed.length > 0, plural(suppressed.length, 'suppressed finding')),
    ].join(' · ');

    return folded(`<sub>${summary}</sub>`, [
      ...capped(older, max, (finding) => [findingItem(finding, this.#context(detail))]),
      ...capped(suppressed, max, (entry) => [suppressedItem(entry, this.#context(detail))]),
    ]);
  }

  /** The lines that a list of findings takes for each of them. A file's heading is part of its first one. */
  linesOf(findings: readonly ShownFinding[], detail: Detail): string[] {
    const groups = findingsByFile(findings, this.#context(detail));
    return groups.flatMap(({ heading, items }) =>
      items.map((item, i) => {
        if (i === 0) return `${heading}\n${item}\n`;
        return item;
      }),
    );
  }
}

/** Findings that are always visible. */
const visibleCauses = 3;

/** Sections that say nothing at their shortest. */
const isLeftOut: ReadonlySet<SectionId> = new Set([
  'launchable',
  'environments',
  'more-changes',
  'pools',
  'other-launchable',
  'events',
  'plan',
]);

/** NodePools that have a row of their own. */
const shownPools = 8;

/** Nodes and cost of each NodePool; empty without figures. */
function poolsSection(estimate: Estimate | null, detail: Detail): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side || side.lacks !== undefined) return [];
  return titled('Cost by NodePool', poolTable(estimate, Math.min(shownPools, Math.max(1, detail.items))));
}

function eventsSection(review: Review, detail: Detail): string[] {
  const lines = [
    ...durationLines(review),
    ...peakLine(review.estimate),
    ...restartLines(review.disruption, review.estimate),
    ...timelineLines(review.disruption),
  ];

  return titled(
    'During and after the rollout',
    capped(lines, detail.items, (line) => [`- ${escaped(line, detail)}`]),
  );
}

const list = (lines: readonly string[]): string[] => {
  if (lines.length === 0) return [];
  return [...lines, ''];
};

const countedOnly = ({ changes }: Review): string[] => {
  if (changes.length === 0) return [];
  return [`- ${plural(changes.length, 'changed object')}`];
};

/** Whether something changes or is new. If not, the heading is enough. */
const isWorthDetails = (review: Review): boolean =>
  !review.hasBase ||
  review.changes.length > 0 ||
  review.plans.length > 0 ||
  newFindings(review).length > 0 ||
  review.disruption.nodePools.some(({ effect }) => effect !== 'none');

const isOwnSuppression = (review: Review, entry: { readonly isNew: boolean }): boolean => review.hasBase && entry.isNew;

function byPlace({ diagnostic: a }: Finding, { diagnostic: b }: Finding): number {
  if (a.span.file !== b.span.file) return compareNames(a.span.file, b.span.file);
  return a.span.start - b.span.start;
}

const countLeft = (remaining: number): string[] => {
  if (remaining > 0)
    return [`… and ${plural(remaining, 'more finding')}: \`plumbline review\` prints all of them.`, ''];
  return [];
};

/** The scenario that the change makes worse, in one paragraph. */
const scenarioLine = ({ tellingScenario }: Review): string[] => {
  if (tellingScenario) return [[prose(whatIfSentence(tellingScenario)), ...fallback(tellingScenario)].join(' '), ''];

  return [];
};

/** What else matters about nodes that replace spot capacity. */
const fallback = ({ scenario, estimate }: WhatIf): string[] => {
  if (scenario.isWithoutSpot && (estimate.difference.hourlyUsd.likely ?? 0) > 0)
    return ['These nodes stay on-demand until they drift, expire or are consolidated.'];

  return [];
};
