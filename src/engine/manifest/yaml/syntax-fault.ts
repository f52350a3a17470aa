import type { YamlFault } from './yaml-document.ts';

/** A syntax error in plain words. */
interface ExplainedFault {
  readonly message: string;
  readonly help: string | undefined;
  readonly start: number;
  readonly end: number;
}

type Explain = (fault: YamlFault, text: string) => Partial<ExplainedFault> & { message: string };

const lineStartOf = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** The place of a quote that is never closed: the last line before the end with an odd number of quotes. */
function openingQuote(fault: YamlFault, text: string, quote: string): number {
  let end = fault.start;

  // Looking back some hundred lines is enough, and limits the time of the search.
  for (let lines = 0; lines < 1000 && end > 0; lines++) {
    const start = lineStartOf(text, end);
    const line = text.slice(start, end);
    const opened = new RegExp(`^[^#"']*?[:\\-,[{] *(?:&\\S+ +)?(${quote})`).exec(line);
    if (opened && line.split(quote).length % 2 === 0) return start + opened[0].length - 1;

    end = start - 1;
  }

  return fault.start;
}

const explanations: Readonly<Record<string, Explain>> = {
  TAB_AS_INDENT: () => ({
    message: 'This line is indented with a tab, but YAML allows only spaces',
    help: 'Replace the tab with spaces.',
  }),
  BLOCK_AS_IMPLICIT_KEY: ({ start, message }, text) => {
    if (/^A block sequence/.test(message))
      return {
        message: 'This list item stands where a key is expected, so it belongs to no list',
        help: 'Align it with the other items of its list.',
        start: start + /^ */.exec(text.slice(start, start + 1000))![0].length,
      };

    if (/^[^\n]*:(?=\s)/.test(text.slice(start, start + 10_000)))
      return {
        message: 'This line has a second `: `, but a key has only one value',
        help: 'Quote the value if it contains `: `, or put the inner key on a separate line.',
      };

    return {
      message: 'This value is complete, but the line below it is indented further',
      help: 'Align the entries of a map with each other.',
    };
  },
  BAD_SCALAR_START: ({ start }, text) => ({
    message: `An unquoted value cannot start with \`${text[start] ?? ''}\``,
    help: 'Quote the value.',
    end: start + 1,
  }),
  BAD_INDENT: (fault, text) => {
    if (/^Flow/.test(fault.message))
      return { message: 'A bracket opened above is not closed before this line', help: 'Close it with `]` or `}`.' };

    return {
      message: 'The indentation of this line matches neither the lines around it nor its parent',
      help: 'Align it with the entries it belongs to.',
      start: fault.start - /(?<![ \t])[ \t]*$/.exec(text.slice(lineStartOf(text, fault.start), fault.start))![0].length,
    };
  },
  MULTILINE_IMPLICIT_KEY: () => ({
    message: 'This line is not a `key: value` pair and does not continue the line before',
    help: 'Add a `:` with a space after it, or fix the indentation.',
  }),
  MISSING_CHAR: (fault, text) => {
    const quote = /^Missing closing ("|')/.exec(fault.message)?.[1];
    if (quote === undefined) {
      return { message: 'A key has no `:` and no value', help: 'Add `: ` with a value, or fix the indentation.' };
    }
    const start = openingQuote(fault, text, quote);

    return {
      message: `The ${quote} that starts here is never closed`,
      help: `Add the closing ${quote}.`,
      start,
      end: start + 1,
    };
  },
  BAD_DQ_ESCAPE: (fault) => ({
    message: fault.message,
    help: 'Write the backslash twice, or use single quotes, in which a backslash is an ordinary character.',
  }),
  UNEXPECTED_TOKEN: ({ start, message }, text) => {
    if (/node end/.test(message))
      return {
        message: 'There is more text after the end of the value',
        help: 'Fix the indentation, or quote the whole value.',
      };

    return { message: `Unexpected \`${text[start] ?? ''}\`` };
  },
};

/** Explains a syntax error in words that the author of a manifest knows, with help if the cause is clear. */
export function explainFault(fault: YamlFault, text: string): ExplainedFault {
  const explained = explanations[fault.reason ?? '']?.(fault, text) ?? { message: fault.message };
  const start = explained.start ?? fault.start;
  return { message: explained.message, help: explained.help, start, end: Math.max(explained.end ?? fault.end, start) };
}
