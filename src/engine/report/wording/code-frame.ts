import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { plainSentence, visible } from '../../text/words/escape.ts';
import { columns, type Palette, type Style, wrap } from '../../text/words/terminal.ts';
import { textIf } from '../../text/words/text-if.ts';
import { shortHelp } from '../values/short-help.ts';
import type { Texts } from '../values/texts.ts';
import { foundInText } from './found-in.ts';

interface FrameOptions {
  readonly palette: Palette;
  /** Columns of the terminal. */
  readonly width: number;
}

/** A line of a frame: number, text, and what is marked under it. */
interface Marked {
  readonly line: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly message: string | undefined;
  readonly isMain: boolean;
}

/** The place of a finding as people know it from compilers: file, line, underlined text, labels and help. */
export function codeFrame(diagnostic: Diagnostic, texts: Texts, options: FrameOptions): string[] {
  const { palette, width } = options;
  const { span, labels, help, steps = [], severity, foundIn } = diagnostic;
  const here = labels.filter((label) => label.span.file === span.file && !isSame(label.span, span));
  const elsewhere = labels.filter((label) => label.span.file !== span.file);
  const message = labels.find((label) => isSame(label.span, span))?.message;

  const marks = [
    marked(texts, span, message, true, width),
    ...here.map((label) => marked(texts, label.span, label.message, false, width)),
  ].sort((a, b) => a.line - b.line || a.from - b.from);

  const gutter = ' '.repeat(String(Math.max(...marks.map((mark) => mark.line))).length + 1);
  const margin = `${gutter} ${palette.dim('│')} `;

  return [
    `${gutter} ${palette.dim('╭─')} ${texts.place(span)}`,
    ...marks.flatMap((mark, i) => {
      const color = mark.isMain ? palette[severity] : palette.note;
      return [
        ...(i > 0 && mark.line > marks[i - 1]!.line + 1 ? [`${gutter} ${palette.dim('⋮')}`] : []),
        ...(i > 0 && mark.line === marks[i - 1]!.line
          ? []
          : [`${String(mark.line).padStart(gutter.length)} ${palette.dim('│')} ${mark.text}`]),
        `${margin}${underline(mark, color)}`,
      ];
    }),
    ...elsewhere.map(
      (label) => `${gutter} ${palette.dim('├─')} ${texts.place(label.span)} ${plainSentence(label.message)}`,
    ),
    ...(foundIn === undefined
      ? []
      : [`${gutter} ${palette.dim('├─')} ${palette.dim(plainSentence(foundInText(foundIn)))}`]),
    ...footer(gutter, help, options),
    ...steps.flatMap((step, i) => stepLines(`${i + 1}. `, { step, gutter, width })),
  ];
}

/** A help names every NodePool that cannot run a pod, and what fixes each. */
const helpLength = 1_000;

function footer(gutter: string, help: string | undefined, { palette, width }: FrameOptions): string[] {
  if (help === undefined) return [`${gutter} ${palette.dim('╰─')}`];
  const [first, ...rest] = wrap(plainSentence(shortHelp(help), helpLength), Math.max(40, width - gutter.length - 10));
  return [
    `${gutter} ${palette.dim('╰─')} ${palette.good('help:')} ${first}`,
    ...rest.map((line) => `${gutter}          ${line}`),
  ];
}

/** A numbered step below the help. */
function stepLines(
  number: string,
  { step, gutter, width }: { readonly step: string; readonly gutter: string; readonly width: number },
): string[] {
  const indent = `${gutter}          `;
  const lines = wrap(plainSentence(step, helpLength), Math.max(40, width - indent.length - number.length));
  return lines.map((line, i) => {
    const gutter = i === 0 ? number : ' '.repeat(number.length);
    return `${indent}${gutter}${line}`;
  });
}

const isSame = (a: Span, b: Span): boolean => a.file === b.file && a.start === b.start && a.end === b.end;

/** The first line of a span, cut to the terminal so that the span stays in sight. */
function marked(texts: Texts, span: Span, message: string | undefined, isMain: boolean, width: number): Marked {
  const index = texts.index(span.file);
  const { line } = index.position(span.start);
  const start = index.start(line);
  const whole = index.line(line);
  const from = Math.min(span.start - start, whole.length);
  // A span over several lines is underlined to the end of its first one.
  const to = Math.max(from, Math.min(span.end - start, whole.trimEnd().length));
  const room = Math.max(40, width - 8);
  const skip = to > room ? Math.max(0, Math.min(from - 10, whole.length - room)) : 0;
  const shown = (a: number, b: number): string => visible(whole.slice(a, b).replace(/\t/g, '  '));
  const lead = textIf(skip > 0, '…');
  const end = Math.min(whole.length, skip + room);

  return {
    line,
    text: `${lead}${shown(skip, end)}${textIf(end < whole.length, '…')}`,
    from: columns(lead + shown(skip, from)),
    to: columns(lead + shown(skip, Math.min(to, end))),
    message: message === undefined ? undefined : plainSentence(message),
    isMain,
  };
}

const underline = (mark: Marked, style: Style): string => {
  const rule = mark.isMain ? '─' : '┄';
  return `${' '.repeat(mark.from)}${style(
    `${(rule).repeat(Math.max(1, mark.to - mark.from))}${textIf(mark.message, ` ${mark.message}`)}`,
  )}`;
};
