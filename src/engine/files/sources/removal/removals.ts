import {
  intended,
  type Keeping,
  keepingOf,
  type Removal,
  type Removals,
  unintended,
} from '../../../manifest/kept-in-cluster.ts';
import { isTemplated } from '../../../manifest/yaml/placeholder.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { listIf } from '../../../text/list-if.ts';
import type { Span } from '../../../text/source.ts';
import { quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import { type FileTree, inFolder } from '../repository/file-tree.ts';
import { readMappingsStrictly } from '../repository/yaml-data.ts';
import type { Root } from '../root/root.ts';
import { appliedPath, isPathGone, isPathLeft } from './vanished-path.ts';

/** One side of a change: all roots, and the files that there are. */
interface RootedSide {
  readonly roots: readonly Root[];
  readonly tree: FileTree;
}

/** How many definitions may apply each other. Real ones are two or three deep. */
const maxDepth = 6;

/** What happens to what the roots of base applied, once head applies it no longer. */
export class RootFates {
  readonly #base: readonly Root[];
  readonly #tree: FileTree;
  readonly #now: ReadonlyMap<string, Root>;
  /** File → the roots of base that something defines and that use it. */
  readonly #byFile = new Map<string, Root[]>();
  readonly #fates = new Map<Root, Map<number, Removal | undefined>>();

  constructor(base: RootedSide, head: RootedSide) {
    this.#base = base.roots.filter(({ removal }) => removal !== undefined);
    this.#tree = head.tree;
    this.#now = new Map(head.roots.map((root) => [root.name, root]));
    for (const root of this.#base) for (const file of root.files) addToGroup(this.#byFile, file, root);
  }

  /** What happens to what leaves a root of base; undefined if nothing says so. */
  of(root: Root): Removal | undefined {
    return this.#of(root, maxDepth);
  }

  /** Why a definition that head no longer has stays in the cluster, where it still applies its objects; undefined if it is deleted. */
  definitionKeeping(root: Root): Keeping | undefined {
    return this.#definitionKeeping(root, maxDepth);
  }

  /** Definitions that all apply each other are followed once for each depth. */
  #of(root: Root, depth: number): Removal | undefined {
    const fates = this.#fates.get(root) ?? new Map<number, Removal | undefined>();
    this.#fates.set(root, fates);
    if (!fates.has(depth)) fates.set(depth, this.#fateOf(root, depth));
    return fates.get(depth);
  }

  #fateOf(root: Root, depth: number): Removal | undefined {
    const { removal } = root;
    if (removal === undefined || !isReadable(this.#tree.text(root.file))) return undefined;

    const { by, left: kept, gone } = removal;
    const now = this.#now.get(root.name);
    const set = now && this.#lostSet(root, now, depth);
    if (set !== undefined) return { by, isApplierGone: true, keeping: gone, set };

    if (now) {
      const keeping = isPathGone(root, now, this.#tree.files) ? withoutPath(root) : undefined;
      return { by, isApplierGone: false, keeping: now.removal?.left ?? keeping, at: this.#placeOf(now) };
    }

    if (this.#isOwnPathGone(root)) return { by, isApplierGone: false, keeping: withoutOwnPath(root) };

    const stays = this.#definitionKeeping(root, depth);
    if (stays === undefined) return { by, isApplierGone: true, keeping: gone };

    // With nothing left at its path, Argo CD and Flux report an error and delete nothing.
    const isLeft = isPathLeft(root, this.#tree.files) && !this.#hasAll(root);
    return { by, isApplierGone: false, keeping: isLeft ? kept : stayingToo(root, stays) };
  }

  /**
   * The ApplicationSet whose Application another one creates after the change. Kubernetes deletes an Application together with the set that owns it,
   * and no other set can take it over before. Source: argo-cd docs/operator-manual/applicationset/Application-Deletion.md.
   */
  #lostSet(root: Root, now: Root, depth: number): string | undefined {
    const [before, after] = [root.removal?.set, now.removal?.set];
    if (before === undefined || after === undefined || before === after) return undefined;
    if (this.#definitionKeeping(root, depth) !== undefined) return undefined;
    return before;
  }

  /** The name of a definition in its file. */
  #placeOf({ file, by = '' }: Root): Span {
    const name = by.slice(by.search(/(?<![^ /])[^ /]*$/));
    const start = Math.max(0, this.#tree.text(file)?.indexOf(name) ?? 0);
    return { file, start, end: start + name.length };
  }

  /** Whether all files of a root are still there, so that nothing leaves it. */
  #hasAll({ files }: Root): boolean {
    return files.length > 0 && files.every((file) => this.#tree.files.has(file));
  }

  /**
   * Whether only the path that a definition applies has the definition itself, as after `flux bootstrap`, and nothing
   * of the path is left. Its controller finds no path then, so it deletes nothing, not even the definition. Source:
   * fluxcd/kustomize-controller internal/controller/kustomization_controller.go reconcile ("kustomization path not
   * found"), which returns before it prunes.
   */
  #isOwnPathGone(root: Root): boolean {
    const owners = this.#byFile.get(root.file) ?? [];
    const isAlone = owners.length > 0 && owners.every(({ name }) => name === root.name);
    return root.removal?.by !== 'helm' && isAlone && !isPathLeft(root, this.#tree.files);
  }

  #definitionKeeping(root: Root, depth: number): Keeping | undefined {
    const { removal, file } = root;
    if (removal === undefined || depth === 0) return undefined;
    if (removal.itself !== undefined) return removal.itself;
    if (this.#isOwnPathGone(root)) return withoutOwnPath(root);

    const owners = (this.#byFile.get(file) ?? []).filter((owner) => owner.by !== root.by);
    // Kustomizations of several clusters may share a file.
    const renderers = owners.filter(({ name }) => name === root.parent?.name);
    const fates = (renderers.length > 0 ? renderers : owners).map((owner) => this.#of(owner, depth - 1));
    const object = { kind: (root.by ?? '').split(' ')[0]!, metadata: removal.metadata };
    const keepings = (fates.length === 0 ? [undefined] : fates).map((fate) => keepingOf(object, fate));

    if (keepings.every((keeping) => keeping !== undefined)) return keepings[0];
    return undefined;
  }
}

function stayingToo({ by }: Root, stays: Keeping): Keeping {
  if (stays.isOfAll) return stays;
  const { because, help } = stays;
  return unintended(`${quotedTitle(by ?? '')} stays in the cluster, too, because ${because}`, help);
}

/** Flux finds no path then, and deletes neither what the path had nor what that applied in turn. */
const withoutOwnPath = (root: Root): Keeping => ({
  ...unintended(
    `${quotedTitle(root.by ?? '')} leaves git together with its path ${quoted(appliedPath(root))}, so it deletes nothing`,
    'Delete what should not stay with `kubectl delete`, or delete the cluster as a whole.',
  ),
  isOfAll: true,
});

/** Argo CD and Flux report an error and delete nothing. */
const withoutPath = ({ by }: Root): Keeping =>
  unintended(
    `the path of ${quotedTitle(by ?? '')} does not exist any more, so it deletes nothing`,
    'Correct the path, or delete the object with `kubectl delete` if it should not stay.',
  );

/** A definition in a file that cannot be read may still be there. */
export const isReadable = (text: string | undefined): boolean =>
  text === undefined || isTemplated(text) || !('fault' in readMappingsStrictly(text));

/**
 * What happens to the objects of each text of base that head no longer has: by the path of a plain file, and by the name of a rendered text. A text
 * that several roots apply is kept only if all of them keep it.
 */
export function removals(base: RootedSide, head: RootedSide, renderedName: (root: Root) => string): Removals {
  const fates = new RootFates(base, head);
  const successors = new Successors(base, head);
  const removals = new Map<string, Removal>();

  const add = (name: string, removal: Removal): void => {
    const previous = removals.get(name);
    if (previous === undefined || (previous.keeping !== undefined && removal.keeping === undefined))
      removals.set(name, removal);
  };

  /** The texts that an owner applies at head; undefined if it is unknown what some of its roots apply. */
  const appliedNow = (owner: Root): ReadonlySet<string> | undefined => {
    const roots = head.roots.filter((root) => root.by === owner.by && isSameCluster(root, owner));
    if (roots.some(isUnknown)) return undefined;
    return new Set(roots.flatMap((root) => [...root.files, ...listIf(root.call !== null, renderedName(root))]));
  };

  for (const root of base.roots) {
    const fate = fates.of(root);
    const removal = owned(fate, root, appliedNow);
    const crds = new Set(installedOnce(root));
    for (const file of crds) add(file, { by: 'helm', isApplierGone: false, keeping: withoutDeletion });
    if (removal === undefined) continue;

    const ofFiles = removal.isApplierGone ? root.files.map((file) => successors.of(root, file)) : [];
    const successor = ofFiles.find((candidate) => candidate.successor !== undefined);
    if (root.call !== null) add(renderedName(root), { ...removal, ...successor });
    for (const file of root.files) if (!crds.has(file)) add(file, { ...removal, ...successors.of(root, file) });
  }

  return removals;
}

/** Names of the roots of base that stay in the cluster with all that they apply, because that leaves git as a whole. */
export function keptAsAWhole(base: RootedSide, head: RootedSide): ReadonlySet<string> {
  const fates = new RootFates(base, head);
  const there = new Set(head.roots.map(({ name }) => name));
  const gone = base.roots.filter(({ name, removal }) => !there.has(name) && removal !== undefined);
  return new Set(gone.filter((root) => fates.of(root)?.keeping?.isOfAll === true).map(({ name }) => name));
}

/** A fate with its owner, and what the same owner applies at head. An Application that is deleted with its set applies nothing until it is back. */
function owned(
  fate: Removal | undefined,
  root: Root,
  appliedNow: (owner: Root) => ReadonlySet<string> | undefined,
): Removal | undefined {
  const { by } = root;
  if (fate === undefined || by === undefined) return fate;
  if (fate.set !== undefined) return { ...fate, owner: by, applies: new Set() };

  const applies = appliedNow(root);
  if (applies === undefined) return fate;
  return { ...fate, owner: by, applies };
}

/** Whether nothing tells what a root applies, such as a path with an expression that plumbline does not evaluate. */
const isUnknown = ({ call, obstacles }: Root): boolean =>
  call === null && obstacles.some(({ code }) => code === 'render/unknown');

/** Whether two roots may be applied to one cluster. Another cluster has objects of its own. */
const isSameCluster = (root: Root, other: Root): boolean =>
  root.destination === undefined || other.destination === undefined || root.destination === other.destination;

/** What begins to apply files that others applied before. Many definitions may apply one folder, so each file is looked at once for each cluster. */
class Successors {
  readonly #before: ReadonlyMap<string, readonly Root[]>;
  readonly #after: ReadonlyMap<string, readonly Root[]>;
  readonly #known = new Map<string, Pick<Removal, 'successor'>>();

  constructor(base: RootedSide, head: RootedSide) {
    this.#before = definedByFile(base);
    this.#after = definedByFile(head);
  }

  /** What begins to apply a file, if nothing that applied it before still does. */
  of(owner: Root, file: string): Pick<Removal, 'successor'> {
    const key = JSON.stringify([owner.destination ?? null, file]);
    const successor = this.#known.get(key) ?? this.#successorOf(owner, file);
    this.#known.set(key, successor);
    return successor;
  }

  #successorOf(owner: Root, file: string): Pick<Removal, 'successor'> {
    const [old, now] = [this.#before, this.#after].map((byFile) =>
      (byFile.get(file) ?? []).filter((root) => isSameCluster(root, owner)),
    );

    const before = new Set(old!.map(({ by }) => by));
    const [first] = now!;
    if (first === undefined || now!.some(({ by }) => before.has(by))) return {};
    return { successor: first.by! };
  }
}

/** The roots that something defines, by the files that they use. */
function definedByFile({ roots }: RootedSide): ReadonlyMap<string, readonly Root[]> {
  const byFile = new Map<string, Root[]>();
  for (const root of roots) if (root.by !== undefined) for (const file of root.files) addToGroup(byFile, file, root);
  return byFile;
}

/** The files in the folder `crds/` of a chart that Helm installs. Argo CD applies them like everything else. */
function installedOnce({ call, files, tool }: Root): readonly string[] {
  if (call === null || !('helm' in call) || tool === 'argocd' || tool === 'kustomize') return [];
  const folder = inFolder(call.helm.chart, 'crds/');
  return files.filter((file) => file.startsWith(folder) || file.includes('/crds/'));
}

/** Source: helm docs, "Custom Resource Definitions": they are never upgraded or deleted. */
const withoutDeletion = intended('Helm never deletes what a chart has in its folder `crds/`');
