import type { Code, Diagnostic, Label, Severity } from '../../diagnostic.ts';
import type { Manifest, Path } from '../../manifest/manifest.ts';

/** A finding in one object, at a path in it. */
export interface ManifestDiagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly at: Path;
  readonly message: string;
  readonly labels?: readonly Label[];
  readonly help?: string;
}

/** The finding as a diagnostic of a manifest. */
export const manifestDiagnostic = (
  manifest: Manifest,
  { at, labels = [], ...rest }: ManifestDiagnostic,
): Diagnostic => ({
  ...rest,
  span: manifest.span(at),
  labels,
  resource: manifest.ref,
});

/** The first few names, and the number of the others. */
export const firstNames = (names: readonly string[], shown = 3): string =>
  names.slice(0, shown).join(', ') + (names.length > shown ? ` and ${names.length - shown} more` : '');
