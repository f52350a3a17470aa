import type { Diagnostic } from '../../engine/diagnostic.ts';
import {
  isManifestPath,
  isTelling,
  isTerraformPath,
  mayDefineRoots,
  mayHoldBuiltin,
  mayHoldHint,
  mayHoldManifest,
} from '../../engine/manifest/prefilter.ts';
import { compareNames } from '../../engine/name-order.ts';
import type { Source } from '../../engine/source.ts';
import { megabytes } from '../../engine/text/megabytes.ts';
import { CustomSources, mayBeCustom } from './custom-sources.ts';

/** The files of one side of a review, sorted by path; texts that cannot matter are not kept. */
export interface SourceTree {
  /** Files that may hold manifests. */
  readonly sources: readonly Source[];
  /** Files that may tell the region, Karpenter's version or its settings; some are among `sources` too. */
  readonly hintSources: readonly Source[];
  /** One `io/…` finding for each file that could not be read: what it holds is unknown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files that Git LFS holds: they count where base has a manifest, or another pointer. */
  readonly pointers?: readonly Source[];
  /** Files of objects that no review needs, where the other side may have another file: they matter if it has. */
  readonly builtins?: readonly Source[];
  /** Paths asked for that do not exist on this side. */
  readonly missingPaths: readonly string[];
  /** Objects of Argo CD and Flux, which say what else is applied. */
  readonly definitions?: readonly Source[];
  /** There are kustomizations, charts or such objects: without any nothing is ever rendered. */
  readonly hasRoots?: boolean;
  /** See TreePurpose. */
  readonly mayDiffer?: TreePurpose['mayDiffer'];
}

/** The tree of a side that holds nothing. */
export const emptyTree: SourceTree = { sources: [], hintSources: [], diagnostics: [], missingPaths: [] };

/** Files longer than this are not read. */
export const maxFileBytes = 32 * 1024 * 1024;
/** Texts kept from one tree, in UTF-16 code units; beyond that a review would need gigabytes. */
export const maxTreeLength = 32 * 1024 * 1024;

const byPlace = (a: Diagnostic, b: Diagnostic) =>
  compareNames(a.span.file, b.span.file) || compareNames(a.code, b.code);
const byFile = (a: Source, b: Source) => compareNames(a.file, b.file);

/** A finding for a file that is not read. */
export function unreadDiagnostic(
  file: string,
  what: Pick<Diagnostic, 'code' | 'severity' | 'message' | 'help'>,
): Diagnostic {
  return { ...what, span: { file, start: 0, end: 0 }, labels: [], resource: null };
}

/** What Git LFS leaves in place of a file. */
const isLargeFilePointer = (text: string): boolean => text.startsWith('version https://git-lfs.github.com/spec/');

/** Whether a file of that name makes its folder a kustomization or a chart. */
export const isRootName = (file: string): boolean =>
  /(?:^|\/)(?:kustomization\.ya?ml|Kustomization|Chart\.yaml)$/.test(file);

/** Hears of manifests while there is more to read. */
export type OnSource = (source: Source) => void;

/** What a tree is read for. */
export interface TreePurpose {
  readonly onSource?: OnSource | undefined;
  /** Whether the other side may have another file of that name, or none: what changed matters whatever kinds it holds. */
  readonly mayDiffer?: (file: string) => boolean;
  /** Files that a link or a kustomization makes manifests, whatever their names. */
  readonly linked?: ReadonlySet<string>;
}

/** Collects the files of a tree in any order. */
export class SourceTreeBuilder {
  readonly #sources: Source[] = [];
  readonly #hintSources: Source[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #pointers: Source[] = [];
  readonly #definitions: Source[] = [];
  readonly #builtins: Source[] = [];
  readonly #custom = new CustomSources();
  #hasRoots = false;
  readonly missingPaths: string[] = [];
  readonly #purpose: TreePurpose;
  #length = 0;

  constructor(purpose: TreePurpose = {}) {
    this.#purpose = purpose;
  }

  /** Whether a file is worth keeping. */
  mayMatter(file: string, text: string): boolean {
    if (isLargeFilePointer(text) || this.#isBuiltin({ file, text })) return true;
    const isManifest = this.#isManifest(file);
    // Terraform that a link calls a manifest is Terraform all the same.
    if (isManifest && !isTerraformPath(file) && !isTelling(file, text)) return false;
    return (
      (isManifest && mayHoldManifest(text)) ||
      mayHoldHint(file, text) ||
      mayDefineRoots(file, text) ||
      mayBeCustom(file, text)
    );
  }

  /** Whether something makes a manifest of a file, whatever its name. */
  hasLinked(file: string): boolean {
    return this.#purpose.linked?.has(file) === true;
  }

  #isManifest(file: string): boolean {
    return isManifestPath(file) || this.hasLinked(file);
  }

