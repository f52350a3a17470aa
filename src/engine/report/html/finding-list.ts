import type { Finding } from '../../review/context/finding.ts';
import {
  countOf,
  otherPlaces,
  type ShownFinding,
  withCopies,
  withoutCopies,
} from '../../review/context/finding-copies.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { plainName } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { consequenceText, groupByCause } from '../wording/cause-groups.ts';
import { inReadingOrder } from '../wording/finding-order.ts';
import { foundInText } from '../wording/found-in.ts';
import { newFindings, olderFindings } from '../wording/new-findings.ts';
import { sameHoldsText } from '../wording/other-objects.ts';
import { fullSentence, type Markup, markup, markupIf, named, none, sentence } from './nodes/markup.ts';
import { linked, type PageContext, placeLink } from './page-context.ts';
import { sourceExcerpt } from './source-excerpt.ts';

/** Findings beyond these are counted: with more, the page would be slow. */
const maxFindings = 2_000;
/** Excerpts of files; a page with more of them would be large. */
const maxExcerpts = 150;
/** Other places of the same finding; the rest is counted. */
const maxPlaces = 40;
/** With fewer findings there is nothing to filter. */
const fewestToFilter = 3;

/** All findings, those of the change first, with filters where there are several. */
export function findingList(context: PageContext): Markup {
  const { review } = context.report;

  const shown = (findings: readonly Finding[]): readonly ShownFinding[] =>
    withoutCopies(inReadingOrder(findings, { hasBase: false })).slice(0, maxFindings);

  const [fresh, older] = [shown(newFindings(review)), shown(olderFindings(review))];
  const total = countOf(fresh) + countOf(older);
  if (total === 0) return none;

  const files = [...new Set([...fresh, ...older].flatMap(filesOf))].sort();

  const list = (findings: readonly ShownFinding[], offset: number): Markup => {
    const items = groupByCause(findings).flatMap(({ cause, consequences }) => [
      { finding: cause, result: consequenceText(consequences), isConsequence: false },
      ...consequences.map((finding) => ({ finding, result: undefined, isConsequence: true })),
    ]);

    return markup`<ol class="items">
${items.map(({ finding, ...place }, i) => item(finding, context, { files, ...place, hasExcerpt: offset + i < maxExcerpts }))}</ol>
`;
  };

  const newList = (): Markup => {
    if (fresh.length > 0) return list(fresh, 0);
    return markupIf(review.hasBase, markup`<p>This change introduces no findings.</p>`);
  };

  const oldList = (): Markup => {
    if (older.length === 0) return none;
    return markup`<details class="older"><summary>${plural(countOf(older), 'existing finding')}, not introduced by this change</summary>
${list(older, fresh.length)}</details>
`;
  };

  const rest = review.findings.length - total;

  const filters = filterForm([...fresh, ...older], { files, total, hasBase: review.hasBase });
  const more = markup`<p>… and ${plural(rest, 'more finding')}. The other output formats list all of them.</p>`;

  return markup`${markupIf(total >= fewestToFilter, filters)}${newList()}${oldList()}${markupIf(rest > 0, more)}`;
}

const filesOf = (finding: ShownFinding): string[] =>
  withCopies([finding]).map(({ diagnostic }) => diagnostic.span.file);

interface Shown {
  /** Every file with a finding; items name files by their place in it. */
  readonly files: readonly string[];
  readonly hasExcerpt: boolean;
  /** What follows from the finding, in one sentence. */
  readonly result: string | undefined;
  /** It follows from the finding above it. */
  readonly isConsequence: boolean;
}

