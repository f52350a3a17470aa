import type { Change } from '../../change.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { NodePoolDisruption } from '../../disruption/disruption-data.ts';
import { plural } from '../../plural.ts';
import type { Finding, Suppressed } from '../../review/findings/finding.ts';
import type { Review } from '../../review/review-data.ts';
import { plainName, plainSentence } from '../../text/escape.ts';
import { columns, hanging, type Palette, palette, wrap } from '../../text/terminal.ts';
import type { Renderer, RenderOptions, Report } from '../report.ts';
import { beforeAndAfter, longName } from '../wording/changed-value.ts';
import { codeFrame, Texts } from '../wording/code-frame.ts';
import { environmentLines, isOfMain } from '../wording/environment-table.ts';
import { inFileOrder, inReadingOrder, withoutCopies } from '../wording/finding-order.ts';
import { newFindings, olderFindings } from '../wording/headline.ts';
import { blankHelp, inputsLine, isBlank, notRenderedLine } from '../wording/inputs-line.ts';
import { poolsOfChangedClasses, poolsOfChangedClassText } from '../wording/pools-of-changed-classes.ts';
import { timelineLines } from '../wording/timeline-lines.ts';
import { estimateLines } from './estimate-text.ts';

/** What the terminal shows: findings in their code, changes, nodes and cost, one line of summary. */
export const reviewText: Renderer = {
  format: 'text',
  render(report, options) {
    const colours = palette(options.isColour ?? false);
    // What is piped into another program keeps its lines whole.
    const { width = Infinity } = options;
    const hung = (lines: readonly string[]): string[] => lines.flatMap((line) => hanging(line, width));
    const blocks = [
      nothingLine(report),
      ...findingBlocks(report, colours, width),
      hung(suppressedBlock(report, colours)),
      hung(changesBlock(report, colours)),
      environmentLines(report.review),
      estimateLines(report.review.estimate, colours, width),
      hung([...readLines(report, options, colours), summary(report, options, colours)]),
    ];
    const shown = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
    return `${shown.join('\n\n')}\n`;
  },
};

const nothingLine = ({ review }: Report): string[] =>
  review.isRelevant || !review.hasBase ? [] : ['The change touches nothing that plumbline looks at.'];

/** How much was read: without it nobody could tell a review of nothing from a good one. */
function readLines({ review }: Report, { paths }: RenderOptions, colours: Palette): string[] {
  const notRendered = notRenderedLine(review);
  const read = inputsLine(review, paths);
  return [
    ...(isBlank(review) ? [`${colours.bold(read)} ${blankHelp}`] : [colours.dim(read)]),
    ...(notRendered === undefined ? [] : [colours.dim(notRendered)]),
  ];
}

function findingBlocks({ review }: Report, colours: Palette, width: number): string[][] {
  const texts = new Texts(review.texts);
  const ordered = review.hasBase ? inReadingOrder(review.findings) : inFileOrder(review.findings);
  return withoutCopies(ordered).map(({ diagnostic, isNew, copies }) => {
    const isOlder = review.hasBase && !isNew;
    const code = `${isOlder ? 'older · ' : ''}${diagnostic.code}`;
    return [
      ...titleLines(diagnostic, code, { colours, width }),
      ...codeFrame(withFixHint(diagnostic), texts, { palette: colours, width: edgeOf(width) }),
      ...copiesLine(copies, texts, colours).flatMap((line) => hanging(line, width)),
    ];
  });
}

/** Places beyond these are counted. */
const shownCopies = 8;

/** Where else the same is so. */
function copiesLine(copies: readonly Finding[], texts: Texts, colours: Palette): string[] {
  if (copies.length === 0) return [];
  const places = copies.slice(0, shownCopies).map(({ diagnostic }) => texts.place(diagnostic.span));
  const rest = copies.length - places.length;
  return [colours.dim(`    also: ${places.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`)];
}

/** Where codes stand: at the right edge, or at a common place where there is none. */
const edgeOf = (width: number): number => (Number.isFinite(width) ? width : 100);

/** Severity and message, with the code at the right edge: of the last line, or of one of its own where it has no room. */
function titleLines(
  { severity, message }: Diagnostic,
  code: string,
  { colours, width }: { readonly colours: Palette; readonly width: number },
): string[] {
  const head = `${severity}: `;
  const lines = wrap(plainSentence(message), Math.max(20, width - columns(head)));
  const last = columns(head) + columns(lines.at(-1)!);
  const edge = edgeOf(width);
  const isBeside = last + 2 + columns(code) <= width;
  const right = `${' '.repeat(Math.max(isBeside ? 2 : 0, edge - columns(code) - (isBeside ? last : 0)))}${colours.dim(code)}`;
  const titled = lines.map((line, i) =>
    i === 0
      ? `${colours[severity](colours.bold(head.trim()))} ${colours.bold(line)}`
      : `${' '.repeat(columns(head))}${colours.bold(line)}`,
  );
  return isBeside ? [...titled.slice(0, -1), `${titled.at(-1)}${right}`] : [...titled, right];
}

/** Says in the help that the fix needs no hand. Standard input cannot be written, and what lies elsewhere is named by whoever looks. */
function withFixHint<D extends Pick<Diagnostic, 'help' | 'fix' | 'span'>>(diagnostic: D): D {
  const { fix, span } = diagnostic;
  if (fix === undefined || span.file === '<stdin>') return diagnostic;
  const help = diagnostic.help === undefined ? '' : `${diagnostic.help} `;
  return {
    ...diagnostic,
    help: `${help}\`plumbline check --fix ${/^\.\.[\\/]/.test(span.file) ? 'PATH' : '.'}\` mends it`,
  };
}

