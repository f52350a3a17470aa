import type { Manifest, Path } from '../../manifest/manifest.ts';
import { LineIndex } from '../../source.ts';

/** The most lines that are searched for comments. */
const mostLines = 20;

/** The comments on the lines of a value, and those directly above it. Text that a program made has none. */
export function commentsAt(manifest: Manifest, path: Path): string {
  const lines = new LineIndex(manifest.source.text);
  const { start, end } = manifest.span(path);
  const [first, last] = [lines.position(start).line, lines.position(end).line];
  const own = Array.from(
    { length: Math.min(mostLines, last - first + 1) },
    (_, i) => /(?:^|\s)#(.*)$/.exec(lines.line(first + i))?.[1] ?? '',
  );
  const above: string[] = [];
  for (let line = first - 1; line > 0 && above.length < mostLines; line--) {
    const comment = /^\s*#(.*)$/.exec(lines.line(line))?.[1];
    if (comment === undefined) break;
    above.unshift(comment);
  }
  return [...above, ...own].join(' \n ').trim();
}
