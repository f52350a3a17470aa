import { DiagnosticSeverity, type Diagnostic as EditorDiagnostic } from 'vscode-languageserver';
import { explain } from '../../engine/codes/explanations.ts';
import type { Diagnostic, Severity } from '../../engine/diagnostic.ts';
import { type EditorReview, editorRangeOf, uriOf } from './editor-review.ts';

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

/** The findings of all files, by URI. */
export function diagnosticsByFile(review: EditorReview): Map<string, EditorDiagnostic[]> {
  const byFile = new Map<string, EditorDiagnostic[]>();
  for (const { diagnostic } of review.review.findings) {
    const uri = uriOf(review, diagnostic.span.file);
    byFile.set(uri, [...(byFile.get(uri) ?? []), editorDiagnostic(review, diagnostic)]);
  }
  return byFile;
}

/** A finding as editors show it: what is wrong, then what to do. */
export function editorDiagnostic(review: EditorReview, finding: Diagnostic): EditorDiagnostic {
  const { code, severity, message, help, span, labels } = finding;
  const url = explain(code)?.url;
  return {
    range: editorRangeOf(review, span.file, [span.start, span.end]),
    severity: severities[severity],
    source: 'plumbline',
    code,
    ...(url !== undefined && { codeDescription: { href: url } }),
    message: help === undefined ? message : `${message}\n${help}`,
    ...(labels.length > 0 && {
      relatedInformation: labels.map((label) => ({
        location: {
          uri: uriOf(review, label.span.file),
          range: editorRangeOf(review, label.span.file, [label.span.start, label.span.end]),
        },
        message: label.message,
      })),
    }),
  };
}