function suppressedBlock({ review }: Report, colours: Palette): string[] {
  const isCounted = ({ by }: Suppressed): boolean => by === 'baseline' || by === 'unchanged line';
  const others = review.suppressed.filter((entry) => !isCounted(entry));
  // The same reason for all of them: their number is enough.
  const reasons = [...new Set(review.suppressed.filter(isCounted).map(({ reason }) => reason))].map((reason) => {
    const count = review.suppressed.filter((entry) => isCounted(entry) && entry.reason === reason).length;
    return colours.dim(`${plural(count, 'finding')} ${reason}`);
  });
  return [...others.map((entry) => suppressedLine(entry, review, colours)), ...reasons];
}

function suppressedLine({ diagnostic, reason, by, isNew }: Suppressed, review: Review, colours: Palette): string {
  const who = review.hasBase && isNew ? 'suppressed by this change, which does not count' : `suppressed by ${by}`;
  return `${colours.dim(`${diagnostic.severity} ${who}:`)} ${plainSentence(diagnostic.message)} ${colours.dim(
    `${diagnostic.code}, because: ${plainSentence(reason)}`,
  )}`;
}

function changesBlock({ review }: Report, colours: Palette): string[] {
  const { nodePools } = review.disruption;
  const lines = [
    ...review.changes.flatMap((change) => [
      changeLine(change, colours),
      ...change.fields.map((field) => fieldLine(field, colours)),
      ...nodePools
        .filter((entry) => change.type !== 'unknown' && isNodePool(change) && entry.name === change.resource.name)
        .filter(() => isOfMain(change, review))
        .map(disruptionLine),
    ]),
    ...poolsOfChangedClasses(review).flatMap((one) => [
      `~ ${poolsOfChangedClassText(one, plainName)}`,
      disruptionLine(one.pools[0]),
    ]),
    ...timelineLines(review.disruption).map((line) => plainSentence(line)),
  ];
  const shown = lines.filter((line) => line !== '');
  return shown.length > 0 ? [colours.bold('What changes'), ...shown] : [];
}

const isNodePool = (change: Change): boolean => change.resource.kind === 'NodePool';

const changeSign: Record<Change['type'], string> = { added: '+', removed: '-', modified: '~', unknown: '?' };

function changeLine(
  { resource, type, summary, environments = [], roots = environments }: Change,
  colours: Palette,
): string {
  const name = `${plainName(resource.kind, 40)} ${resource.namespace ? `${plainName(resource.namespace)}/` : ''}${plainName(resource.name)}`;
  const sign = type === 'added' ? colours.good('+') : type === 'removed' ? colours.error('-') : changeSign[type];
  const where = roots.length > 0 ? colours.dim(` in ${roots.map((root) => plainName(root, 60)).join(', ')}`) : '';
  return `${sign} ${name}${where}: ${plainSentence(summary)}`;
}

function fieldLine(field: Change['fields'][number], colours: Palette): string {
  const [before, after] = beforeAndAfter(field).map((value) => plainName(value));
  // Why nothing happens is for the comment, where it is folded.
  const reason = field.effect === 'none' ? '' : `  ${colours.dim(plainSentence(field.reason))}`;
  return `    ${plainName(longName(field), 140)}: ${before} → ${after}${reason}`;
}

function disruptionLine({ nodesReplaced, waves, effect }: NodePoolDisruption): string {
  if (effect === 'none' || effect === 'new-nodes' || nodesReplaced === 0) return '';
  const verb = effect === 'delete' ? 'deleted' : 'replaced';
  if (nodesReplaced === null) return `    ${verb}: unknown how many nodes`;
  const reasons = [...new Set(waves.map((wave) => plainSentence(wave.reason)))].join('; ');
  const going = waves.filter((wave) => wave.nodes > 0).length;
  const inWaves = going > 0 ? ` in ${plural(going, 'wave')}` : waves.length > 0 ? ', but not now' : '';
  return `    ${verb}: ${plural(nodesReplaced, 'node')}${inWaves}${reasons ? ` (${reasons})` : ''}`;
}

const verdictWord = { block: 'blocked', warn: 'warned', pass: 'passed' } as const;

function summary({ review, verdict }: Report, options: RenderOptions, colours: Palette): string {
  const findings = newFindings(review);
  const count = (severity: string): number => findings.filter((entry) => entry.diagnostic.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const older = olderFindings(review).length;
  const style = { block: colours.error, warn: colours.warning, pass: colours.good }[verdict.result];
  return [
    `${plural(errors, 'error')}, ${plural(warnings, 'warning')}${notes > 0 ? `, ${plural(notes, 'note')}` : ''}`,
    ...(older > 0 ? [`${plural(older, 'older finding')}`] : []),
    // What no finding explains, such as a suppression that the change adds.
    ...(verdict.result !== 'pass' && errors + warnings + notes === 0 ? verdict.reasons : (verdict.limits ?? [])),
    isBlank(review) && verdict.result === 'pass' ? 'nothing to review' : style(verdictWord[verdict.result]),
    `Karpenter ${review.target.karpenterVersion}`,
    ...(options.seconds === undefined ? [] : [`${options.seconds.toFixed(2)} s`]),
  ].join(' · ');
}
