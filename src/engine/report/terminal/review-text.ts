import type { NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { concernsNodes, heldNodesText, isAllHeld } from '../../cluster/disruption/node-counts.ts';
import type { Change } from '../../manifest/change.ts';
import type { Finding, Suppressed } from '../../review/context/finding.ts';
import { otherPlaces, type ShownFinding, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import { plainName, plainSentence } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { columns, hanging, type Palette, palette, type Style, wrap } from '../../text/words/terminal.ts';
import { textIf } from '../../text/words/text-if.ts';
import { changedPlaceName, coverageLine, extentOfEntry } from '../coverage/coverage.ts';
import { type ReportMark, reportMarkOf } from '../coverage/report-mark.ts';
import { figuresText, firstLines, isUntouched, karpenterVersionText } from '../first-lines/summary-line.ts';
import { restartLines } from '../rollout/restart-lines.ts';
import { arrow, beforeAndAfter, isExclusion, listDifference, longName } from '../values/changed-value.ts';
import type { Renderer, RenderOptions, Report } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { consequenceText, groupByCause } from '../wording/cause-groups.ts';
import { codeFrame } from '../wording/code-frame.ts';
import { environmentLines, isOfMain, mainAmong, placesOf } from '../wording/environment-table.ts';
import { inFileOrder, inReadingOrder } from '../wording/finding-order.ts';
import { blankHelp, inputsLine, isBlank, notRenderedLine, relatedLine } from '../wording/inputs-line.ts';
import { newFindings, olderFindings, severityCounts } from '../wording/new-findings.ts';
import { sameHoldsText } from '../wording/other-objects.ts';
import { poolsOfChangedClasses, poolsOfChangedClassText } from '../wording/pools-of-changed-classes.ts';
import { changesTitle, delayText } from '../wording/refused-roots.ts';
import { timelineLines } from '../wording/timeline-lines.ts';
import { readAndUnread, unreadText } from '../wording/unread-objects.ts';
import { whatIfSentence } from '../wording/what-if-sentence.ts';
import { assumptionLines, estimateLines } from './estimate-text.ts';
import { ruleLink } from './hyperlink.ts';

/** What the terminal shows: the verdict in one sentence, the cost in one row, findings in their code, changes, nodes, and counts. */
export const reviewText: Renderer = {
  format: 'text',
  render(report, options) {
    const colors = palette(options.isColor ?? false);
    // A pipe gets whole lines.
    const { width = Infinity } = options;
    const hung = (lines: readonly string[]): string[] => lines.flatMap((line) => hanging(line, width));
    const estimate = isUntouched(report) ? null : report.review.estimate;

    const blocks = [
      hung(headingLines(report, options, colors)),
      ...findingBlocks(report, options, { colors, width }),
      hung([
        ...suppressedBlock(report, options, colors),
        ...unreadLine(report, options, colors),
        ...existingLine(report, options, colors),
      ]),
      hung(changesBlock(report, colors)),
      isUntouched(report) ? [] : hung(environmentLines(report.review, width)),
      isUntouched(report) ? [] : estimateLines(report.review, colors, width),
      hung(options.isVerbose ? coverageLines(report.review, colors) : []),
      hung([
        ...assumptionLines(estimate, options.isVerbose ?? false).map(colors.dim),
        ...readLines(report, colors),
        summary(report, options, colors),
      ]),
    ];

    const shown = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));

    return `${shown.join('\n\n')}\n`;
  },
};

/** Every changed place with its class, for `--verbose`. */
function coverageLines({ ledger }: Review, colors: Palette): string[] {
  if (ledger === null || ledger.entries.length === 0) return [];
  const places = ledger.entries.map((entry) => {
    const { class: name, what, reason } = entry;
    const where = plainName(changedPlaceName(entry), 100);
    return `${name}: ${plainName(what, 140)}  ${colors.dim(`${where}, ${extentOfEntry(entry)}: ${plainSentence(reason)}`)}`;
  });

  return [colors.bold('What this review rests on'), `${coverageLine(ledger)}.`, ...places];
}

