import type { Diagnostic, Label, Severity } from '../../text/diagnostic.ts';
import { folderOf, type Span } from '../../text/source.ts';

interface Refusal {
  readonly at: Span;
  readonly help: string;
  /** An error by default. */
  readonly severity?: Severity;
  readonly labels?: readonly Label[];
}

/** What makes Terraform refuse code whose syntax is valid. */
export const terraformRefusal = (
  message: string,
  { at, help, severity = 'error', labels = [] }: Refusal,
): Diagnostic => ({
  code: 'terraform/syntax',
  severity,
  message,
  span: at,
  labels,
  resource: null,
  help,
  refusedRoots: [folderOf(at.file)],
});
