import type { Keeping } from '../../manifest/kept-in-cluster.ts';
import { hasNodes } from '../../manifest/model/karpenter-kinds.ts';
import { isWithin } from '../../text/source.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { isReadable, RootFates } from './removal/removals.ts';
import { isPathGone, isPathLeft } from './removal/vanished-path.ts';
import type { FileTree } from './repository/file-tree.ts';
import type { Root } from './root/root.ts';

/** One side of a change, as far as it decides what is applied. */
interface AppliedSide {
  readonly roots: readonly Root[];
  readonly tree: FileTree;
}

/** The root that applies a file on the other side only. */
export interface NotApplying {
  readonly root: Root;
  readonly isKept: boolean;
  /** Why what is in the file stays in the cluster; undefined if it is deleted. */
  readonly keeping: Keeping | undefined;
}

/** What one side of a change applies and the other does not, although it has the files. */
export interface NotApplied {
  /** Files, each with the root that applies it on the other side, and whether this side has that root. */
  readonly files: ReadonlyMap<string, NotApplying>;
  /** Names of charts and kustomizations that nothing applies any more. */
  readonly roots: ReadonlySet<string>;
}

export const everythingApplied: NotApplied = { files: new Map(), roots: new Set() };

/**
 * What definitions mean that only the other side has. `gone`: their objects go with them. `new`: nothing applied their files before, unless another
 * root does. `unknown`: only roots count that are on both sides.
 */
export type OtherDefinitions = 'gone' | 'new' | 'unknown';

/**
 * What `side` does not apply although `other` does: files that a kustomization or a definition does not name, and what a definition applies that
 * only `other` has. Without this, such files would count as manifests of their own.
 */
export function notApplied(side: AppliedSide, other: AppliedSide, definitions: OtherDefinitions): NotApplied {
  const rootByName = new Map(side.roots.map((root) => [root.name, root]));
  const before = new Set(other.roots.map(({ name }) => name));
  const fates = new RootFates(other, side);
  const isOnlyThere = goneDefinitions({ side, other, definitions, fates });

  const candidates = new Map<string, NotApplying>();

  for (const root of other.roots) {
    const now = rootByName.get(root.name);
    const isComparable = now === undefined ? isOnlyThere(root) : isKnown(root) && isSettled(now, root, side.tree);
    if (!isComparable) continue;

    const kept = new Set(now && appliedFiles(now));
    const keeping = definitions === 'new' ? undefined : fates.of(root)?.keeping;

    const applied = appliedFiles(root);
    const moved =
      now === undefined ? [] : movedBesideTemplates({ root: now, tree: side.tree }, { root, tree: other.tree });
    for (const file of [...applied, ...moved])
      if (!kept.has(file) && side.tree.files.has(file) && !candidates.has(file))
        candidates.set(file, { root, isKept: now !== undefined, keeping });
  }

  if (candidates.size === 0) return everythingApplied;

  const isLeft = (root: Root): boolean =>
    root.by === undefined && !before.has(root.name) && candidates.has(mainFile(root));

  const used = new Set(side.roots.filter((root) => !isLeft(root)).flatMap(appliedFiles));
  return {
    files: new Map([...candidates].filter(([file]) => !used.has(file))),
    roots: new Set(side.roots.filter(isLeft).map(({ name }) => name)),
  };
}

interface Comparing {
  readonly side: AppliedSide;
  readonly other: AppliedSide;
  readonly definitions: OtherDefinitions;
  readonly fates: RootFates;
}

/** Which definitions that only `other` has apply nothing on `side`. One that stays in the cluster or may be elsewhere now still applies its files. */
function goneDefinitions({ side, other, definitions, fates }: Comparing): (root: Root) => boolean {
  const before = new Set(other.roots.map(({ name }) => name));
  const unknown = side.roots.filter(({ by, obstacles }) => by !== undefined && obstacles.length > 0);
  // What is only here and unknown may apply the files.
  const isAllKnown = definitions !== 'unknown' && unknown.every(({ name }) => before.has(name));

  return (root) =>
    isAllKnown &&
    root.removal !== undefined &&
    (definitions === 'new' || fates.definitionKeeping(root) === undefined) &&
    !unknown.some(({ file }) => file === root.file) &&
    isReadable(side.tree.text(root.file));
}

/** A root that only base has, and that its controller still applies after the change. */
export interface StayingRoot {
  readonly root: Root;
  /** Why its definition stays in the cluster; undefined if it may only be elsewhere now, or cannot be read. */
  readonly keeping: Keeping | undefined;
  /** Whether the file of its definition is no longer valid YAML. */
  readonly isBroken: boolean;
}

/**
 * The roots of base that head no longer defines, that stay in the cluster nevertheless, and whose chart or
 * kustomization nothing at head applies. Without them, the chart would be rendered with its default values, which
 * nobody applies.
 */