const signs: Record<ReportMark, string> = { block: '✗', warn: '!', pass: '✓', unknown: '?' };

/** The verdict and the figures, before anything else. A review of nothing says so instead. */
function headingLines(report: Report, { paths }: RenderOptions, colors: Palette): string[] {
  const { review } = report;
  if (isUnseen(report)) return [`${colors.bold(inputsLine(review, paths))} ${blankHelp}`];

  const style = styleOf(report, colors);
  const { headline, figures, also } = firstLines(report);
  const sentences = (texts: readonly string[]): string => texts.map((text) => `${plainSentence(text)}.`).join(' ');
  const scenario = review.tellingScenario && plainSentence(whatIfSentence(review.tellingScenario));
  const sign = textIf(isJudged(report), `${style(signs[reportMarkOf(report)])} `);

  return [
    `${sign}${colors.bold(sentences(headline))}`,
    ...figures.map((line) => `  ${plainSentence(figuresText(line))}`),
    ...listIf(scenario !== undefined, `  ${scenario}`),
    ...(also.length === 0 ? [] : [`  ${sentences(also)}`]),
  ];
}

const styleOf = (report: Report, colors: Palette): Style =>
  ({ block: colors.error, warn: colors.warning, pass: colors.good, unknown: colors.warning })[reportMarkOf(report)];

/** Whether the verdict says something. Without rules, only findings of the simulation do. */
const isJudged = ({ review, verdict }: Report): boolean =>
  review.isUnchecked !== true || verdict.result !== 'pass' || isBlank(review);

/** Whether there was nothing to review. */
const isUnseen = ({ review, verdict }: Report): boolean => isBlank(review) && verdict.result === 'pass';

/** How much was read. Without it, a review of nothing looks like a good one. */
function readLines(report: Report, colors: Palette): string[] {
  const notRendered = notRenderedLine(report.review);
  return [
    ...(isUnseen(report) ? [] : [colors.dim(inputsLine(report.review))]),
    ...[notRendered, relatedLine(report.review)].flatMap((line) => {
      if (line === undefined) return [];
      return [colors.dim(line)];
    }),
  ];
}

interface Look {
  readonly colors: Palette;
  readonly width: number;
}

/** New findings, each cause with one line for its consequences. `--verbose` shows consequences and older findings in full. */
function findingBlocks({ review }: Report, options: RenderOptions, look: Look): string[][] {
  const { colors, width } = look;
  const texts = new Texts(review.texts);

  const block = (finding: ShownFinding, consequences: readonly ShownFinding[]): string[] => {
    const { diagnostic, isNew } = finding;
    const result = consequenceText(consequences);

    return [
      ...titleLines(finding, codeText(diagnostic, review.hasBase && !isNew, options), look),
      ...codeFrame(withFixHint(diagnostic), texts, { palette: colors, width: edgeOf(width) }),
      ...[
        ...sameHoldsLine(finding),
        ...copiesLine(otherPlaces(finding), texts, colors),
        ...(result === undefined ? [] : [`    ${colors.error('result:')} ${plainSentence(result)}`]),
      ].flatMap((line) => hanging(line, width)),
    ];
  };

  const shown = options.isVerbose ? review.findings : readAndUnread(newFindings(review)).read;
  const ordered = withoutCopies(review.hasBase ? inReadingOrder(shown) : inFileOrder(shown));
  if (options.isVerbose) return ordered.map((finding) => block(finding, []));

  return groupByCause(ordered).map(({ cause, consequences }) => block(cause, consequences));
}

/** The code at the edge of a title: as text, and with its link. */
interface CodeText {
  readonly plain: string;
  readonly shown: string;
}

