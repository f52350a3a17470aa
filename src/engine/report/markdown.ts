import type { Finding, Review } from '../review.ts';
import { clusterSection, fieldsSection, ignoredSection, landingSection } from './cluster-sections.ts';
import { Texts } from './code-frame.ts';
import { costTable } from './cost-table.ts';
import { capped, type Detail, details, folded, titled } from './detail.ts';
import { link, prose } from './escape.ts';
import { basisSection, nodesSection } from './estimate-sections.ts';
import { plural } from './figures.ts';
import { findingItem, findingsByFile, type ItemContext, suppressedItem, worstFirst } from './finding-items.ts';
import { headline, newFindings, olderFindings, severityCounts, verdictMark } from './headline.ts';
import type { Renderer, RenderOptions, Report } from './report.ts';
import { byteLength } from './utf8.ts';

/** The comment as one text, in as many parts as it takes. */
export const markdown: Renderer = {
  format: 'markdown',
  render: (report, options) => renderComment(report, options).join('\n'),
};

/** Bytes of one comment. GitHub says 65,536 characters, and its limits differ by surface and change. */
export const commentBytes = 60_000;
/** Comments that one review may take; findings beyond are counted. */
export const maxParts = 5;

/** The review as comments: one, or several when the findings do not fit. Each stands on its own. */
export function renderComment(report: Report, options: RenderOptions): string[] {
  return renderParts(report, options, { bytes: commentBytes, parts: maxParts });
}

/** The comment once the pull request touches nothing of ours any more: one line. */
export const renderResolvedComment = (options: RenderOptions): string =>
  `${marker(options)}plumbline: this pull request no longer changes anything that Karpenter reads.\n`;

const marker = ({ marker }: RenderOptions): string => (marker === undefined ? '' : `${marker}\n`);

/** How much one part may hold, and how many there may be. */
export interface Limits {
  readonly bytes: number;
  readonly parts: number;
}

/** Shortens section by section until it fits one part; when only the findings are too many, they get parts of their own. */
export function renderParts(report: Report, options: RenderOptions, limits: Limits): string[] {
  const pages = details.map((detail) => new Page(report, options, detail));
  const whole = pages
    .slice(0, 2)
    .map((page) => page.whole())
    .find((text) => byteLength(text) <= limits.bytes);
  if (whole !== undefined) return [whole];
  // The frame of a part must leave room for findings; the last page has no lists at all and always does.
  const page = pages.find((candidate) => candidate.frameBytes() <= limits.bytes / 2) ?? pages.at(-1)!;
  return page.parts(limits);
}

/** One review at one level of detail. */
class Page {
  readonly #report: Report;
  readonly #options: RenderOptions;
  readonly #context: ItemContext;
  readonly #detail: Detail;

  constructor(report: Report, options: RenderOptions, detail: Detail) {
    this.#report = report;
    this.#options = options;
    this.#detail = detail;
    this.#context = { texts: new Texts(report.review.texts), options, detail };
  }

  /** Everything in one part. */
  whole(): string {
    return this.#compose('', this.#moreFindings(this.#rest(), 'more finding'), 0);
  }