export function stayingRoots(
  head: AppliedSide,
  base: AppliedSide,
  definitions: OtherDefinitions,
): readonly StayingRoot[] {
  const names = new Set(head.roots.map(({ name }) => name));
  const declared = new Set(head.roots.filter(({ by }) => by !== undefined).map(renderedFolder));
  const fates = new RootFates(base, head);
  const isGone = goneDefinitions({ side: head, other: base, definitions, fates });

  return base.roots
    .filter((root) => root.removal !== undefined && root.call !== null && !names.has(root.name))
    .filter((root) => !declared.has(renderedFolder(root)) && !isGone(root) && isPathLeft(root, head.tree.files))
    .map((root) => {
      const isBroken = !isReadable(head.tree.text(root.file));
      return { root, keeping: isBroken ? undefined : fates.definitionKeeping(root), isBroken };
    });
}

/** The folder of the chart or of the kustomization that a root renders. */
function renderedFolder({ call }: Root): string | undefined {
  if (call === null) return undefined;
  if ('helm' in call) return call.helm.chart;
  return call.kustomize.folder;
}

/**
 * The files of a root whose objects are applied. Helm reads all files of a chart and renders only some of its folders.
 *
 * Source: https://helm.sh/docs/topics/charts/#the-chart-file-structure
 */
function appliedFiles({ call, files }: Root): readonly string[] {
  if (call === null || !('helm' in call)) return files;
  return files.filter((file) => !isBesideTemplates(call.helm.chart, file));
}

/** Whether a file is in the folder of a chart, and helm does not render it. */
const isBesideTemplates = (chart: string, file: string): boolean =>
  isWithin(file, chart) &&
  !/^(?:templates|crds|charts)\/|^(?:Chart|values[^/]*)\.ya?ml$/.test(file.slice(chart === '' ? 0 : chart.length + 1));

/** A root on one side of a change. */
interface RootOfSide {
  readonly root: Root;
  readonly tree: FileTree;
}

/** New files next to the templates of a chart that have nodes which a template no longer has: they moved out of it. */
function movedBesideTemplates({ root, tree }: RootOfSide, other: RootOfSide): readonly string[] {
  const { call, files } = root;
  if (call === null || !('helm' in call)) return [];

  const added = files.filter(
    (file) =>
      isBesideTemplates(call.helm.chart, file) && !other.tree.files.has(file) && hasNodes(tree.text(file) ?? ''),
  );
  if (added.length === 0) return [];

  const edited = appliedFiles(other.root).flatMap((file) => {
    const text = other.tree.text(file) ?? '';
    if (hasNodes(text) && tree.text(file) !== text) return [text];
    return [];
  });
  return added.filter((file) => edited.some((text) => mayNameSame(text, tree.text(file) ?? '')));
}

const writtenName = /\bname["']?[ \t]*:[ \t]*["']?([^\s"',}]{1,253})/g;

/** Whether two texts may have objects of the same name. */
function mayNameSame(a: string, b: string): boolean {
  const [names, others] = [a, b].map((text) => [...text.matchAll(writtenName)].map(([, name]) => name!));
  return names!.some((name) => name.includes('{{') || others!.includes(name));
}

/** Whether all files of a root are known. */
const isKnown = ({ call, isPlain, obstacles }: Root): boolean =>
  (call !== null || isPlain === true) && obstacles.length === 0;

/** Whether what a root applies is known: its files, or nothing, because its path is not in the repository. */
const isSettled = (now: Root, root: Root, { files }: FileTree): boolean => isKnown(now) || isPathGone(root, now, files);

/** What to say about files that nothing applies any more, given who no longer does it: a clause without its object. */
export const notAppliedText = (
  who: string,
  files: readonly string[],
  keeping?: Keeping,
): { readonly message: string; readonly help: string } => {
  if (keeping === undefined)
    return {
      message: `${who} ${firstNames(files.map(quoted))}, so what is in there counts as removed`,
      help: 'If it should stay, apply it again. If not, also delete the file.',
    };

  return {
    message: `${who} ${firstNames(files.map(quoted))}. What is in there stays in the cluster as it is: ${keeping.because}`,
    help: 'If it should follow git, apply it again. If not, delete it in the cluster with `kubectl delete`, and also delete the file.',
  };
};

/** What to say about files that were there before, and that something begins to apply. */
export const newlyAppliedText = (
  who: string,
  files: readonly string[],
): { readonly message: string; readonly help: string } => ({
  message: `${who} begins to apply ${firstNames(files.map(quoted))}. Nothing in this repository applied ${byCount(files.length, 'it', 'them')} before, so what is in there counts as new`,
  help: 'If somebody has applied it by hand, it is in the cluster already, and nothing is created.',
});

/** The file that makes a folder a chart or a kustomization. */
const mainFile = ({ call, file }: Root): string => {
  if (call !== null && 'helm' in call) return `${textIf(call.helm.chart !== '', `${call.helm.chart}/`)}Chart.yaml`;

  return file;
};