function codeText({ code }: Diagnostic, isOlder: boolean, { links }: RenderOptions): CodeText {
  const label = textIf(isOlder, 'existing · ');
  const url = links?.code?.(code);
  const codeLink = url === undefined ? code : ruleLink(code, url);
  return { plain: `${label}${code}`, shown: `${label}${codeLink}` };
}

/** What the API server would refuse in objects of others, in one line. */
function unreadLine({ review }: Report, { isVerbose }: RenderOptions, colors: Palette): string[] {
  const { unread } = readAndUnread(newFindings(review));
  if (unread.length === 0 || isVerbose) return [];
  return [colors.dim(`${unreadText(unread)}. Pass \`--verbose\` for details.`)];
}

/** Problems that existed before the change, in one line. */
function existingLine({ review }: Report, { isVerbose }: RenderOptions, colors: Palette): string[] {
  const older = olderFindings(review);
  if (older.length === 0 || isVerbose) return [];
  const counts = severityCounts(older, ['error', 'warning', 'note']).join(', ');

  return [
    colors.dim(
      `${plural(older.length, 'existing problem')} (${counts}), not caused by this change. Pass \`--verbose\` for details.`,
    ),
  ];
}

/** Places beyond these are counted. */
const shownCopies = 8;

/** The other objects that a finding is about. */
function sameHoldsLine(finding: ShownFinding): string[] {
  const text = sameHoldsText(finding);
  if (text === undefined) return [];
  return [`    ${plainSentence(text)}.`];
}

/** Where else the same finding occurs. */
function copiesLine(copies: readonly Finding[], texts: Texts, colors: Palette): string[] {
  if (copies.length === 0) return [];
  const places = copies.map(({ diagnostic }) => texts.place(diagnostic.span));
  return [colors.dim(`    also: ${firstNames(places, shownCopies)}`)];
}

/** The column at which codes end: the edge of the terminal, or 100 in a pipe. */
const edgeOf = (width: number): number => {
  if (Number.isFinite(width)) return width;
  return 100;
};

/** Severity and message, with the code at the right edge of the last line, or on a line below if it does not fit. */
function titleLines({ diagnostic: { severity, message } }: ShownFinding, code: CodeText, look: Look): string[] {
  const { colors, width } = look;
  const head = `${severity}: `;
  const lines = wrap(plainSentence(message), Math.max(20, width - columns(head)));
  const last = columns(head) + columns(lines.at(-1)!);
  const edge = edgeOf(width);
  const room = columns(code.plain);
  const isSameLine = last + 2 + room <= width;
  const gap = Math.max(isSameLine ? 2 : 0, edge - room - (isSameLine ? last : 0));
  const right = `${' '.repeat(gap)}${colors.dim(code.shown)}`;

  const titled = lines.map((line, i) => {
    if (i === 0) return `${colors[severity](colors.bold(head.trim()))} ${colors.bold(line)}`;
    return `${' '.repeat(columns(head))}${colors.bold(line)}`;
  });

  if (isSameLine) return [...titled.slice(0, -1), `${titled.at(-1)}${right}`];
  return [...titled, right];
}

/** Adds the command that applies the fix to the help. Standard input cannot be written, and a path outside the folder has to be named. */
function withFixHint<D extends Pick<Diagnostic, 'help' | 'fix' | 'span'>>(diagnostic: D): D {
  const { fix, span } = diagnostic;
  if (fix === undefined || span.file === '<stdin>') return diagnostic;
  const help = textIf(diagnostic.help !== undefined, `${diagnostic.help} `);

  const folder = /^\.\.[\\/]/.test(span.file) ? 'PATH' : '.';

  return {
    ...diagnostic,
    help: `${help}\`plumbline check --fix ${folder}\` fixes it.`,
  };
}

