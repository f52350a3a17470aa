import type { Format } from '../../../engine/report/renderers.ts';
import type { ReviewFormat } from '../../../shared/options.ts';

/** The file extensions of each format. The command line offers every format that has a renderer, except the Action's job summary. */
const extensions: Readonly<Record<ReviewFormat, readonly string[]>> = {
  github: [],
  gitlab: [],
  html: ['html', 'htm'],
  json: ['json'],
  junit: ['xml'],
  markdown: ['md', 'markdown'],
  sarif: ['sarif', 'sarif.json'],
  text: ['txt'],
} satisfies Readonly<Record<Exclude<Format, 'job-summary'>, readonly string[]>>;

const formats = Object.entries(extensions) as [ReviewFormat, readonly string[]][];

/** The output format for the extension of a file, or undefined. */
export function formatOfFile(file: string): ReviewFormat | undefined {
  const name = file.toLowerCase();
  const asked = formats.flatMap(([format, ends]) =>
    ends.filter((end) => name.endsWith(`.${end}`)).map((end) => ({ format, end })),
  );
  // `review.sarif.json` ends in `.json` as well.
  return asked.sort((a, b) => b.end.length - a.end.length)[0]?.format;
}
