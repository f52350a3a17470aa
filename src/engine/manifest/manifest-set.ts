import type { Diagnostic } from '../text/diagnostic.ts';
import { compareNames } from '../text/name-order.ts';
import type { Source } from '../text/source.ts';
import type { Manifest, Suppression } from './model/manifest.ts';
import { withPatches } from './objects/patches.ts';

/** The content of one file. */
export interface ParsedFile {
  readonly source: Source;
  readonly manifests: readonly Manifest[];
  /** `yaml/…` findings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressions: readonly Suppression[];
  /** Whether a document could not be parsed. Objects that base had here are then unknown, not removed. */
  readonly isBroken: boolean;
}

/** All objects of one side (base, head or live state), sorted by file path and place in the file. */
export interface ManifestSet {
  readonly files: readonly ParsedFile[];
  readonly manifests: readonly Manifest[];
}

/** Sorts files by path and joins their objects. `originals` are sources of rendered files. Only their comments are used. */
export function manifestSet(files: readonly ParsedFile[], originals: readonly ParsedFile[] = []): ManifestSet {
  const ordered = [...files].sort((a, b) => compareNames(a.source.file, b.source.file));
  return {
    files: [...ordered.map(withoutComments), ...originals.map(commentsOnly)],
    manifests: withPatches(ordered.flatMap((file) => file.manifests)),
  };
}

/** A comment in rendered text is used at its place in the original file. */
const withoutComments = (file: ParsedFile): ParsedFile => {
  if (file.source.origin === undefined || file.suppressions.length === 0) return file;
  return { ...file, suppressions: [] };
};

/** The comments of a file that was rendered. It may be a template, so invalid YAML is not an error. */
const commentsOnly = (file: ParsedFile): ParsedFile => ({ ...file, diagnostics: [], isBroken: false });

/** A file that the host could not read, from its `io/…` finding. Its content is unknown, not empty. */
export const unreadFile = (diagnostic: Diagnostic, file: string = diagnostic.span.file): ParsedFile => ({
  source: { file, text: '' },
  manifests: [],
  diagnostics: [diagnostic],
  suppressions: [],
  // A finding that is only a note means that the file does not matter.
  isBroken: diagnostic.severity !== 'note' && !isOfReadFile(diagnostic),
});

/** Findings of a host about files whose content is known: what they render to, what a controller does with it, or what Terraform plans. */
const codesOfReadFiles: ReadonlySet<string> = new Set([
  'render/destination',
  'render/missing-dependency',
  'render/other-environment',
  'render/reinstalled',
  'render/unmatched-patch',
  'render/unread-value',
  'render/unset-variable',
  'terraform/new-address',
  'terraform/new-region',
  'terraform/new-state',
]);

const isOfReadFile = ({ code }: Diagnostic): boolean => codesOfReadFiles.has(code);

/** Whether a file is read, but Terraform refuses what it says, so that nothing of it is applied. */
export const isRefusedByTerraform = ({ diagnostics }: ParsedFile): boolean =>
  diagnostics.length > 0 &&
  diagnostics.every(({ code, message }) => code === 'terraform/syntax' && message.includes('Terraform refuses'));

/** A text that could not be rendered. Its content is unknown, whatever the severity of its finding, and it belongs where base has it. */
export const unrenderedFile = (file: string, diagnostic: Diagnostic | null, before?: Source): ParsedFile => ({
  source: { file, text: '', ...(before?.origin && { origin: before.origin }) },
  manifests: [],
  diagnostics: diagnostic ? [diagnostic] : [],
  suppressions: [],
  isBroken: true,
});

/** A file whose text is only quoted in reports. */
export const quotedFile = (source: Source): ParsedFile => ({
  source,
  manifests: [],
  diagnostics: [],
  suppressions: [],
  isBroken: false,
});
