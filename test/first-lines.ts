/** The lines above the first empty one of a terminal. */
export const linesOfText = (text: string): string[] => text.slice(0, text.indexOf('\n\n')).split('\n');

/** The heading and the lines of figures of a comment. */
export const linesOfComment = (comment: string): string[] =>
  comment.replaceAll('<span>$</span>', '$').replaceAll('<br>', '').split('\n\n').slice(0, 2).join('\n').split('\n');

/** The lines of figures of a page, without tags. */
export const linesOfPage = (page: string): string[] =>
  [...page.matchAll(/<p class="figures">(.*?)<\/p>/gs)].map(([, line]) => line!.replace(/<[^>]*>/g, ''));

/** The figures in lines: amounts, and numbers of nodes and pods. Sorted. */
export const figuresIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.match(/[+−]?\$[\d,.]*\d|\d+ (?:of \d+ )?(?:nodes?|pods?)|\d+ cannot be/g) ?? []).sort();
