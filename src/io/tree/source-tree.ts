import { mayHaveUnseenPods } from '../../engine/files/sources/unseen-pods.ts';
import { mayBeNodeValues } from '../../engine/manifest/node-charts.ts';
import {
  isHelmfilePath,
  isManifestPath,
  isManifestTemplate,
  isScriptPath,
  isTelling,
  isTerraformPath,
  mayDefineRoots,
  mayHoldBuiltin,
  mayHoldHint,
  mayHoldManifest,
} from '../../engine/manifest/prefilter.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import { megabytes } from '../../engine/text/words/megabytes.ts';
import { CustomSources, mayBeCustom } from './custom-sources.ts';

/** The files of one side of a review, sorted by path. Irrelevant texts are not kept. */
export interface SourceTree {
  /** Files that may contain manifests. */
  readonly sources: readonly Source[];
  /** Files that may contain the region, Karpenter's version or its settings. Some are also in `sources`. */
  readonly hintSources: readonly Source[];
  /** One `io/…` finding for each file that could not be read, so that its content is unknown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files in Git LFS. They matter if base has a manifest there, or a different pointer. */
  readonly pointers?: readonly Source[];
  /** Files with objects that a review does not need. They matter only if the other side has a different file. */
  readonly builtins?: readonly Source[];
  /** Objects of operators that create pods, and values for NodePools where the other side may have others. They are not reviewed themselves. */
  readonly unseen?: readonly Source[];
  /** Requested paths that do not exist on this side. */
  readonly missingPaths: readonly string[];
  /** Objects of Argo CD and Flux, which define what else is applied. */
  readonly definitions?: readonly Source[];
  /** Whether there are kustomizations, charts or such objects. Without any, nothing is rendered. */
  readonly hasRoots?: boolean;
  /** See TreePurpose. */
  readonly mayDiffer?: TreePurpose['mayDiffer'];
}

export const emptyTree: SourceTree = { sources: [], hintSources: [], diagnostics: [], missingPaths: [] };

/** Files longer than this are not read. */
export const maxFileBytes = 32 * 1024 * 1024;
/** The most text to keep of one tree, in UTF-16 code units. With more, a review would need gigabytes of memory. */
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

/** Whether the text is a pointer of Git LFS in place of a file. */
const isLargeFilePointer = (text: string): boolean => text.startsWith('version https://git-lfs.github.com/spec/');

/** Whether a file with this name makes its folder a kustomization or a chart. */
export const isRootName = (file: string): boolean =>
  /(?:^|\/)(?:kustomization\.ya?ml|Kustomization|Chart\.yaml)$/.test(file);

/** Called with each manifest while others are still being read. */
type OnSource = (source: Source) => void;

/** What a tree is read for. */
export interface TreePurpose {
  readonly onSource?: OnSource | undefined;
  /** Whether the other side may have a different file with this name, or none. A changed file matters whatever its kinds. */
  readonly mayDiffer?: (file: string) => boolean;
  /** Files that are manifests because of a link or a kustomization, whatever their names. */
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
  readonly #unseen: Source[] = [];
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
    if (isLargeFilePointer(text) || this.#isBuiltin({ file, text }) || this.#isUnseen({ file, text })) return true;

    const isManifest = this.#isManifest(file, text);
    // A Terraform file stays Terraform even if a link gives it the name of a manifest.
    if (isManifest && !isTerraformPath(file) && !isTelling(file, text)) return false;

    return (
      (isManifest && mayHoldManifest(text)) ||
      mayHoldHint(file, text) ||
      mayDefineRoots(file, text) ||
      mayBeCustom(file, text)
    );
  }

  /** Whether a link or a kustomization makes a file a manifest, whatever its name. */
  hasLinked(file: string): boolean {
    return this.#purpose.linked?.has(file) === true;
  }

