import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../../../engine/diagnostic.ts';
import type { Review } from '../../../engine/review/review-data.ts';
import type { Span } from '../../../engine/source.ts';

/** From where files are named, and from where somebody looks at them. */
export interface PathDisplay {
  /** Folder that the names of files count from. */
  readonly root: string;
  readonly cwd: string;
}

/** The review with files named as somebody in `cwd` can open them. */
export function withShownPaths({ root, cwd }: PathDisplay, review: Review): Review {
  if (root === cwd) return review;
  const rename = (file: string): string => (file === '<stdin>' ? file : relative(cwd, resolve(root, file)));
  const at = <S extends Span>(span: S): S => ({ ...span, file: rename(span.file) });
  const moved = ({ span, labels, fix, ...rest }: Diagnostic): Diagnostic => ({
    ...rest,
    span: at(span),
    labels: labels.map((label) => ({ ...label, span: at(label.span) })),
    ...(fix && { fix: { ...fix, edits: fix.edits.map(at) } }),
  });
  return {
    ...review,
    findings: review.findings.map((finding) => ({ ...finding, diagnostic: moved(finding.diagnostic) })),
    suppressed: review.suppressed.map((entry) => ({ ...entry, diagnostic: moved(entry.diagnostic) })),
    texts: new Map([...review.texts].map(([file, text]) => [rename(file), text])),
  };
}
