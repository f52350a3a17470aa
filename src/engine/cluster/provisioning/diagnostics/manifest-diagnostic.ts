import type { Manifest, Path } from '../../../manifest/model/manifest.ts';
import type { AdvisedLimit, Code, Diagnostic, Label, Measure, Severity } from '../../../text/diagnostic.ts';

/** A finding in one object, at a path in it. */
export interface ManifestDiagnostic extends Pick<Diagnostic, 'mayEvict' | 'unplacedPods'> {
  readonly code: Code;
  readonly severity: Severity;
  readonly at: Path;
  readonly message: string;
  readonly labels?: readonly Label[];
  readonly help?: string;
  readonly advisedLimits?: readonly AdvisedLimit[];
  readonly measures?: readonly Measure[];
  readonly because?: NonNullable<Diagnostic['because']>;
  readonly isProminent?: true;
  readonly unplacedPods?: NonNullable<Diagnostic['unplacedPods']>;
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