  frameBytes(): number {
    return byteLength(this.#compose(' (9/9)', [], 0));
  }

  /** The findings cut into parts; the first part holds everything else as well. */
  parts({ bytes, parts }: Limits): string[] {
    const chunks = this.#chunks(bytes, parts);
    const shown = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const left = this.#rest().length - shown;
    return chunks.map((chunk, i) => {
      const place = chunks.length === 1 ? '' : ` (${i + 1}/${chunks.length})`;
      const list = this.#moreFindings(chunk, i === 0 ? 'more finding' : 'further finding');
      const isLast = i === chunks.length - 1;
      return i === 0
        ? this.#compose(place, list, isLast ? left : 0)
        : this.#continuation(place, list, isLast ? left : 0);
    });
  }

  /** Cuts the findings greedily: each chunk is as long as its part allows. */
  #chunks(bytes: number, parts: number): Finding[][] {
    // Summary of the fold and the line that counts the rest; 9,999,999 findings would still fit.
    const reserve = 600;
    let rest = this.#rest();
    const chunks: Finding[][] = [];
    while (chunks.length < parts && (rest.length > 0 || chunks.length === 0)) {
      const frame = chunks.length === 0 ? this.frameBytes() : byteLength(this.#continuation(' (9/9)', [], 0));
      const count = this.#fitting(rest, bytes - frame - reserve);
      if (count === 0 && chunks.length > 0) break;
      chunks.push(rest.slice(0, count));
      rest = rest.slice(count);
    }
    return chunks;
  }

  /** How many findings from the front fit into so many bytes. */
  #fitting(findings: readonly Finding[], bytes: number): number {
    let used = 0;
    let file: string | undefined;
    for (const [i, finding] of findings.entries()) {
      const [group] = findingsByFile([finding], this.#context);
      // A file's heading is paid for once, as the list shows it.
      const isNewFile = finding.diagnostic.span.file !== file;
      file = finding.diagnostic.span.file;
      used += byteLength(group!.items[0]!) + 1 + (isNewFile ? byteLength(group!.heading) + 3 : 0);
      if (used > bytes) return i;
    }
    return findings.length;
  }

  /** New findings beyond the unfolded ones, by file. */
  #rest(): Finding[] {
    return worstFirst(newFindings(this.#report.review))
      .slice(this.#attention().length)
      .sort((a, b) => compareFiles(a, b));
  }

  /** Notes never ask for attention. */
  #attention(): Finding[] {
    return worstFirst(newFindings(this.#report.review))
      .filter((finding) => finding.diagnostic.severity !== 'note')
      .slice(0, this.#detail.attention);
  }

  #compose(place: string, more: readonly string[], left: number): string {
    const { review } = this.#report;
    const [detail, estimate] = [this.#detail, review.estimate];
    const attention = this.#attention().map((finding) => findingItem(finding, this.#context));
    return this.#page([
      this.#heading(place),
      '',
      ...costTable(estimate, detail),
      ...titled('Needs attention', attention),
      ...more,
      ...countLeft(left),
      ...this.#suppressedByChange(),
      ...clusterSection(review, detail),
      ...landingSection(estimate?.base ?? null, estimate?.head ?? null, detail),
      ...nodesSection(estimate?.head ?? null, detail),
      ...fieldsSection(review, detail),
      ...ignoredSection(estimate?.head ?? null, detail),
      ...this.#older(),
      ...basisSection(review, detail),
    ]);
  }

  #continuation(place: string, more: readonly string[], left: number): string {
    return this.#page([this.#heading(place), '', ...more, ...countLeft(left)]);
  }

  #page(lines: readonly string[]): string {
    const { tool } = this.#report.review;
    const accuracy = this.#options.links?.accuracy;
    const pieces = [
      ...(accuracy === undefined ? [] : [link('how exact are the figures?', accuracy)]),
      `plumbline ${prose(tool.version, 40)}`,
    ];
    return `${marker(this.#options)}${lines.join('\n')}\n<sub>${pieces.join(' · ')}</sub>\n`;
  }

  #heading(place: string): string {
    const { verdict } = this.#report;
    return `### ${verdictMark[verdict.result]} plumbline${place}: ${headline(this.#report).join(' · ')}`;
  }

  #moreFindings(findings: readonly Finding[], what: string): string[] {
    const lines = findingsByFile(findings, this.#context).flatMap(({ heading, items }) => [heading, ...items, '']);
    const counts = severityCounts(findings, ['error', 'warning', 'note']).join(', ');
    return folded(`${plural(findings.length, what)}: ${counts}`, lines.slice(0, -1));
  }

  #older(): string[] {
    const older = olderFindings(this.#report.review);
    const suppressed = this.#report.review.suppressed.filter((entry) => !isOwnExcuse(this.#report.review, entry));
    const max = this.#detail.items;
    if (max === 0) return [];
    return [
      ...folded(
        `${plural(older.length, 'older finding')}, not of this change`,
        capped(older, max, (finding) => [findingItem(finding, this.#context)]),
      ),
      ...folded(
        `${plural(suppressed.length, 'suppressed finding')}`,
        capped(suppressed, max, (entry) => [suppressedItem(entry, this.#context)]),
      ),
    ];
  }

  /** What the change silences itself is shown without a click: nobody else has agreed to it. */
  #suppressedByChange(): string[] {
    const entries = this.#report.review.suppressed.filter((entry) => isOwnExcuse(this.#report.review, entry));
    const items = capped(entries, this.#detail.items, (entry) => [suppressedItem(entry, this.#context)]);
    return titled('Suppressed by this change itself, so it still counts', items);
  }
}

const isOwnExcuse = (review: Review, entry: { readonly isNew: boolean }): boolean => review.hasBase && entry.isNew;

const compareFiles = (a: Finding, b: Finding): number => {
  const [left, right] = [a.diagnostic.span.file, b.diagnostic.span.file];
  return left < right ? -1 : left > right ? 1 : a.diagnostic.span.start - b.diagnostic.span.start;
};

const countLeft = (left: number): string[] =>
  left > 0 ? [`… and ${plural(left, 'more finding')}: \`plumbline review\` prints all of them.`, ''] : [];