function item(
  finding: ShownFinding,
  context: PageContext,
  { files, hasExcerpt, result, isConsequence }: Shown,
): Markup {
  const { diagnostic, copies, isNew } = finding;
  const { severity, message, code, span } = diagnostic;
  const { foundIn = diagnostic.foundIn } = finding;
  const { hasBase } = context.report.review;
  const age = isNew || !hasBase ? 'new' : 'existing';
  const at = [...new Set(filesOf(finding))].map((file) => files.indexOf(file)).join(' ');
  const elsewhere = otherPlaces(finding);
  const others = elsewhere.slice(0, maxPlaces).map((copy) => markup`, ${placeLink(copy.diagnostic.span, context)}`);
  const rest = elsewhere.length - others.length;
  const excerpt = hasExcerpt ? sourceExcerpt(span, context) : none;
  const origin = foundIn && markup` <span class="soft">${sentence(foundInText(foundIn))}</span>`;

  return markup`<li class="item ${severity}${textIf(isConsequence, ' consequence')}" data-severity="${severity}" data-age="${age}" data-files="${at}" data-count="${1 + copies.length}">
<p class="tags"><span class="tag ${severity}">${severity}</span>${markupIf(hasBase, markup`<span class="tag ${age}">${age}</span>`)}${linked(named(code), context.links.code?.(code))}</p>
<h3>${fullSentence(message)}</h3>
${sameHolds(finding)}${resultLine(result)}${helpLines(diagnostic)}${excerpt}<p class="places">${placeLink(span, context)}${others}${textIf(rest > 0, ` and ${rest} more`)}${origin ?? none}</p></li>
`;
}

function sameHolds(finding: ShownFinding): Markup {
  const same = sameHoldsText(finding);
  if (same === undefined) return none;
  return markup`<p>${fullSentence(same)}</p>
`;
}

function resultLine(result: string | undefined): Markup {
  if (result === undefined) return none;
  return markup`<p>As a result, ${sentence(result)}.</p>
`;
}

/** What to do: the help, its steps, and the command if plumbline can do it. */
function helpLines({ help, steps = [], fix }: ShownFinding['diagnostic']): Markup {
  const advice = help === undefined ? none : markup`<p class="help">${fullSentence(help)}</p>`;
  const items = steps.map((step) => markup`<li>${fullSentence(step)}</li>`);
  const command = markup`<p class="soft">Run <code>plumbline check --fix .</code> to fix it.</p>`;

  return markup`${advice}${markupIf(steps.length > 0, markup`<ol class="steps">${items}</ol>`)}${markupIf(fix !== undefined, command)}`;
}

const severityTitle: Readonly<Record<Severity, string>> = { error: 'Errors', warning: 'Warnings', note: 'Notes' };
const ageTitle = { new: 'New', existing: 'Existing' } as const;
const maxFiles = 300;

interface Filtered {
  readonly files: readonly string[];
  readonly total: number;
  readonly hasBase: boolean;
}

/** Filters by severity, age, file and words. The page's script shows them, because nothing else makes them work. */
function filterForm(findings: readonly ShownFinding[], { files, total, hasBase }: Filtered): Markup {
  const check = (name: string, value: string, title: string, of: readonly ShownFinding[]): Markup => {
    if (of.length === 0) return none;

    return markup`<label class="check"><input type="checkbox" name="${name}" value="${value}" checked> ${title} (${countOf(of)})</label>`;
  };

  const severities = (['error', 'warning', 'note'] as const).map((severity) =>
    check(
      'severity',
      severity,
      severityTitle[severity],
      findings.filter(({ diagnostic }) => diagnostic.severity === severity),
    ),
  );

  const ages = (['new', 'existing'] as const).map((age) =>
    check(
      'age',
      age,
      ageTitle[age],
      findings.filter(({ isNew }) => isNew === (age === 'new')),
    ),
  );

  const options = files
    .slice(0, maxFiles)
    .map((file, i) => markup`<option value="${i}">${plainName(file, 120)}</option>`);

  return markup`<form class="filters" id="finding-filters" aria-label="Filter findings" hidden>
<fieldset><legend>Severity</legend>${severities}</fieldset>
${markupIf(hasBase, markup`<fieldset><legend>Introduced</legend>${ages}</fieldset>`)}
${markupIf(files.length > 1, markup`<label class="field"><span>File</span><select name="file"><option value="">All files</option>${options}</select></label>`)}
<label class="field"><span>Text</span><input type="search" name="text" autocomplete="off" placeholder="Object, field or rule"></label>
<button type="reset">Show all</button>
<p role="status" id="finding-count" data-total="${total}">Showing ${total} of ${total} findings.</p>
</form>
`;
}