  #isBuiltin({ file, text }: Source): boolean {
    return this.#purpose.mayDiffer?.(file) === true && mayHoldBuiltin(file, text);
  }

  /** Keeps a file if it can matter; one that the user named is kept in any case. */
  add(source: Source, isNamed = false): void {
    const { file, text } = source;
    if (isLargeFilePointer(text)) this.#pointers.push({ file, text });
    const isManifest = isNamed || (this.#isManifest(file) && mayHoldManifest(text));
    const isHint = mayHoldHint(file, text);
    const isDefinition = mayDefineRoots(file, text);
    const isBuiltin = !isManifest && this.#isBuiltin(source);
    this.#custom.add(source);
    if (!isManifest && !isHint && !isDefinition && !isBuiltin) return;
    this.#length += text.length;
    if (this.#length > maxTreeLength) {
      this.report(tooMuch(file));
      return;
    }
    if (isManifest) {
      this.#sources.push(source);
      this.#purpose.onSource?.(source);
    }
    if (isBuiltin) this.#builtins.push(source);
    if (isHint) this.#hintSources.push(source);
    if (isDefinition) this.#definitions.push(source);
  }

  /** Takes note of a name, whether or not the file is worth reading. */
  note(file: string): void {
    this.#hasRoots ||= isRootName(file);
  }

  report(diagnostic: Diagnostic): void {
    this.#diagnostics.push(diagnostic);
  }

  build(): SourceTree {
    const sources = new Set([...this.#sources, ...this.#custom.matching()]);
    return {
      sources: [...sources].sort(byFile),
      hintSources: this.#hintSources.sort(byFile),
      diagnostics: this.#diagnostics.sort(byPlace),
      pointers: this.#pointers,
      builtins: this.#builtins.filter((source) => !sources.has(source)),
      missingPaths: this.missingPaths,
      definitions: this.#definitions.sort(byFile),
      hasRoots: this.#hasRoots || this.#definitions.length > 0,
      ...(this.#purpose.mayDiffer && { mayDiffer: this.#purpose.mayDiffer }),
    };
  }
}

const inLargeFileStorage = (file: string): Diagnostic =>
  unreadDiagnostic(file, {
    code: 'io/lfs-pointer',
    severity: 'warning',
    message: 'Git LFS holds this file now, and only its pointer is in the repository, so what it says is unknown',
    help: 'Keep manifests out of Git LFS: take the path out of .gitattributes, and add the file again.',
  });

const tooMuch = (file: string): Diagnostic =>
  unreadDiagnostic(file, {
    code: 'io/too-large',
    severity: 'error',
    message: `The tree holds more than ${megabytes(maxTreeLength)} MB of manifests, so this file is not read`,
    help: 'Review fewer folders at once.',
  });

/**
 * Both sides of a comparison. Head gets the very Source objects of base where path and text are the same, so that they are parsed
 * once, and objects that no review needs come in where head's file is new or another. What head does not let us read any more
 * matters where base has a manifest: that is unknown, not removed.
 */
export function compareTrees(base: SourceTree, head: SourceTree): SourceTrees {
  const before = new Map(filesOf(base).map((source) => [source.file, source]));
  const isSame = ({ file, text }: Source): boolean => before.get(file)?.text === text;
  const shared = (source: Source): Source => (isSame(source) ? before.get(source.file)! : source);
  const touched = new Set(filesOf(head).flatMap((source) => (isSame(source) ? [] : [source.file])));
  return {
    base: withBuiltins(base, touched),
    head: {
      ...withBuiltins({ ...head, sources: head.sources.map(shared) }, touched),
      hintSources: head.hintSources.map(shared),
      diagnostics: withLostManifests(base, head).map(changedIn(base, head)),
    },
  };
}

/** Both sides of a comparison. */
export interface SourceTrees {
  readonly base: SourceTree;
  readonly head: SourceTree;
}

/** All files that were kept; some stand there twice. */
export const filesOf = ({ sources, hintSources, builtins = [], definitions = [] }: SourceTree): Source[] => [
  ...sources,
  ...hintSources,
  ...builtins,
  ...definitions,
];

function withBuiltins({ builtins = [], ...tree }: SourceTree, touched: ReadonlySet<string>): SourceTree {
  return { ...tree, sources: [...tree.sources, ...builtins.filter(({ file }) => touched.has(file))].sort(byFile) };
}

/** Marks what cannot be read on both sides and may have changed. */
function changedIn({ diagnostics }: SourceTree, { mayDiffer }: SourceTree): (one: Diagnostic) => Diagnostic {
  // Where nobody was asked, base has taken over the findings of what did not change.
  const same = new Set(diagnostics);
  const isSame = (one: Diagnostic): boolean => (mayDiffer ? !mayDiffer(one.span.file) : same.has(one));
  return (one) => (one.severity === 'error' && !isSame(one) ? { ...one, isChanged: true } : one);
}

function withLostManifests(base: SourceTree, { diagnostics, pointers = [], mayDiffer }: SourceTree): Diagnostic[] {
  const manifests = new Set(base.sources.map(({ file }) => file));
  const before = new Map(base.pointers?.map(({ file, text }) => [file, text]));
  // Whoever has the content applies what nobody saw. Other files than YAML are kept there for good reasons.
  const isUnseen = ({ file, text }: Source): boolean =>
    manifests.has(file) || (/\.ya?ml$/i.test(file) && mayDiffer?.(file) === true && before.get(file) !== text);
  const raised = diagnostics.map(
    (one): Diagnostic =>
      one.severity === 'note' && manifests.has(one.span.file) ? { ...one, severity: 'warning' } : one,
  );
  const unseen = pointers.filter(isUnseen).map(({ file }) => inLargeFileStorage(file));
  return [...raised, ...unseen].sort(byPlace);
}
