import { type CodeAction, CodeActionKind, type TextEdit } from 'vscode-languageserver';
import type { Fix } from '../../engine/text/diagnostic.ts';
import { editorDiagnostic } from './diagnostics.ts';
import { type EditorRange, type EditorReview, editorRangeOf, shareLine, uriOf } from './editor-review.ts';

/** The fixes of the findings on some lines. The editor applies one only if the user chooses it. */
export function codeActions(
  review: EditorReview,
  { file, range }: { readonly file: string; readonly range: EditorRange },
): CodeAction[] {
  return review.review.findings.flatMap(({ diagnostic }) => {
    const { fix, span } = diagnostic;
    if (fix === undefined || span.file !== file) return [];
    if (!shareLine(editorRangeOf(review, file, [span.start, span.end]), range)) return [];

    return [
      {
        title: fix.description,
        kind: CodeActionKind.QuickFix,
        diagnostics: [editorDiagnostic(review, diagnostic)],
        isPreferred: true,
        edit: { changes: changesOf(review, fix) },
      },
    ];
  });
}

function changesOf(review: EditorReview, { edits }: Fix): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, start, end, newText } of edits) {
    const uri = uriOf(review, file);
    changes[uri] = [...(changes[uri] ?? []), { range: editorRangeOf(review, file, [start, end]), newText }];
  }
  return changes;
}
