import type { WhatIf } from '../../review/context/review-data.ts';
import { plainName, plainSentence } from '../../text/words/escape.ts';
import { hanging, palette, wrap } from '../../text/words/terminal.ts';
import { assumptionLines, estimateLines } from '../terminal/estimate-text.ts';
import { whatIfLines, whatIfSentence } from '../wording/what-if-sentence.ts';

/** What the text of a scenario depends on. */
interface WhatIfTextOptions {
  readonly isColor?: boolean;
  readonly isVerbose?: boolean;
  /** Columns of the terminal. Default: whole lines. */
  readonly width?: number;
}

/** A scenario for the terminal: the answer, who restarts, nodes and cost by NodePool, and assumptions. */
export function whatIfText(
  whatIf: WhatIf,
  { isColor = false, isVerbose = false, width = Infinity }: WhatIfTextOptions,
): string {
  const colors = palette(isColor);
  const { environment, estimate } = whatIf;

  const blocks = [
    [
      ...(environment === null ? [] : [`Environment ${plainName(environment)}`]),
      ...wrap(plainSentence(whatIfSentence(whatIf)), width).map(colors.bold),
    ],
    whatIfLines(whatIf).flatMap((line) => hanging(plainSentence(line), width)),
    estimateLines({ estimate, changes: [], disruption: { nodePools: [] } }, colors, width),
    assumptionLines(estimate, isVerbose)
      .map(colors.dim)
      .flatMap((line) => hanging(line, width)),
  ];

  const shown = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));

  return `${shown.join('\n\n')}\n`;
}