function suppressedBlock({ review }: Report, { isVerbose }: RenderOptions, colors: Palette): string[] {
  const isCounted = ({ by }: Suppressed): boolean => by === 'baseline' || by === 'unchanged line';
  const all = review.suppressed.filter((entry) => !isCounted(entry));
  // Suppressions that the change adds are always shown: nobody else has agreed to them.
  const others = isVerbose ? all : all.filter(({ isNew }) => review.hasBase && isNew);
  const hidden = all.length - others.length;

  // All of them have the same reason, so their number is enough.
  const reasons = [...new Set(review.suppressed.filter(isCounted).map(({ reason }) => reason))].map((reason) => {
    const count = review.suppressed.filter((entry) => isCounted(entry) && entry.reason === reason).length;
    return colors.dim(`${plural(count, 'finding')} ${reason}`);
  });

  return [
    ...others.map((entry) => suppressedLine(entry, review, colors)),
    ...reasons,
    ...listIf(hidden > 0, colors.dim(`${plural(hidden, 'suppressed finding')}. Pass \`--verbose\` for details.`)),
  ];
}

function suppressedLine({ diagnostic, reason, by, isNew }: Suppressed, review: Review, colors: Palette): string {
  const who = () => {
    if (review.hasBase && isNew) return 'suppressed by this change, so it still counts';
    return `suppressed by ${by}`;
  };

  return `${colors.dim(`${diagnostic.severity} ${who()}:`)} ${plainSentence(diagnostic.message)} ${colors.dim(
    `${diagnostic.code}, reason: ${plainSentence(reason)}`,
  )}`;
}

function changesBlock(report: Report, colors: Palette): string[] {
  const { review } = report;
  const { nodePools } = review.disruption;
  // A rollout of another image affects nothing that is reviewed.
  const restarts = isUntouched(report) ? [] : restartLines(review.disruption, review.estimate);
  const lines = [
    ...review.changes.flatMap((change) => [
      changeLine(change, review, colors),
      ...change.fields.map((field) => fieldLine(field, colors)),
      ...nodePools
        .filter((entry) => change.type !== 'unknown' && isNodePool(change) && entry.name === change.resource.name)
        .filter(() => isOfMain(change, review))
        .map((pool) => disruptionLine(pool, mainAmong(change, review))),
    ]),
    ...poolsOfChangedClasses(review).flatMap((group) => {
      const [text, line] = [poolsOfChangedClassText(group, plainName), disruptionLine(group.pools[0])];
      if (line === '') return [`~ ${text.subject}: ${text.effect}`];
      return [`~ ${text.subject}`, line];
    }),
    ...restarts.map((line) => plainSentence(line)),
    ...timelineLines(review.disruption).map((line) => plainSentence(line)),
  ];

  const shown = lines.filter((line) => line !== '');

  if (shown.length > 0) return [colors.bold(changesTitle(review)), ...shown];
  return [];
}

const isNodePool = (change: Change): boolean => change.resource.kind === 'NodePool';

const changeSign: Record<Change['type'], string> = { added: '+', removed: '-', modified: '~', unknown: '?' };

function changeLine(change: Change, review: Review, colors: Palette): string {
  const { resource, type, stays, renamedTo, summary } = change;
  const places = placesOf(change);
  const namespace = resource.namespace ? `${plainName(resource.namespace)}/` : '';
  const name = `${plainName(resource.kind, 40)} ${namespace}${plainName(resource.name)}`;
  const isGone = stays === undefined && renamedTo === undefined;
  const sign = isGone ? signOf(type, colors) : changeSign.modified;

  const where = () => {
    if (places.length > 0) return colors.dim(` in ${places.map((place) => plainName(place, 60)).join(', ')}`);
    return '';
  };

  const delay = delayText(change, review);
  const when = textIf(delay !== '', `${plainSentence(delay)}. Once it is applied: `);
  return `${sign} ${name}${where()}: ${when}${plainSentence(summary)}`;
}

function signOf(type: Change['type'], colors: Palette): string {
  if (type === 'added') return colors.good('+');
  if (type === 'removed') return colors.error('-');
  return changeSign[type];
}

