import type { Change } from '../../change.ts';
import type { Diagnostic, Edit, Fix, Label } from '../../diagnostic.ts';
import type { LintDiagnostic } from '../../lint/rule.ts';
import { LineIndex, type Origin, type Source, type Span } from '../../source.ts';

/** Gives findings and changes of one side the places of the repository, where they were found in text that a tool made. */
export class Origins {
  readonly #made: ReadonlyMap<string, Source>;
  readonly #texts: ReadonlyMap<string, string>;

  /** `originals` are the files that the texts were made from: an edit is only offered where they say the same. */
  constructor(sources: readonly Source[], originals: readonly Source[]) {
    this.#made = new Map(sources.flatMap((source) => (source.origin ? [[source.file, source] as const] : [])));
    this.#texts = new Map(originals.map(({ file, text }) => [file, text]));
  }

  /** A finding at its place in the repository. */
  trace(diagnostic: Diagnostic): Diagnostic {
    if (this.#made.size === 0) return diagnostic;
    const { fix, ...rest } = diagnostic;
    const labels = diagnostic.labels.map((label): Label => ({ ...label, span: this.span(label.span) }));
    const tracedFix = fix && this.#fix(fix);
    const traced = { ...this.#explaining(rest), labels, ...(tracedFix && { fix: tracedFix }) };
    const origin = this.#originOf(diagnostic.span);
    if (!origin) return traced;
    const { span, isExact } = origin.trace(diagnostic.span.start, diagnostic.span.end);
    return { ...traced, span, foundIn: { tool: origin.tool, roots: [origin.root], isExact } };
  }

  /** What a finding explains is looked for by place, and that is then one of the repository too. */
  #explaining<T extends Omit<LintDiagnostic, 'fix'>>(diagnostic: T): T {
    const { explains } = diagnostic;
    if (!explains) return diagnostic;
    return { ...diagnostic, explains: { ...explains, spans: explains.spans.map((span) => this.span(span)) } };
  }

  change(change: Change): Change {
    const origin = this.#originOf(change.span);
    return { ...change, span: this.span(change.span), ...(origin && { roots: [origin.root] }) };
  }

  span(span: Span): Span {
    const origin = this.#originOf(span);
    return origin ? origin.trace(span.start, span.end).span : span;
  }

  #originOf({ file }: Span): Origin | undefined {
    return this.#made.get(file)?.origin;
  }

  /** All of its edits, or none. */
  #fix(fix: Fix): Fix | undefined {
    const edits = fix.edits.map((edit) => this.#edit(edit));
    return edits.every((edit) => edit !== undefined) ? { ...fix, edits } : undefined;
  }

  #edit(edit: Edit): Edit | undefined {
    const source = this.#made.get(edit.file);
    if (!source) return edit;
    if (source.origin?.edit) return source.origin.edit(edit.start, edit.end, edit.newText);
    // What spans lines carries indentation, which may differ between the two texts: then the whole lines have to be the same.
    const isOneLine = !`${source.text.slice(edit.start, edit.end)}${edit.newText}`.includes('\n');
    const lines = new LineIndex(source.text);
    const from = isOneLine ? edit.start : lines.start(lines.position(edit.start).line);
    const place = source.origin!.trace(from, edit.end);
    const there = this.#texts.get(place.span.file)?.slice(place.span.start, place.span.end);
    if (!place.isExact || there !== source.text.slice(from, edit.end)) return undefined;
    const { file, start, end } = place.span;
    return { ...edit, file, start: start + (edit.start - from), end };
  }
}

/** What several roots give at one place is one finding, and a new one if it is new in one of them. */
export function withoutRepeats<F extends { readonly diagnostic: Diagnostic; readonly isNew: boolean }>(
  findings: readonly F[],
): F[] {
  const known = new Map<string, F>();
  findings.forEach((finding, index) => {
    const { code, message, span, foundIn } = finding.diagnostic;
    // Objects that one template gives have it in common.
    const key = foundIn ? JSON.stringify([code, message, span]) : String(index);
    const other = known.get(key);
    known.set(key, other ? together(other, finding) : finding);
  });
  return [...known.values()];
}

/** What changes in several roots or environments alike is one change. */
export function withoutRepeatedChanges(changes: readonly Change[]): Change[] {
  const known = new Map<string, Change>();
  changes.forEach((change, index) => {
    const { roots, environments, span: _, ...rest } = change;
    const key = roots || environments ? JSON.stringify(rest) : String(index);
    const other = known.get(key);
    known.set(
      key,
      other ? { ...other, ...joined('roots', other, change), ...joined('environments', other, change) } : change,
    );
  });
  return [...known.values()];
}

function joined(key: 'roots' | 'environments', one: Change, other: Change): Partial<Change> {
  const names = [...new Set([...(one[key] ?? []), ...(other[key] ?? [])])].sort();
  return names.length === 0 ? {} : { [key]: names };
}

function together<F extends { readonly diagnostic: Diagnostic; readonly isNew: boolean }>(a: F, b: F): F {
  const [one, other] = [a.diagnostic.foundIn!, b.diagnostic.foundIn!];
  const roots = [...new Set([...one.roots, ...other.roots])].sort();
  const foundIn = { ...one, roots, isExact: one.isExact && other.isExact };
  return { ...a, isNew: a.isNew || b.isNew, diagnostic: { ...a.diagnostic, foundIn } };
}
