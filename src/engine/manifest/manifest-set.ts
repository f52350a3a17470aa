import type { Diagnostic } from '../diagnostic.ts';
import { compareNames } from '../name-order.ts';
import type { Source } from '../source.ts';
import type { Manifest, Suppression } from './manifest.ts';
import { withPatches } from './objects/patches.ts';

/** What one file holds. */
export interface ParsedFile {
  readonly source: Source;
  readonly manifests: readonly Manifest[];
  /** `yaml/…` findings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressions: readonly Suppression[];
  /** Some document could not be read: what base had here is unknown, not removed. */
  readonly isBroken: boolean;
}

/** All objects of one side (base, head or live state), ordered by file path and place in the file. */
export interface ManifestSet {
  readonly files: readonly ParsedFile[];
  readonly manifests: readonly Manifest[];
}

/** Orders files by path and joins their objects. `originals` are files that others were made from: only their comments count. */
export function manifestSet(files: readonly ParsedFile[], originals: readonly ParsedFile[] = []): ManifestSet {
  const ordered = [...files].sort((a, b) => compareNames(a.source.file, b.source.file));
  return {
    files: [...ordered.map(withoutComments), ...originals.map(commentsOnly)],
    manifests: withPatches(ordered.flatMap((file) => file.manifests)),
  };
}

/** A comment that came along into a text that was made counts where somebody wrote it. */
const withoutComments = (file: ParsedFile): ParsedFile =>
  file.source.origin === undefined || file.suppressions.length === 0 ? file : { ...file, suppressions: [] };

/** What a file of which something was made still says itself. A template is no YAML, and that is no fault of it. */
const commentsOnly = (file: ParsedFile): ParsedFile => ({ ...file, diagnostics: [], isBroken: false });

/** A file that the host could not read, from its `io/…` finding: what it holds is unknown, not nothing. */
export const unreadFile = (diagnostic: Diagnostic, file: string = diagnostic.span.file): ParsedFile => ({
  source: { file, text: '' },
  manifests: [],
  diagnostics: [diagnostic],
  suppressions: [],
  // A note says that the file does not matter.
  isBroken: diagnostic.severity !== 'note',
});

/** A text that could not be made, for a reason that its finding gives, or another one. What it held is unknown, however grave that is. */
export const unmadeFile = (file: string, diagnostic: Diagnostic | null): ParsedFile => ({
  source: { file, text: '' },
  manifests: [],
  diagnostics: diagnostic ? [diagnostic] : [],
  suppressions: [],
  isBroken: true,
});

/** A file that is quoted and nothing else. */
export const quotedFile = (source: Source): ParsedFile => ({
  ...{ source, manifests: [], diagnostics: [], suppressions: [], isBroken: false },
});
