import { karpenterGroupPattern } from '../../manifest/model/karpenter-kinds.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { allDocuments } from './gitops/definition.ts';
import { isExample } from './helm/chart.ts';

/** An object of Karpenter within another object, in YAML, JSON or a block of text. */
const nested = new RegExp(
  String.raw`^(?:[ \t]+(?:- )?|[^#\n]*[{,][ \t]*)["']?apiVersion["']?[ \t]*:[ \t]*["']?${karpenterGroupPattern}/`,
  'm',
);
const ownKind = /^["']?kind["']?[ \t]*:[ \t]*["']?(\w+)/m;

/** Kinds whose inner objects are read, and definitions of kinds, which only describe objects. */
const read =
  /List$|^(?:Application|ApplicationSet|HelmRelease|HelmChart|Kustomization|CustomResourceDefinition|NodePool|\w*NodeClass|NodeOverlay)$/;

/** One finding for all changed objects that contain objects of Karpenter and that are not read. */
export function unseenObjects(before: readonly Source[], after: readonly Source[]): Diagnostic[] {
  const edited = changedHolders(before, after).filter(({ source }) => !isExample(source.file));
  const [first] = edited;
  if (!first) return [];

  const files = [...new Set(edited.map(({ file }) => file))];
  const isThere = after.some(({ file }) => file === first.file);

  return [
    {
      code: 'render/unknown',
      severity: 'note',
      message: `The change edits ${firstNames(files.map(quoted))}, where ${quoted(first.kind)} contains objects of Karpenter. plumbline does not read them there, so the effect is unknown`,
      span: { file: first.file, ...(isThere ? first.span : { start: 0, end: 0 }) },
      labels: [],
      resource: null,
      help: 'Compare the objects that it creates before and after the change.',
      isChanged: true,
    },
  ];
}

/** An object that contains objects of Karpenter. */
export interface Holder {
  readonly source: Source;
  readonly file: string;
  readonly kind: string;
  /** Where the first inner object is. */
  readonly span: { readonly start: number; readonly end: number };
}

/** The objects that contain objects of Karpenter and that only one side has, by file. */
export function changedHolders(before: readonly Source[], after: readonly Source[]): Holder[] {
  // Equal files of both sides are the same object.
  const [isOld, isNew] = [new Set(before), new Set(after)];
  const old = holdersIn(before.filter((source) => !isNew.has(source)));
  const now = holdersIn(after.filter((source) => !isOld.has(source)));

  return [...new Map([...old, ...now])]
    .filter(([key]) => !(old.has(key) && now.has(key)))
    .map(([, holder]) => holder)
    .sort((a, b) => compareNames(a.file, b.file));
}

/** The documents of files that contain objects of Karpenter within another object, by their text. */
function holdersIn(sources: readonly Source[]): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>();

  for (const source of sources) {
    const { file, text } = source;
    if (!nested.test(text)) continue;

    for (const [start, document] of allDocuments(text)) {
      const [, kind] = ownKind.exec(document) ?? [];
      const inner = kind === undefined || read.test(kind) ? null : nested.exec(document);
      if (kind === undefined || !inner) continue;

      const at = start + inner.index + inner[0].search(/\S/);
      const span = { start: at, end: start + inner.index + inner[0].length };
      holders.set(`${file}\n${document.trim()}`, { source, file, kind, span });
    }
  }

  return holders;
}
