import { objectIdentity } from '../../files/places/object-identity.ts';
import { readInBothVersions } from '../../files/sources/repository/yaml-data.ts';
import { changedHolders } from '../../files/sources/unseen-objects.ts';
import { hasNodes, isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { isManifestPath } from '../../manifest/prefilter.ts';
import { addToGroup, groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { sha256 } from '../../text/sha256.ts';
import type { Source } from '../../text/source.ts';
import { isInPaths } from '../../text/words/path-pattern.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { canonicalJson } from '../plan/canonical-object.ts';
import { kindOf } from '../plan/kinds.ts';
import type { OpaqueChange } from '../plan/opaque-item.ts';
import { type ChangedFile, isMovedFile } from './changed-file.ts';
import { holdsObject } from './file-judge.ts';
import { isOpaque, type Judgement } from './judgement.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { LedgerInput, LedgerSide, ReadRoot } from './ledger-input.ts';
import { templateSigns } from './line-texts.ts';
import { RenderedPlaces } from './rendered-places.ts';
import { isListedBy } from './root-judgement.ts';

/** More reasons of one file say nothing new. */
const maxReasons = 10;

/**
 * What a change contains that no plan of objects shows, by file: places that nobody understands, roots that are not rendered, objects that
 * a plan leaves out, and submodules. Everything else was read, or cannot become an object.
 */
export function opaqueChanges(input: LedgerInput, ledger: Ledger): OpaqueChange[] {
  const opaque = new OpaqueFiles(input);
  addRoots(opaque, input, ledger);
  addNextToTemplates(opaque, input);
  const ofRoots = opaque.files();
  const places = new LazyPlaces(input);
  const isSeen = seenByRendering(input, places);
  for (const entry of ledger.entries)
    if (isOpaque(entry) && !ofRoots.has(entry.file) && !isSeen(entry.file)) opaque.add(entry.file, reasonOf(entry));
  for (const { path, isSubmodule } of input.changed.files)
    if (isSubmodule) opaque.add(path, 'a submodule, whose files plumbline does not read');
  addLeftFiles(opaque, input);
  addLeftOut(opaque, input);
  addRenderedOnly(opaque, input, places);

  for (const { source, kind, span } of changedHolders(input.base.sources, input.head.sources))
    opaque.add(
      placeIn(source, span.start),
      `${quoted(kind)} contains objects of Karpenter, which plumbline does not read there`,
    );

  return opaque.changes();
}

/**
 * Whether everything that uses a file is rendered, and to nothing that may become any object. What its own lines say does not matter then.
 * Terraform may read the same file, so nothing is said where there is some.
 */
function seenByRendering({ base, head }: LedgerInput, places: LazyPlaces): (file: string) => boolean {
  if (base.terraform.length > 0 || head.terraform.length > 0) return () => false;

  const isWhole = ({ rendered, isQuiet, gap, unseen }: ReadRoot): boolean => {
    if (gap !== undefined || unseen !== undefined) return false;
    if (rendered === null) return isQuiet === true;
    return places.opaqueIn(rendered) === undefined;
  };

  return (file) => {
    const roots = [base, head].flatMap((side) => side.roots.filter(({ files }) => files.includes(file)));
    return roots.length > 0 && roots.every(isWhole);
  };
}

/** What the change does to rendered texts, worked out once it is needed. */
class LazyPlaces {
  readonly #input: LedgerInput;
  #places: RenderedPlaces | undefined;

  constructor(input: LedgerInput) {
    this.#input = input;
  }

  /** What nobody understands in a rendered text, if anything of it may become any object. */
  opaqueIn(text: string): Judgement | undefined {
    this.#places ??= new RenderedPlaces(this.#input);
    const judgement = this.#places.ofText(text);
    if (judgement && isOpaque(judgement)) return judgement;
    return undefined;
  }
}

/**
 * Roots that render to something else that may become any object, although no changed place says so: a harmless ConfigMap may have the word that
 * kustomize puts into the kind of another object.
 */
function addRenderedOnly(opaque: OpaqueFiles, { base, head, changed }: LedgerInput, places: LazyPlaces): void {
  const before = new Map(base.roots.map((root) => [root.name, root]));
  const reported = opaque.files();

  for (const root of head.roots) {
    const old = before.get(root.name);
    const text = root.rendered ?? old?.rendered;
    if (old === undefined || text == null || ![old, root].every(isPrinted)) continue;

    const judgement = places.opaqueIn(text);
    if (judgement === undefined) continue;

    const used = new Set([root.file, ...root.files, ...old.files]);
    const files = changed.files.flatMap(({ path }) => {
      if (used.has(path)) return [path];
      return [];
    });
    if (files.some((file) => reported.has(file))) continue;

    const reason = `${quoted(root.name)} renders to ${judgement.what}: ${judgement.reason}`;
    for (const file of files) opaque.add(file, reason);
    if (files.length === 0) opaque.addRoot(root, reason, { base: sha256(old.given), head: sha256(root.given) });
  }
}

/** Whether a program printed what a root renders to. */
const isPrinted = ({ rendered, isQuiet }: ReadRoot): boolean => rendered !== null || isQuiet === true;

const reasonOf = ({ what, file, reason }: LedgerEntry): string => {
  if (what === file) return reason;
  return `${what}: ${reason}`;
};

/** What identifies an item whose file the change does not edit, on each side. */
interface OpaqueState {
  readonly base?: string;
  readonly head?: string;
}

/** Collects reasons by file. */
class OpaqueFiles {
  readonly #changed: ReadonlyMap<string, ChangedFile>;
  readonly #reasons = new Map<string, Set<string>>();
  readonly #users: ReadonlyMap<string, readonly ReadRoot[]>;
  readonly #redefined = new Map<string, ReadRoot[]>();
  /** Files with a reason that no comparison of objects shows. */
  readonly #unseen = new Set<string>();
  readonly #states = new Map<string, { base: string[]; head: string[] }>();

  constructor(input: LedgerInput) {
    this.#changed = new Map(input.changed.files.map((file) => [file.path, file]));
    const users = new Map<string, ReadRoot[]>();
    for (const { roots } of [input.base, input.head])
      for (const root of roots) for (const file of new Set([root.file, ...root.files])) addToGroup(users, file, root);
    this.#users = users;
  }

  get changed(): ReadonlyMap<string, ChangedFile> {
    return this.#changed;
  }

  files(): ReadonlySet<string> {
    return new Set(this.#reasons.keys());
  }

  /** `state`: what is there on each side, in case the change does not edit the file itself. */
  add(file: string, reason: string, state: OpaqueState = {}): void {
    this.#unseen.add(file);
    this.#add(file, reason, state);
  }

  /** Objects that reviews compare, although a plan leaves them out. */
  addCompared(file: string, reason: string, state: OpaqueState): void {
    this.#add(file, reason, state);
  }

  #add(file: string, reason: string, state: OpaqueState): void {
    const reasons = this.#reasons.get(file) ?? new Set<string>();
    this.#reasons.set(file, reasons.add(reason));
    const states = this.#states.get(file) ?? { base: [], head: [] };
    this.#states.set(file, states);
    if (state.base !== undefined) states.base.push(state.base);
    if (state.head !== undefined) states.head.push(state.head);
  }

  /** A root whose definition is changed from another file: only the root itself is concerned, not what else is in the file that defines it. */
  addRoot(root: ReadRoot, reason: string, state: OpaqueState): void {
    addToGroup(this.#redefined, root.file, root);
    this.add(root.file, reason, state);
  }

  changes(): OpaqueChange[] {
    return [...this.#reasons]
      .sort(([a], [b]) => compareNames(a, b))
      .map(([file, reasons]) => {
        const users = this.#concerned(file);
        return {
          file,
          ...this.#identity(file),
          reasons: [...reasons].sort(compareNames).slice(0, maxReasons),
          ...(!this.#changed.has(file) && { isElsewhere: true as const }),
          ...(!this.#unseen.has(file) && { isCompared: true as const }),
          places: [...new Set([file, ...users.map((root) => root.file)])].sort(compareNames),
          environments: [...new Set(users.flatMap(({ environment }) => environment ?? []))].sort(compareNames),
        };
      });
  }

  /** The roots that a reason of a file is about. Of a file that the change leaves as it is, those whose definition it changes from elsewhere. */
  #concerned(file: string): readonly ReadRoot[] {
    return (this.#changed.has(file) ? undefined : this.#redefined.get(file)) ?? this.#users.get(file) ?? [];
  }

  #identity(file: string): { readonly base: string | null; readonly head: string | null } {
    const changed = this.#changed.get(file);
    if (changed?.ids) return { base: changed.ids.before, head: changed.ids.after };
    if (changed) return { base: textId(changed.before), head: textId(changed.after) };
    const { base, head } = this.#states.get(file) ?? { base: [], head: [] };
    const id = (states: readonly string[]): string | null => {
      if (states.length === 0) return null;
      return sha256(states.join('\n'));
    };
    return { base: id(base), head: id(head) };
  }
}

/** What identifies a text; null if there is no file. */
const textId = (text: string | null | undefined): string | null => {
  if (text === undefined) return null;
  return sha256(text ?? '');
};

/** Text for people that no program takes for data. Other text may become an object. */
const readme =
  /\.(?:md|mdx|markdown|rst|adoc)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS|OWNERS|README|CHANGELOG)$/i;

/**
 * Roots that the change edits, and that are not rendered on one of the sides, or render to the same although their files differ. A root may stay
 * the same because the change of a file shows in another root: an overlay may delete what it changes.
 */
function addRoots(opaque: OpaqueFiles, { base, head, changed }: LedgerInput, ledger: Ledger): void {
  const isRewritten = rewrittenFiles(changed, ledger);
  const shown = new Set(
    ledger.entries.flatMap((entry) => {
      if (entry.class === 'modelled') return [entry.file];
      return [];
    }),
  );
  const [old, now] = [base, head].map(({ roots }) => new Map(roots.map((root) => [root.name, root])));
  const [before, after] = [base, head].map(textsOf);

  for (const name of [...new Set([...old!.keys(), ...now!.keys()])].sort(compareNames)) {
    const [a, b] = [old!.get(name), now!.get(name)];
    const isRedefined = a?.given !== b?.given;
    // What else is in the file of a definition is judged by itself.
    const roots = [a, b].filter((root) => root !== undefined);
    const used = roots.flatMap((root) => [...listIf(isRedefined, root.file), ...root.files]);
    const files = [...new Set(used)].filter(
      (file) => opaque.changed.has(file) && (!readme.test(file) || isListedBy(roots, file, changed.has)),
    );
    if (!isRedefined && files.length === 0) continue;

    const isExpected = files.every((file) => shown.has(file) || isRewritten(file));
    const why = b?.unseen ?? a?.unseen ?? (isExpected ? undefined : sameText(a, b, { before: before!, after: after! }));
    if (why === undefined) continue;

    const reason = `${quoted(name)}: ${why}`;
    for (const file of files) opaque.add(file, reason);
    if (files.length > 0) continue;

    const state = { ...(a && { base: sha256(a.given) }), ...(b && { head: sha256(b.given) }) };
    opaque.addRoot((b ?? a)!, reason, state);
  }
}

/**
 * Whether a changed file says the same as before: it moves, only comments of it change, or it has the same objects in other words. Whoever renders
 * it gets the same, so equal rendered texts are no surprise.
 */
function rewrittenFiles({ files }: LedgerInput['changed'], { entries }: Ledger): (path: string) => boolean {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const placesOf = groupBy(entries, ({ file }) => file);

  return (path) => {
    const file = byPath.get(path);
    if (file === undefined) return false;
    return (
      isMovedFile(file, files) ||
      hasSameData(file) ||
      (placesOf.get(path)?.every(({ isForPeople }) => isForPeople === true) ?? false)
    );
  };
}

/** Whether a file without templates has the same data on both sides. */
export function hasSameData({ path, before, after }: ChangedFile): boolean {
  if (typeof before !== 'string' || typeof after !== 'string' || !isManifestPath(path)) return false;
  if (templateSigns.test(before) || templateSigns.test(after)) return false;

  const [old, now] = [readInBothVersions(before), readInBothVersions(after)];
  return old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now);
}

/** Folders of a chart that helm renders, installs or unpacks, and its own files. */
const ofChart = /(?:^|\/)(?:templates|crds|charts)\/|(?:^|\/)(?:Chart|values[^/]*)\.ya?ml$/;

/** Files with objects in the folder of a chart that helm does not render. kubectl or another kustomization may apply them. */
function addNextToTemplates(opaque: OpaqueFiles, { changed, base, head }: LedgerInput): void {
  const ofCharts = new Set(
    [base, head].flatMap(({ roots }) =>
      roots.flatMap(({ isChart, files }) => {
        if (isChart) return files;
        return [];
      }),
    ),
  );
  for (const root of [base, head].flatMap(({ roots }) => roots))
    if (!root.isChart) for (const file of root.files) ofCharts.delete(file);
  const read = new Set([base, head].flatMap(({ set }) => set.files.map(({ source }) => source.file)));
  for (const file of changed.files)
    if (ofCharts.has(file.path) && !ofChart.test(file.path) && !read.has(file.path) && holdsObject(file))
      opaque.add(file.path, 'it is in the folder of a chart that does not render it, and kubectl would apply it');
}

/** Why a root is opaque although nothing of what it renders differs. */
export const sameObjects = 'it renders to the same objects, although its files differ';

/**
 * What to say of a root of nodes whose files differ although both sides have the same text, or none. Somebody may have put the text of one side
 * in the place of the other.
 */
function sameText(
  a: ReadRoot | undefined,
  b: ReadRoot | undefined,
  { before, after }: { readonly before: ReadonlyMap<string, string>; readonly after: ReadonlyMap<string, string> },
): string | undefined {
  const [old, now] = [before.get(a?.rendered ?? ''), after.get(b?.rendered ?? '')];
  if (old === undefined || old !== now || !hasNodes(old)) return undefined;
  return sameObjects;
}

const textsOf = ({ sources }: LedgerSide): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap(({ file, text, origin }) => {
      if (origin === undefined) return [];
      return [[file, text] as const];
    }),
  );

/**
 * Manifests that Terraform applied, and whose objects are now in a file elsewhere that Terraform does not apply. It
 * deletes them, whatever else applies that file.
 */
function addLeftFiles(opaque: OpaqueFiles, { changed, base, head }: LedgerInput): void {
  const stays = new Set(head.set.manifests.map(objectIdentity));
  for (const { path, after } of changed.files) {
    if (after !== undefined || base.plainFiles?.has(path) !== true) continue;
    const ofFile = base.set.manifests.filter(({ source }) => source.file === path);
    const isApplied = head.set.manifests.some(
      (other) => head.plainFiles?.has(other.source.file) === true && ofFile.some((one) => isSameObject(one, other)),
    );
    if (!isApplied && ofFile.some((one) => stays.has(objectIdentity(one))))
      opaque.add(path, 'Terraform applied it there, and deletes what it no longer finds');
  }
}

const isSameObject = (a: Manifest, b: Manifest): boolean => objectIdentity(a) === objectIdentity(b);

/** Objects of Karpenter and Auto Mode that differ and that a plan leaves out. */
function addLeftOut(opaque: OpaqueFiles, { base, head, environments = {} }: LedgerInput): void {
  const paths = Object.values(environments).map((environment) => environment.paths);
  const isPlanned = ({ file }: Source): boolean => paths.length === 0 || paths.some((each) => isInPaths(each, file));
  const [old, now] = [leftOut(base, isPlanned), leftOut(head, isPlanned)];
  for (const file of [...new Set([...old.keys(), ...now.keys()])]) {
    const [before, after] = [old.get(file) ?? [], now.get(file) ?? []];
    const textsBefore = new Set(before.map(({ text }) => text));
    const kept = new Set(after.map(({ text }) => text));

    const differing = [
      ...before.filter(({ text }) => !kept.has(text)),
      ...after.filter(({ text }) => !textsBefore.has(text)),
    ];

    const state = {
      ...(before.length > 0 && { base: before.map(({ text }) => text).join('\n') }),
      ...(after.length > 0 && { head: after.map(({ text }) => text).join('\n') }),
    };

    for (const { reason } of differing) opaque.addCompared(file, reason, state);
  }
}

interface LeftOut {
  /** The object, and how it gets into the cluster. */
  readonly text: string;
  readonly reason: string;
}

function leftOut({ set }: LedgerSide, isPlanned: (source: Source) => boolean): ReadonlyMap<string, readonly LeftOut[]> {
  const leftOutByFile = new Map<string, LeftOut[]>();
  for (const manifest of set.manifests) {
    if (manifest.isInValues) continue;

    const reason = reasonLeftOut(manifest, isPlanned);
    if (reason === undefined) continue;
    const text = `${manifest.source.origin?.tool ?? ''} ${canonicalJson(manifest.object)}`;
    addToGroup(leftOutByFile, placeIn(manifest.source, manifest.span([]).start), { text, reason });
  }

  return leftOutByFile;
}

/** Why a plan leaves an object out; undefined if it has it, or if the object is of no kind that creates nodes. */
function reasonLeftOut(manifest: Manifest, isPlanned: (source: Source) => boolean): string | undefined {
  const { apiVersion, kind, name, source } = manifest;
  const group = groupOf(apiVersion);
  if (!isKarpenterGroup(group) && !isNodeClassKind(kind) && group !== 'eks.amazonaws.com') return undefined;
  if (source.origin?.tool === 'terraform') return `${kind} ${quoted(name)}: Terraform applies it`;
  if (kindOf(manifest) === undefined) return `${kind} ${quoted(name)}: plumbline does not write this kind`;
  if (name === '') return `${kind} without a name: the API server chooses one`;
  if (!isPlanned(source)) return `${kind} ${quoted(name)}: it is in the paths of no environment`;
  return undefined;
}

/** The file of the repository that a place in a text comes from. */
const placeIn = (source: Source, at: number): string => source.origin?.trace(at, at).span.file ?? source.file;
