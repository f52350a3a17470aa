import { DiagnosticSeverity, type Diagnostic as EditorDiagnostic } from 'vscode-languageserver';
import { explain } from '../../engine/review/codes/explanations.ts';
import type { Diagnostic, Severity } from '../../engine/text/diagnostic.ts';
import { type EditorReview, editorRangeOf, type ReviewWithPlaces, uriOf } from './editor-review.ts';

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

/** The findings of all files, by URI. While somebody types, those of kustomizations, charts and Terraform are the ones of the last save. */
export function diagnosticsByFile({ root, review, saved }: EditorReview): Map<string, EditorDiagnostic[]> {
  const byFile = new Map<string, EditorDiagnostic[]>();

  const add = (where: ReviewWithPlaces, isShown: (finding: Diagnostic) => boolean): void => {
    for (const { diagnostic } of where.review.findings) {
      if (!isShown(diagnostic)) continue;
      const uri = uriOf(where, diagnostic.span.file);
      byFile.set(uri, [...(byFile.get(uri) ?? []), editorDiagnostic(where, diagnostic)]);
    }
  };

  add({ root, review }, (finding) => review === saved || !isOfRendering(finding));
  if (review !== saved) add({ root, review: saved }, isOfRendering);

  return byFile;
}

/** Whether only a complete review finds it. */
const isOfRendering = ({ code, foundIn }: Diagnostic): boolean => foundIn !== undefined || code.startsWith('render/');

/** A finding as editors show it: what is wrong, then what to do. */
export function editorDiagnostic(review: ReviewWithPlaces, finding: Diagnostic): EditorDiagnostic {
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
