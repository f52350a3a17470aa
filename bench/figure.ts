/** A row of the table: one measurement and the one that it is compared with. */
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
    '| Measurement | plumbline | Compared with | Ratio | Target |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...figures.map(({ what, ours, theirs, ratio, target }) => `| ${[what, ours, theirs, ratio, target].join(' | ')} |`),
  ].join('\n');