function fieldLine(field: Change['fields'][number], colors: Palette): string {
  // The comment says in a fold why a field has no effect. Here it would only take space.
  const isSilent = field.effect === 'none' && field.cause !== 'autoscaled';
  const reason = textIf(!isSilent, `  ${colors.dim(plainSentence(field.reason))}`);
  return `    ${plainName(longName(field), 140)}: ${valuesText(field)}${reason}`;
}

const shownItems = 8;

/** Both values, or what a list gained and lost if it is too long to show it whole. */
function valuesText(field: Change['fields'][number]): string {
  const isCut = beforeAndAfter(field).some((text) => plainName(text).length < text.length);
  const difference = isCut ? listDifference(field) : undefined;
  if (difference === undefined) return arrow(field, (text) => plainName(text));

  const signed = (sign: string, items: readonly string[]): string[] =>
    items.map((item) => `${sign}${plainName(item, 60)}`);

  const items = [...signed('+', difference.added), ...signed('−', difference.removed)];

  return `${textIf(isExclusion(field), 'NotIn ')}${firstNames(items, shownItems)}`;
}

function disruptionLine(pool: NodePoolDisruption, environment?: string): string {
  const { nodesReplaced, waves, effect, matchingNodes } = pool;
  if (['none', 'new-nodes', 'unknown'].includes(effect) || !concernsNodes(pool)) return '';

  const where = environment === undefined ? '' : ` in ${plainName(environment, 60)}`;
  const fate = effect === 'delete' ? 'deleted' : 'replaced';
  const verb = `${fate}${where}`;
  if (nodesReplaced === null && matchingNodes !== undefined)
    return `    ${verb}: no predicted node, only running ones that no longer match`;
  if (nodesReplaced === null) return `    ${verb}: number of nodes unknown`;

  const reasons = [...new Set(waves.map((wave) => plainSentence(wave.reason)))].join('; ');
  if (isAllHeld(pool)) return `    ${verb}: none of ${heldNodesText(pool)} that should be (${reasons})`;

  const going = waves.filter((wave) => wave.nodes > 0).length;
  const inWaves = textIf(going > 0, ` in ${plural(going, 'wave')}`);

  return `    ${verb}: ${plural(nodesReplaced, 'node')}${inWaves}${textIf(reasons, ` (${reasons})`)}`;
}

const verdictWord = { block: 'blocked', warn: 'needs attention', pass: 'passed' } as const;

function summary(report: Report, options: RenderOptions, colors: Palette): string {
  const { review, verdict } = report;
  // As many as are listed above. Each names the objects that it is true of.
  const findings = withoutCopies(newFindings(review));
  const count = (severity: string): number => findings.filter((entry) => entry.diagnostic.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const older = olderFindings(review).length;
  const counts = `${plural(errors, 'error')}, ${plural(warnings, 'warning')}${textIf(notes > 0, `, ${plural(notes, 'note')}`)}`;

  return [
    ...(isJudged(report)
      ? [counts]
      : ['Not checked for mistakes: run `plumbline check`', ...listIf(notes > 0, plural(notes, 'note'))]),
    ...listIf(older > 0, `${plural(older, 'existing problem')}`),
    // Reasons that no finding explains, such as a suppression that the change adds.
    ...(verdict.result !== 'pass' && errors + warnings + notes === 0 ? verdict.reasons : (verdict.limits ?? [])),
    ...(isJudged(report)
      ? [isUnseen(report) ? 'nothing to review' : styleOf(report, colors)(verdictWord[verdict.result])]
      : []),
    `Karpenter ${karpenterVersionText(review.target)}${textIf(review.target.isKarpenterAssumed, ' (assumed)')}`,
    ...(options.seconds === undefined ? [] : [`${options.seconds.toFixed(2)} s`]),
  ].join(' · ');
}
