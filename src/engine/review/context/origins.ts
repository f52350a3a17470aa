import { templateOf } from '../../files/clusters/aside-folder.ts';
import type { Change } from '../../manifest/change.ts';
import type { LintDiagnostic } from '../../rules/lint/rule.ts';
import type { Diagnostic, Edit, Fix, Label, ResourceRef } from '../../text/diagnostic.ts';
import { LineIndex, type Origin, type Source, type Span } from '../../text/source.ts';
import { withRootsOf } from './duplicate-findings.ts';

/** Moves findings and changes in rendered text to the place in the repository that they come from. */
export class Origins {
  readonly #made: ReadonlyMap<string, Source>;
  readonly #texts: ReadonlyMap<string, string>;
  /** Templates of files next to them. */
  readonly #templates: ReadonlySet<string>;

  /** `originals` are the files that the texts were rendered from. An edit is only offered if the original has the same text. */
  constructor(sources: readonly Source[], originals: readonly Source[]) {
    this.#made = new Map(
      sources.flatMap((source) => {
        if (source.origin) return [[source.file, source] as const];
        return [];
      }),
    );
    this.#texts = new Map(originals.map(({ file, text }) => [file, text]));
    const files = new Set(sources.map(({ file }) => file));
    this.#templates = new Set(sources.flatMap((source) => templateOf(source, files) ?? []));
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

  /** The same for findings that explain others: they are matched by place, so those places are moved as well. */
  #explaining<T extends Omit<LintDiagnostic, 'fix'>>(diagnostic: T): T {
    const { explains } = diagnostic;
    if (!explains) return diagnostic;
    return { ...diagnostic, explains: { ...explains, spans: explains.spans.map((span) => this.span(span)) } };
  }

  change(change: Change): Change {
    const { file } = change.span;
    const root = this.#originOf(change.span)?.root ?? (this.#templates.has(file) ? file : undefined);
    return { ...change, span: this.span(change.span), ...(root !== undefined && { roots: [root] }) };
  }

  span(span: Span): Span {
    const origin = this.#originOf(span);
    if (origin) return origin.trace(span.start, span.end).span;
    return span;
  }

  #originOf({ file }: Span): Origin | undefined {
    return this.#made.get(file)?.origin;
  }

  /** All edits of the fix, or none. */
  #fix(fix: Fix): Fix | undefined {
    const edits = fix.edits.map((edit) => this.#edit(edit));
    if (edits.every((edit) => edit !== undefined)) return { ...fix, edits };
    return undefined;
  }

  #edit(edit: Edit): Edit | undefined {
    const source = this.#made.get(edit.file);
    if (!source) return edit;
    if (source.origin?.edit) return source.origin.edit(edit.start, edit.end, edit.newText);

    // Edits across lines include indentation, which may differ between the two texts. Then the whole lines must be the same.
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

/** Combines findings that several roots have at one place. The combined finding is new if it is new in one of them. */
export function withoutRepeats<F extends { readonly diagnostic: Diagnostic; readonly isNew: boolean }>(
  findings: readonly F[],
): F[] {
  const unique = new Map<string, F>();
  findings.forEach((finding, index) => {
    const { code, message, span, foundIn, help = '' } = finding.diagnostic;
    // Objects rendered from one template share its place. Their numbers may differ, also in what to do.
    const key = foundIn ? JSON.stringify([code, message, span, help]) : String(index);
    const other = unique.get(key);
    unique.set(key, other ? together(other, finding) : finding);
  });

  return [...unique.values()];
}

/** Combines changes that are the same in several roots or environments. */
export function withoutRepeatedChanges(changes: readonly Change[]): Change[] {
  const unique = new Map<string, Change>();

  changes.forEach((change, index) => {
    const { roots, environments, span: _, ...rest } = change;
    const key = roots || environments ? JSON.stringify(rest) : String(index);
    const other = unique.get(key);

    unique.set(
      key,
      other ? { ...other, ...joined('roots', other, change), ...joined('environments', other, change) } : change,
    );
  });

  return [...unique.values()];
}

function joined(key: 'roots' | 'environments', change: Change, other: Change): Partial<Change> {
  const names = [...new Set([...(change[key] ?? []), ...(other[key] ?? [])])].sort();
  if (names.length === 0) return {};
  return { [key]: names };
}

const together = <F extends { readonly diagnostic: Diagnostic; readonly isNew: boolean }>(a: F, b: F): F => ({
  ...a,
  isNew: a.isNew || b.isNew,
  diagnostic: { ...withRootsOf(a.diagnostic, b.diagnostic), ...otherResources(a.diagnostic, b.diagnostic) },
});

/** The objects of two findings without that of the first, each once. */
function otherResources(first: Diagnostic, second: Diagnostic): Pick<Diagnostic, 'otherResources'> {
  const { resource, otherResources: others = [] } = first;
  const { resource: other } = second;
  if (resource === null || other === null || [resource, ...others].some((object) => isSameObject(object, other)))
    return {};
  return { otherResources: [...others, other] };
}

const isSameObject = (a: ResourceRef, b: ResourceRef): boolean =>
  a.name === b.name && a.namespace === b.namespace && a.kind === b.kind;