  #isManifest(file: string, text: string): boolean {
    return isManifestPath(file) || this.hasLinked(file) || isManifestTemplate(file, text);
  }

  #isBuiltin({ file, text }: Source): boolean {
    return this.#purpose.mayDiffer?.(file) === true && mayHoldBuiltin(file, text);
  }

  #isUnseen({ file, text }: Source): boolean {
    if (!/\.ya?ml$/i.test(file)) return false;
    // Pods that no figure counts matter to every figure, whether or not the change edits them.
    return mayHaveUnseenPods(text) || (this.#purpose.mayDiffer?.(file) === true && mayBeNodeValues(text));
  }

  /** Keeps a file if it can matter. A file that the user named is always kept. */
  add(source: Source, isNamed = false): void {
    const { file, text } = source;
    if (isLargeFilePointer(text)) this.#pointers.push({ file, text });

    const isManifest = isNamed || (this.#isManifest(file, text) && mayHoldManifest(text));
    const isHint = mayHoldHint(file, text);
    const isDefinition = mayDefineRoots(file, text);
    const isBuiltin = !isManifest && this.#isBuiltin(source);

    this.#custom.add(source);
    const isUnseen = this.#isUnseen(source);
    if (!isManifest && !isHint && !isDefinition && !isBuiltin && !isUnseen) return;

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
    if (isUnseen) this.#unseen.push(source);
    if (isHint) this.#hintSources.push(source);
    if (isDefinition) this.#definitions.push(source);
  }

  /** Records a name, whether or not the file is relevant. */
  note(file: string): void {
    this.#hasRoots ||= isRootName(file) || isHelmfilePath(file);
  }

  /** Adds a finding, unless it is about a script, which only gives hints. */
  report(diagnostic: Diagnostic): void {
    const { file } = diagnostic.span;
    if (!isScriptPath(file) || this.hasLinked(file)) this.#diagnostics.push(diagnostic);
  }

  build(): SourceTree {
    const sources = new Set([...this.#sources, ...this.#custom.matching()]);
    return {
      sources: [...sources].sort(byFile),
      hintSources: this.#hintSources.sort(byFile),
      diagnostics: this.#diagnostics.sort(byPlace),
      pointers: this.#pointers,
      builtins: this.#builtins.filter((source) => !sources.has(source)),
      unseen: this.#unseen.sort(byFile),
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
    message:
      'This file is now stored in Git LFS, and the repository has only a pointer to it, so its content is unknown',
    help: 'Remove the path from .gitattributes and add the file again, so that the manifest is not in Git LFS.',
  });

const tooMuch = (file: string): Diagnostic =>
  unreadDiagnostic(file, {
    code: 'io/too-large',
    severity: 'error',
    message: `There are more than ${megabytes(maxTreeLength)} MB of manifests, so this file is not read`,
    help: 'Review fewer folders at once.',
  });

/**
 * Both sides of a comparison. If path and text are equal, head gets the Source objects of base, so that they are parsed
 * once. Objects that a review does not need are added only if head's file is new or different, with those of base that
 * are gone, from where they may have moved. A file that cannot be read at head matters if base has a manifest there:
 * its objects are unknown and not removed.
 */
export function compareTrees(base: SourceTree, head: SourceTree): SourceTrees {
  const before = new Map(filesOf(base).map((source) => [source.file, source]));
  const isSame = ({ file, text }: Source): boolean => before.get(file)?.text === text;
  const shared = (source: Source): Source => {
    if (isSame(source)) return before.get(source.file)!;
    return source;
  };
  const touched = new Set(
    filesOf(head).flatMap((source) => {
      if (isSame(source)) return [];
      return [source.file];
    }),
  );
  const after = new Set(filesOf(head).map(({ file }) => file));
  const mayHaveMoved = (head.builtins ?? []).some(({ file }) => !before.has(file));
  const gone = mayHaveMoved ? filesOf(base).filter(({ file }) => !after.has(file)) : [];

  return {
    base: withBuiltins(base, new Set([...touched, ...gone.map(({ file }) => file)])),
    head: {
      ...withBuiltins({ ...head, sources: head.sources.map(shared) }, touched),
      hintSources: head.hintSources.map(shared),
      diagnostics: withLostManifests(base, head).map(changedIn(base, head)),
    },
  };
}

/** Both sides of a comparison. */
interface SourceTrees {
  readonly base: SourceTree;
  readonly head: SourceTree;
}

/** All files that were kept. Some are listed twice. */
export const filesOf = ({
  sources,
  hintSources,
  builtins = [],
  definitions = [],
  unseen = [],
}: SourceTree): Source[] => [...sources, ...hintSources, ...builtins, ...definitions, ...unseen];

function withBuiltins({ builtins = [], ...tree }: SourceTree, touched: ReadonlySet<string>): SourceTree {
  return { ...tree, sources: [...tree.sources, ...builtins.filter(({ file }) => touched.has(file))].sort(byFile) };
}

/**
 * Marks files that cannot be read on either side and may have changed. What the change does not touch is not new: perhaps base has no other file
 * that makes it matter.
 */
function changedIn({ diagnostics }: SourceTree, { mayDiffer }: SourceTree): (one: Diagnostic) => Diagnostic {
  // Without `mayDiffer`, base already has the findings of unchanged files.
  const same = new Set(diagnostics);
  const isSame = (diagnostic: Diagnostic): boolean => {
    if (mayDiffer) return !mayDiffer(diagnostic.span.file);
    return same.has(diagnostic);
  };
  return (diagnostic) => {
    if (mayDiffer?.(diagnostic.span.file) === false) return { ...diagnostic, isChanged: false };
    if (diagnostic.severity === 'error' && !isSame(diagnostic)) return { ...diagnostic, isChanged: true };
    return diagnostic;
  };
}

function withLostManifests(base: SourceTree, { diagnostics, pointers = [], mayDiffer }: SourceTree): Diagnostic[] {
  const manifests = new Set(base.sources.map(({ file }) => file));
  const before = new Map(base.pointers?.map(({ file, text }) => [file, text]));

  // Somebody with access to Git LFS would apply content that nobody reviewed. Only YAML counts, because other files are in Git LFS for good reasons.
  const isUnseen = ({ file, text }: Source): boolean =>
    manifests.has(file) || (/\.ya?ml$/i.test(file) && mayDiffer?.(file) === true && before.get(file) !== text);

  const raised = diagnostics.map((diagnostic): Diagnostic => {
    if (diagnostic.severity === 'note' && manifests.has(diagnostic.span.file))
      return { ...diagnostic, severity: 'warning' };

    return diagnostic;
  });

  const unseen = pointers.filter(isUnseen).map(({ file }) => inLargeFileStorage(file));

  return [...raised, ...unseen].sort(byPlace);
}
