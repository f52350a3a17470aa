/** One measurement beside what it is compared with, as the table shows it. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
  readonly ratio: string;
  readonly target: string;
}

/** A Markdown table of figures. */
export const table = (figures: readonly Figure[]): string =>
  [
    '| what | plumbline | compared with | ratio | target |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...figures.map(({ what, ours, theirs, ratio, target }) => `| ${[what, ours, theirs, ratio, target].join(' | ')} |`),
  ].join('\n');
