import { definitionKey } from '../../engine/changes/ledger/field-judgement.ts';
import type { ReadRoot } from '../../engine/changes/ledger/ledger-input.ts';
import { mayMatter, rootDefinition } from '../../engine/files/sources/affected.ts';
import { commentedFiles } from '../../engine/files/sources/commented-files.ts';
import { generatedVersionTexts } from '../../engine/files/sources/generated-version-texts.ts';
import { unsetVariableObstacles, usedVariables } from '../../engine/files/sources/gitops/unset-variables.ts';
import { isExampleOfChart } from '../../engine/files/sources/helm/chart.ts';
import { valuesWithoutReader } from '../../engine/files/sources/helm/unread-values.ts';
import { varyingTemplate } from '../../engine/files/sources/helm/varying-templates.ts';
import { unmatchedPatches } from '../../engine/files/sources/kustomize/unmatched-patches.ts';
import { dependencyCycles, missingDependencies } from '../../engine/files/sources/missing-dependency.ts';
import { type NotApplying, newlyAppliedText, notAppliedText } from '../../engine/files/sources/not-applied.ts';
import { plainNamespaces } from '../../engine/files/sources/plain-namespaces.ts';
import { reinstallation } from '../../engine/files/sources/reinstallation.ts';
import { destinationChange } from '../../engine/files/sources/removal/destination-change.ts';
import { miscasedObstacle } from '../../engine/files/sources/removal/miscased-obstacle.ts';
import { movedSource } from '../../engine/files/sources/removal/moved-source.ts';
import { otherEnvironment } from '../../engine/files/sources/removal/other-environment.ts';
import { leavingChange, pruningChange, suspensionChange } from '../../engine/files/sources/removal/pruning-change.ts';
import { isReadable } from '../../engine/files/sources/removal/removals.ts';
import { type DefinedSide, missingPath, vanishedPath } from '../../engine/files/sources/removal/vanished-path.ts';
import { inFolder } from '../../engine/files/sources/repository/file-tree.ts';
import type {
  AbsentDependency,
  ApplyDelay,
  Elsewhere,
  IgnoredField,
  Obstacle,
  Root,
} from '../../engine/files/sources/root/root.ts';
import type { Keeping } from '../../engine/manifest/kept-in-cluster.ts';
import { hasNodes } from '../../engine/manifest/model/karpenter-kinds.ts';
import { mayBePolicy, mayBeValues } from '../../engine/manifest/prefilter.ts';
import type { IgnoringOwner, SourceSet, WaitingEdit } from '../../engine/review/context/source-set.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { groupBy } from '../../engine/text/group-by.ts';
import { listIf } from '../../engine/text/list-if.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { type FileRoot, isWithin, type Source } from '../../engine/text/source.ts';
import { capitalized } from '../../engine/text/words/capitalized.ts';
import { byCount, plural } from '../../engine/text/words/plural.ts';
import { firstNames, quoted, quotedTitle } from '../../engine/text/words/quoted-names.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { obstacleReason, reasonUnrendered } from './not-rendered.ts';
import { namesText, obstacleFindings, type RootObstacle } from './obstacle-findings.ts';
import type { OpenSide } from './open-pair.ts';
import { absentDependencies, isLacking, type Rendering } from './render-root.ts';
import { renderedName, renderedSource } from './rendered-source.ts';
import type { RenderedSide } from './side-renderer.ts';
import type { Lack } from './tool.ts';
import { changedKindsIn, isList, markedSource, shapesNodes } from './unrendered-files.ts';

/** The files of a chart that helm renders. */
export const templatesOf = ({ call, files }: Root): readonly string[] => {
  if (call !== null && 'helm' in call)
    return files.filter((file) => /(?:^|\/)templates\/.*\.(?:ya?ml|tpl|txt|json)$/.test(file));

  return [];
};

/** Why what a chart renders to is different in the cluster; undefined if nothing of its templates shows that. */
function variesBecause(root: Root, { tree }: OpenSide): string | undefined {
  const templates = templatesOf(root).flatMap((file) => {
    const text = tree.text(file);
    if (text === undefined) return [];
    return [{ file, text }];
  });
  const file = varyingTemplate(templates, root.isDeclared === true);
  return file && `what \`${file}\` renders to depends on the cluster, or on when it is rendered`;
}

/** Why a root could not be rendered. */
export const obstaclesOf = (rendering: Rendering, { obstacles }: Root): Obstacle[] => [
  ...new Set([...('obstacle' in rendering ? [rendering.obstacle] : []), ...obstacles]),
];

/** What a side is compared with. */
interface SideComparison {
  /** Null for base itself, and without a base. */
  readonly base: RenderedSide | null;
  /** Whether the change edits a root. */
  isAffected(root: Root): boolean;
  /** Whether a root is in the requested folders. */
  isAsked(root: Root): boolean;
}

/**
 * The sources of a side: rendered texts in place of the files of their roots. A root that could not be rendered is read as plain
 * files, without its patches, unless base could be rendered. Then head's objects are unknown.
 */
export function sideSet(rendered: RenderedSide, comparison: SideComparison): SourceSet {
  const { side, renderings } = rendered;
  const set = new SetOfRoots(side, comparison);
  const all = [...renderings.values()].sort((a, b) => compareNames(a.root.name, b.root.name));

  for (const { root, rendering } of all) set.add(root, rendering);
  set.addRemoved();
  const roots = side.roots.map((root) => readRoot(root, rendered, comparison));
  return { ...set.result(), roots, seenDefinitions: seenDefinitions(rendered, comparison) };
}

/** The definitions whose objects were all read: rendered, or applied as they are. */
function seenDefinitions(rendered: RenderedSide, comparison: SideComparison): ReadonlySet<string> {
  const defined = rendered.side.applied.filter(({ by }) => by !== undefined);
  const isSeen = (root: Root): boolean => {
    const { rendered: text, unseen } = readRoot(root, rendered, comparison);
    return unseen === undefined && (text !== null || (root.isPlain === true && root.files.length > 0));
  };

  return new Set(
    [({ file }: Root) => definitionKey(file), ({ file, by }: Root) => definitionKey(file, by)].flatMap((keyOf) =>
      [...groupBy(defined, keyOf)].flatMap(([key, roots]) => {
        if (roots.every(isSeen)) return [key];
        return [];
      }),
    ),
  );
}

/**
 * What applies each file as it is: kustomizations that are not rendered, and definitions that name a folder. Flux
 * writes a kustomization for such a folder.
 */
function fileRootsOf(roots: readonly Root[]): ReadonlyMap<string, readonly FileRoot[]> {
  const fileRoots = new Map<string, FileRoot[]>();

  for (const { name, call, files, patches, isPlain, by } of roots) {
    // Templates of charts may define one object in each branch of a condition.
    const isKustomization = call !== null && 'kustomize' in call && !call.kustomize.needsHelm;
    const isOfFlux = by?.startsWith('Kustomization ') === true;
    const isFolder = isPlain === true && (isOfFlux || /^Application(?:Set)? /.test(by ?? ''));
    if (!isKustomization && !isFolder) continue;

    const fileRoot = { root: name, isKustomize: isKustomization || isOfFlux };
    const onlyPatches = new Set(patches);
    for (const file of files.filter((path) => !onlyPatches.has(path))) {
      const all = fileRoots.get(file) ?? [];
      fileRoots.set(file, all);
      all.push(fileRoot);
    }
  }

  return fileRoots;
}

/** A root whose rendering nobody asked for has no object that matters, or the change does not affect it. */
function readRoot(root: Root, { side, renderings, quiet }: RenderedSide, comparison: SideComparison): ReadRoot {
  const rendering = renderings.get(root.name)?.rendering;
  const { isAsked, isAffected } = comparison;

  const why = () => {
    if (isAsked(root)) return unseenBecause(root, rendering ?? quiet.get(root.name), side);
    return undefined;
  };

  const unseen = why() ?? (isAsked(root) && isAffected(root) ? variesBecause(root, side) : undefined);

  return {
    name: root.name,
    files: root.files,
    file: root.file,
    ...(root.isEnvironmentKnown && root.environment !== undefined && { environment: root.environment }),
    rendered: rendering && 'text' in rendering ? renderedName(root) : null,
    ...(rendering === undefined && { isIdle: true }),
    ...('text' in (quiet.get(root.name) ?? {}) && { isQuiet: true }),
    ...gapOf(root),
    ...(root.call !== null && 'helm' in root.call && { isChart: true }),
    ...(root.by !== undefined && { by: root.by }),
    ...(root.takes && { takes: root.takes }),
    given: rootDefinition(root),
    ...(unseen !== undefined && { unseen }),
  };
}

/** Why nobody sees what a root applies; undefined if it is rendered, or needs no rendering. */
function unseenBecause(root: Root, rendering: Rendering | undefined, { revised }: OpenSide): string | undefined {
  if (rendering && 'text' in rendering) {
    if (revised.has(root)) return 'it applies another revision of the files than this commit';
    const [absent] = absentDependencies(root);
    return absent && `it is rendered without the dependency \`${absent.name}\``;
  }

  if (rendering) return reasonUnrendered(rendering);

  const [obstacle] = root.obstacles;
  if (obstacle) return obstacleReason(obstacle);

  if (revised.has(root)) return 'it applies another revision of the files than this commit';
  return undefined;
}

/** Why what a root renders to here may not be all that the cluster gets. */
function gapOf(root: Root): Pick<ReadRoot, 'gap'> {
  const [absent] = absentDependencies(root);
  if (absent) return { gap: `it is rendered without the dependency \`${absent.name}\`` };
  const isGuess =
    !root.isDeclared && root.call !== null && 'helm' in root.call && root.call.helm.valueFiles.length === 0;
  if (isGuess) return { gap: 'which values the chart is applied with is unknown' };
  return {};
}

/** Collects the rendered texts of a side's roots, one after the other. */
class SetOfRoots {
  readonly #side: OpenSide;
  readonly #base: RenderedSide | null;
  readonly #isAffected: SideComparison['isAffected'];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #covered = new Set<string>();
  /** Roots that were rendered, or that could be rendered at the base. Their files are covered. */
  readonly #settled = new Set<Root>();
  readonly #made: Source[] = [];
  /** Roots that are not rendered on either side, although no program is missing, and that nothing else is said about. */
  readonly #unseen = new Set<Root>();
  /** Roots that could be rendered at the base. */
  readonly #unmade: RootObstacle[] = [];
  readonly #obstacles: RootObstacle[] = [];
  readonly #waiting: WaitingEdit[] = [];
  readonly #lacking = new Map<string, { readonly lack: Lack; readonly roots: Root[] }>();

  constructor(side: OpenSide, { base, isAffected }: SideComparison) {
    this.#side = side;
    this.#texts = new Map(side.source.sources.map(({ file, text }) => [file, text]));
    this.#base = base;
    this.#isAffected = isAffected;
  }

  add(root: Root, rendering: Rendering): void {
    const { root: rootBefore, rendering: before } = this.#base?.renderings.get(root.name) ?? {};
    const isKnownInBase = before !== undefined && 'text' in before;
    const lost = isKnownInBase ? this.#lostDependency(root, rootBefore!) : undefined;
    if (isKnownInBase && lost) {
      this.#addUnknown(root, lost.obstacle, before.text);
      return;
    }

    // A finding on both sides would count as an older one.
    const isUnknownNow = isKnownInBase && !('text' in rendering);
    const edit =
      before && !isUnknownNow && this.#isAffected(root) ? this.#unseenEdit(root, rendering, rootBefore) : undefined;
    if (edit) this.#obstacles.push(edit);
    else if (before && !isUnknownNow && root.call !== null && !('text' in rendering) && !isLacking(rendering))
      this.#unseen.add(root);

    if ('text' in rendering) this.#addRendered(root, rendering, rootBefore);
    else {
      if (isKnownInBase) this.#addUnknown(root, rendering.obstacle, before.text);
      else if (rendering.lacks.length > 0) for (const lack of rendering.lacks) this.#addLack(lack, root);
      else
        for (const obstacle of obstaclesOf(rendering, root))
          this.#addObstacle(
            root,
            this.#asLimit(asGuess(obstacle, root), root, before),
            rootBefore && before && obstaclesOf(before, rootBefore),
          );
    }
  }

  /** Reports what base gets from another repository, or from files that are still there, and head does not. */
  addRemoved(): void {
    if (this.#base) {
      this.#addStaying();
      this.#addNotApplied();
      this.#addNewlyApplied(this.#base.side);
      this.#addRevised();
      this.#addReinstalled(this.#base.side);
      this.#addVanished(this.#base.side);
      this.#addMiscased(this.#base.side);
      this.#addWaiting(this.#base.side);
      this.#addSuspended(this.#base.side);
      this.#addDependencies(this.#base.side);
      this.#addPruning(this.#base.side);
      this.#addDestinations(this.#base.side);
    }

    const names = new Set(this.#side.roots.map(({ name }) => name));
    for (const { root } of this.#base?.renderings.values() ?? []) {
      const removed = names.has(root.name) ? undefined : elsewhereEdit(root, root.elsewhere, 'removes');
      if (removed) this.#obstacles.push(removed);
    }
  }

  /** The files of another revision are not those of this commit. */
  #addRevised(): void {
    for (const [root, before] of this.#side.revised)
      if (root.files.some((file) => hasNodes(this.#read(file) ?? '')))
        this.#obstacles.push({ root, obstacle: revisedObstacle(root, before), isChanged: true });
  }

  /** Releases that are uninstalled and installed again. */
  #addReinstalled(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));
    for (const root of this.#side.applied) {
      const old = before.get(root.name);
      const obstacle = old && mayMatter(root, this.#side.tree) ? reinstallation(old, root) : undefined;
      if (obstacle) this.#obstacles.push({ root, obstacle, isChanged: true });
    }
  }

  /** A definition whose path the change takes away applies nothing any more. */
  #addVanished(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));
    const unmade = new Set(this.#unmade.map(({ root }) => root));

    for (const root of this.#side.applied) {
      const old = before.get(root.name);
      if (old === undefined || unmade.has(root)) continue;
      const obstacle = vanishedPath(...this.#definedSides(old, root, base));
      if (obstacle) this.#obstacles.push({ root, obstacle, isChanged: true });
    }
  }

  /** A definition whose path is a folder here, except for upper and lower case. */
  #addMiscased(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));
    const isReported = new Set([...this.#unmade, ...this.#obstacles].map(({ root }) => root));

    for (const root of this.#side.applied) {
      const obstacle = isReported.has(root) ? undefined : miscasedObstacle(root);
      if (obstacle === undefined) continue;
      const isChanged = before.get(root.name)?.miscased?.path !== root.miscased?.path;
      this.#obstacles.push({ root, obstacle, isChanged });
    }
  }

  #definedSides(old: Root, root: Root, { source, tree }: OpenSide): [DefinedSide, DefinedSide] {
    const texts = new Map(source.sources.map(({ file, text }) => [file, text]));
    return [
      { root: old, files: tree.files, read: (file) => texts.get(file) },
      { root, files: this.#side.tree.files, read: this.#read },
    ];
  }

  /** What begins or ends to delete NodePools and node classes that leave git. */
  #addPruning(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));

    for (const root of this.#side.applied) {
      const old = before.get(root.name);
      if (old === undefined || !root.files.some((file) => hasNodes(this.#read(file) ?? ''))) continue;

      for (const obstacle of [pruningChange(old, root), leavingChange(old, root)])
        if (obstacle) this.#obstacles.push({ root, obstacle, isChanged: true });
    }
  }

  /** What is applied to another cluster from now on. */
  #addDestinations(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));

    for (const root of this.#side.applied) {
      const old = before.get(root.name);
      if (old === undefined || !mayMatter(root, this.#side.tree)) continue;

      const areNodes = old.files.some((file) => hasNodes(base.tree.text(file) ?? ''));
      const isThere = (path: string): boolean => [...this.#side.tree.files.keys()].some((file) => isWithin(file, path));
      const other = otherEnvironment(old, root, isThere);
      for (const obstacle of [destinationChange(old, root, areNodes), other])
        if (obstacle) this.#obstacles.push({ root, obstacle, isChanged: true });
    }
  }

  /** What the change edits although a suspended object applies it, or one that follows a tag. */
  #addWaiting(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));
    for (const root of this.#side.applied) {
      const old = before.get(root.name);
      const isEdited = old !== undefined && isTouched([old, base.tree], [root, this.#side.tree]);
      const isWaiting = old !== undefined && root.waiting !== undefined && isWaitingStill(old, root);
      if (!isEdited || !isWaiting || !mayMatter(root, this.#side.tree)) continue;

      this.#obstacles.push({ root, obstacle: waitingObstacle(root, root.waiting), isChanged: true });
      this.#waiting.push({
        because: root.waiting.because,
        texts: new Set([...root.files, ...listIf(root.call !== null, renderedName(root))]),
        ...(rootDefinition(old) !== rootDefinition(root) && { definition: root.file }),
      });
    }
  }

  /** What Flux waits for and nothing has any more. */
  #addDependencies(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));
    const roots = { base: base.applied, head: this.#side.applied };
    const isUnread = base.applied.some(({ file }) => !isReadable(this.#side.tree.text(file)));
    const isUnrendered = this.#side.applied.some(({ obstacles }) => obstacles.some(isIncomplete));
    // What cannot be read or rendered may have the dependency.
    const isOpen = isUnread || isUnrendered;

    for (const root of isOpen ? [] : this.#side.applied) {
      const old = before.get(root.name);
      if (old === undefined || !mayMatter(root, this.#side.tree)) continue;
      for (const obstacle of missingDependencies({ before: old, after: root, roots }))
        this.#obstacles.push({ root, obstacle, isChanged: true });
    }

    for (const [root, obstacle] of dependencyCycles(roots)) this.#obstacles.push({ root, obstacle, isChanged: true });
  }

  /** What Flux ends or begins to apply at all. */
  #addSuspended(base: OpenSide): void {
    const before = new Map(base.applied.map((root) => [root.name, root]));
    for (const root of this.#side.applied) {
      const old = before.get(root.name);
      const obstacle = suspensionChange(old, root, { isEdited: this.#isEditedApart(root, base) });
      if (obstacle) this.#obstacles.push({ root, obstacle, isChanged: true });
    }
  }

  /** Whether files change that a root is rendered from, other than its definition. */
  #isEditedApart({ call, file: definition, files }: Root, { tree }: OpenSide): boolean {
    if (call === null) return false;
    return files.some((file) => file !== definition && tree.files.get(file) !== this.#side.tree.files.get(file));
  }

  /** What applies objects without some of their fields, on both sides. */
  #ignored(): readonly IgnoringOwner[] {
    const before = new Map(this.#base?.side.applied.map((root) => [root.name, root]));
    return this.#side.applied.flatMap((root) => {
      const fields = (root.ignored ?? []).filter((field) => before.get(root.name)?.ignored?.some(isSameField(field)));
      if (fields.length === 0 || root.by === undefined) return [];
      return [{ owner: root.by, texts: new Set([...root.files, renderedName(root)]), fields }];
    });
  }

  /** What a definition still applies that git no longer has, because nothing deletes it. */
  #addStaying(): void {
    for (const { root, keeping, isBroken } of this.#side.staying.values()) {
      const files = root.files.filter((file) => this.#side.tree.files.has(file) && hasNodes(this.#read(file) ?? ''));
      if (files.length === 0) continue;
      if (isBroken) this.#obstacles.push({ root, obstacle: brokenDefinitionObstacle(root, files), isChanged: true });
      if (keeping === undefined) continue;
      this.#obstacles.push({ root, obstacle: stillAppliedObstacle(root, files, keeping), isChanged: true });
    }
  }

  #addNotApplied(): void {
    const unapplied = [...this.#side.notApplied].filter(
      ([file, { root }]) => !root.patches.includes(file) && hasNodes(this.#read(file) ?? ''),
    );
    for (const [root, all] of groupBy(unapplied, ([, entry]) => entry.root)) {
      const files = all.map(([file]) => file);
      const [[, first]] = all as [(typeof all)[0]];
      this.#obstacles.push({ root, obstacle: notAppliedObstacle(first, files), isChanged: true });
    }
  }

  /** What base has in git and does not apply. A kustomization that lists a file for the first time says so itself. */
  #addNewlyApplied({ notApplied }: OpenSide): void {
    const begun = [...notApplied].filter(
      ([file, { root, isKept }]) => !isKept && !root.patches.includes(file) && hasNodes(this.#read(file) ?? ''),
    );

    for (const [root, all] of groupBy(begun, ([, begunSource]) => begunSource.root)) {
      const files = all.map(([file]) => file);
      const [file] = files;
      const obstacle = {
        code: 'render/newly-applied',
        severity: 'note',
        file: file!,
        ...newlyAppliedText(quoted(root.by ?? root.name), files),
      } as const;
      this.#obstacles.push({ root, obstacle, isChanged: true });
    }
  }

  /** A root that failed for a similar reason before the change is not a new problem, even if the program now prints another message. */
  #addObstacle(root: Root, obstacle: Obstacle, before: readonly Obstacle[] = []): void {
    const wasSame = before.some(({ code }) => code === obstacle.code);
    this.#obstacles.push({ root, obstacle, ...(wasSame && { isChanged: false }) });
  }

  /**
   * What plumbline refuses to run or fetch is a limit of plumbline, which the author of a change cannot lift. It is a note, unless the change
   * adds a root with Karpenter's objects.
   */
  #asLimit(obstacle: Obstacle, root: Root, before: Rendering | undefined): Obstacle {
    if (obstacle.code !== 'render/refused' || obstacle.severity !== 'warning') return obstacle;
    const isAdded = this.#base !== null && before === undefined && this.#isAffected(root);
    if (isAdded && shapesNodes(root, this.#read)) return obstacle;
    return { ...obstacle, severity: 'note' };
  }

  readonly #read = (file: string): string | undefined => this.#texts.get(file);

  #addLack(lack: Lack, root: Root): void {
    const group = this.#lacking.get(lack.clause) ?? { lack, roots: [] };
    this.#lacking.set(lack.clause, group);
    group.roots.push(root);
  }

  /** A dependency that the chart has at the base and that is only missing now. Its objects would look as if they were removed. */
  #lostDependency(root: Root, before: Root): AbsentDependency | undefined {
    const absentNames = new Set(absentDependencies(before).map(({ name }) => name));
    const tree = this.#base?.side.tree;
    return absentDependencies(root).find(
      ({ name, obstacle }) => !absentNames.has(name) && namesDependency(tree?.text(obstacle.file) ?? '', name),
    );
  }

  #addAbsent(root: Root, before: Root | undefined): void {
    const absentBefore = new Map(
      absentDependencies(before ?? root).map(({ name, given: valueFiles }) => [name, valueFiles]),
    );
    for (const dependency of absentDependencies(root)) {
      this.#obstacles.push({ root, obstacle: withoutIt(root, dependency), isRendered: true });
      if ((absentBefore.get(dependency.name) ?? dependency.given) !== dependency.given)
        this.#obstacles.push({ root, obstacle: editsIt(root, dependency), isChanged: true });
    }
  }

  #addRendered(root: Root, rendering: Extract<Rendering, { readonly text: string }>, before: Root | undefined): void {
    const { tree } = this.#side;
    const { text } = rendering;
    this.#made.push(renderedSource(root, rendering, tree));
    const unread = [...new Set(leftOut(root, text, tree))];
    this.#cover(root, [...unread, ...besideTemplates(root, tree), ...outsideChart(root, tree)]);
    this.#addAbsent(root, before);
    this.#addUnset(root, text);
    const earlier = this.#base?.renderings.get(root.name)?.rendering;
    const textBefore = earlier && 'text' in earlier ? earlier.text : undefined;
    for (const obstacle of unmatchedPatches({ root, text, before: textBefore, read: (file) => tree.text(file) }))
      this.#obstacles.push({ root, obstacle, isRendered: true });
    this.#addUnread(root, text);
    if (root.absentSecrets?.length) this.#addObstacle(root, absentObstacle(root, root.absentSecrets));
    if (unread.length > 0) this.#addObstacle(root, leftOutObstacle(root, unread, tree));
    this.#addVarying(root);
  }

  /** Variables of Flux that nothing sets. */
  #addUnset(root: Root, text: string): void {
    const { tree } = this.#side;
    const after = usedVariables(root, text, (file) => tree.text(file));
    if (after.unset.length === 0) return;

    const { root: rootBefore, rendering } = this.#base?.renderings.get(root.name) ?? {};

    const beforeOf = () => {
      if (rootBefore && rendering && 'text' in rendering)
        return usedVariables(rootBefore, rendering.text, (file) => this.#base?.side.tree.text(file));
      return undefined;
    };

    const before = beforeOf();

    for (const obstacle of unsetVariableObstacles(root, after, before))
      this.#obstacles.push({ root, obstacle, isRendered: true });
  }

  /** Values that the change sets and that nothing reads. */
  #addUnread(root: Root, text: string): void {
    const before = this.#base?.renderings.get(root.name)?.root;
    const tree = this.#base?.side.tree;
    if (before === undefined || tree === undefined || !this.#isAffected(root)) return;

    const [read, readBefore] = [this.#side.tree, tree].map((side) => (file: string) => side.text(file));
    for (const obstacle of valuesWithoutReader({ root, before, text, read: read!, readBefore: readBefore! })) {
      const file = this.#editedFileWith(obstacle, tree);
      this.#obstacles.push({ root, obstacle: { ...obstacle, file }, isRendered: true, isChanged: true });
    }
  }

  /** The file with a text: that of a definition, or an edited patch of what applies the definition. */
  #editedFileWith({ file, near = '' }: Obstacle, before: OpenSide['tree']): string {
    const { roots, tree } = this.#side;
    if (tree.text(file)?.includes(near)) return file;
    const files = new Set(roots.filter((root) => root.files.includes(file)).flatMap((root) => root.files));
    const isEdited = (path: string): boolean => before.files.get(path) !== tree.files.get(path);
    return [...files].find((path) => isEdited(path) && tree.text(path)?.includes(near)) ?? file;
  }

  /** A changed template of NodePools may render to something else in the cluster than here. */
  #addVarying(root: Root): void {
    const { tree } = this.#side;
    const before = this.#base?.side.tree.files;
    if (before === undefined || root.call === null || !('helm' in root.call)) return;
    for (const file of root.files) {
      const text = before.get(file) === tree.files.get(file) ? '' : (tree.text(file) ?? '');
      const [, reads] = hasNodes(text) ? (varying.exec(text) ?? []) : [];
      if (reads !== undefined) this.#obstacles.push({ root, obstacle: varyingObstacle(file, reads), isChanged: true });
    }
  }

  /** What to say of a root that the change edits and that is not rendered on either side, so that the effect of the edit is unknown. */
  #unseenEdit(root: Root, rendering: Rendering, before: Root | undefined): RootObstacle | undefined {
    if (isLacking(rendering)) return undefined;
    if (isHalfSeen(root, rendering, this.#side)) return { root, obstacle: halfSeenObstacle(root) };
    if (!('text' in rendering) && shapesNodes(root, this.#read))
      return { root, obstacle: unseenObstacle(root), isChanged: true };
    if (root.call !== null && root.elsewhere?.given === before?.elsewhere?.given) return undefined;
    return elsewhereEdit(root, root.elsewhere, 'edits') ?? elsewhereEdit(root, before?.elsewhere, 'removes');
  }

  #addUnknown(root: Root, obstacle: Obstacle, before: string): void {
    const base = this.#base!.side;
    const old = base.roots.find(({ name }) => name === root.name);
    const missing = old && missingPath(...this.#definedSides(old, root, base));
    const { tree, applied } = this.#side;
    const moved = old && movedSource({ before: old, after: root, files: tree.files, applied });
    this.#unmade.push({ root, obstacle: missing ?? moved ?? unknownNow(obstacle, root), isChanged: true });
    // Helm prints CRDs as they are, so they are known without rendering.
    this.#cover(root, [...leftOut(root, before, base.tree), ...crdsOf(root), ...outsideChart(root, this.#side.tree)]);
  }

  #cover(root: Root, files: readonly string[]): void {
    this.#settled.add(root);
    const isLeft = new Set(files);
    for (const file of root.files) if (!isLeft.has(file)) this.#covered.add(file);
  }

  result(): SourceSet {
    const { source, tree } = this.#side;
    const covered = this.#covered;
    const { patches, kinds } = this.#unrendered();

    const commented = commentedFiles(this.#side.roots, tree, this.#side.plainFiles);

    const isLeft = ({ file }: Source): boolean =>
      !covered.has(file) && !patches.has(file) && !this.#side.notApplied.has(file) && !commented.has(file);

    const renderedValues = new Set(
      [...this.#settled].flatMap(({ file, call }) => {
        if (call && 'helm' in call) return [file];
        return [];
      }),
    );

    const namespaces = plainNamespaces(this.#side.applied);
    const fileRoots = fileRootsOf(
      [...new Set([...this.#side.roots, ...this.#side.applied])].filter((root) => !this.#settled.has(root)),
    );

    const applied = source.sources
      .filter((source) => isApplied(source, tree) && (isLeft(source) || saysMore(source)))
      .map((source) => {
        const unrenderedKinds = [...(kinds.get(source.file) ?? [])].sort();
        const namespace = namespaces.get(source.file);
        const together = hasNodes(source.text) ? fileRoots.get(source.file) : undefined;
        return markedSource(source, {
          ...(unrenderedKinds.length > 0 && { unrenderedKinds }),
          ...(renderedValues.has(source.file) && { hasRenderedValues: true }),
          ...(namespace !== undefined && { namespace }),
          ...(together !== undefined && { fileRoots: together }),
        });
      });

    const lacking = [...this.#lacking.values()].map(({ lack, roots }) => {
      const changing = roots.filter((root) => !isList(root, this.#read));
      const isNew = this.#base !== null && changing.some(this.#isAffected);
      return { ...lackDiagnostic(lack, roots, changing), ...(isNew && { isChanged: true as const }) };
    });

    const textOf = (file: string): string | undefined => tree.text(file);
    const findings = obstacleFindings(this.#obstacles, textOf).map(({ diagnostic }) => diagnostic);
    // The first root of a finding has it, and the others have none.
    const unmade = obstacleFindings(this.#unmade, textOf).flatMap(({ diagnostic, roots }) =>
      roots.map((root, i) => ({ file: renderedName(root), diagnostic: i === 0 ? diagnostic : null })),
    );
    const lost = this.#lostDefinitions().map((root) => ({ file: renderedName(root), diagnostic: null }));

    return {
      ...source,
      sources: [...applied, ...this.#made],
      hintSources: [...source.hintSources, ...generatedVersionTexts(this.#side.roots, textOf)],
      diagnostics: [...source.diagnostics, ...once([...findings, ...lacking])],
      originals: originals(this.#side, covered),
      usedFiles: new Set([
        ...this.#side.roots.flatMap((root) => {
          if (this.#unseen.has(root)) return [];
          return root.files;
        }),
        ...this.#side.plainFiles,
      ]),
      unmade: [...unmade, ...lost],
      ...(this.#waiting.length > 0 && { waiting: this.#waiting }),
      ignored: this.#ignored(),
      notApplied: new Set(this.#side.notApplied.keys()),
      commented,
    };
  }

  /** The roots of base whose definitions are in what no longer renders, so that nobody knows what becomes of them. */
  #lostDefinitions(): readonly Root[] {
    const names = new Set(this.#side.roots.map(({ name }) => name));
    const unmade = new Set(this.#unmade.map(({ root }) => root.name));
    const gone = [...(this.#base?.renderings.values() ?? [])].filter(({ root }) => !names.has(root.name));
    const lost = new Set<Root>();

    // A definition may define others.
    for (let count = -1; count < unmade.size; ) {
      count = unmade.size;
      for (const { root } of gone) {
        if (root.parent === undefined || !unmade.has(root.parent.name)) continue;
        lost.add(root);
        unmade.add(root.name);
      }
    }

    return [...lost];
  }

  /**
   * The files of roots that are not rendered: patches, which nobody applies on their own, and for each other file the kinds of objects that
   * a patch changes.
   */
  #unrendered(): { readonly patches: ReadonlySet<string>; readonly kinds: ReadonlyMap<string, ReadonlySet<string>> } {
    const patches = new Set<string>();
    const kinds = new Map<string, Set<string>>();

    for (const root of this.#side.roots) {
      if (this.#settled.has(root)) continue;

      for (const file of root.patches) patches.add(file);
      const changed = changedKindsIn(root, this.#read);

      for (const file of changed.length === 0 ? [] : root.files) {
        const kindsOfFile = kinds.get(file) ?? new Set();
        for (const kind of changed) kindsOfFile.add(kind);
        kinds.set(file, kindsOfFile);
      }
    }

    return { patches, kinds };
  }
}

const karpenterKind = /^[ \t]*kind:[ \t]*["']?(NodePool|\w{0,30}NodeClass|NodeOverlay|Provisioner|AWSNodeTemplate)\b/gm;
const kindsIn = (text: string): string[] => [...text.matchAll(karpenterKind)].map(([, kind]) => kind!);

/** Templates of Karpenter objects that a chart does not render with its default values. It is probably applied with other values. */
function leftOut(root: Root, text: string, tree: OpenSide['tree']): string[] {
  if (root.isDeclared || root.tool !== 'helm') return [];
  const renderedKinds = new Set(kindsIn(text));
  return root.files.filter((file) => {
    const kinds = kindsIn(file.includes('/templates/') || file.startsWith('templates/') ? (tree.text(file) ?? '') : '');
    return kinds.length > 0 && kinds.every((kind) => !renderedKinds.has(kind));
  });
}

/** Karpenter objects in the `crds/` folder of a chart, which `helm install` creates and `helm template` does not print. */
function besideTemplates({ call, files }: Root, tree: OpenSide['tree']): string[] {
  if (call === null || !('helm' in call) || call.helm.includesCrds) return [];
  return files.filter((file) => /(?:^|\/)crds\//.test(file) && kindsIn(tree.text(file) ?? '').length > 0);
}

/** What Helm renders or reads of a chart, by the path within it (helm pkg/chart/loader/load.go). */
const chartPath = /^(?:templates|crds|charts)\/|^(?:Chart|values[\w.-]*)\.(?:ya?ml|lock)$/;

/** The first fields of an object that is a whole document, and not a part of values. */
const documentFields = /^(?:apiVersion|kind):/m;

/**
 * Karpenter objects in the folder of a chart that Helm neither renders nor reads, such as a NodePool next to `Chart.yaml` that somebody applies.
 * A template that reads files of the chart may use them.
 */
function outsideChart({ call, files }: Root, tree: OpenSide['tree']): string[] {
  if (call === null || !('helm' in call) || call.helm.archive) return [];

  const { chart, valueFiles } = call.helm;
  const prefix = textIf(chart !== '', `${chart}/`);
  const chartFiles = files.filter((file) => file.startsWith(prefix));
  const templates = chartFiles.filter((file) => file.startsWith(`${prefix}templates/`));
  if (templates.some((file) => tree.text(file)?.includes('.Files') === true)) return [];

  return chartFiles.filter((file) => {
    if (chartPath.test(file.slice(prefix.length)) || valueFiles.includes(file)) return false;
    const text = tree.text(file) ?? '';
    return documentFields.test(text) && kindsIn(text).length > 0;
  });
}

function leftOutObstacle({ name }: Root, files: readonly string[], tree: OpenSide['tree']): Obstacle {
  const values = [...new Set(files.flatMap((file) => decidingValue(tree.text(file) ?? '') ?? []))].slice(0, 3);
  const named = values.map(quoted).join(' and ');
  const are = byCount(files.length, 'it is reviewed as a plain file', 'they are reviewed as plain files');

  return {
    code: 'render/unknown',
    severity: 'note',
    file: files[0]!,
    message: `With its own values, \`${name}\` renders nothing from ${plural(files.length, 'template')} with Karpenter objects, so ${are}`,
    help: `Name the values files that it is applied with in \`sources\` of plumbline.yaml${textIf(values.length > 0, `. They decide through ${named}`)}.`,
  };
}

/** What a template reads that is different in the cluster, or each time. */
const varying =
  /\{\{[^{}]{0,500}?(\blookup\b(?= *["(])|\bnow\b|\.Release\.(?:IsUpgrade|IsInstall|Revision)\b|\.Capabilities\.APIVersions\b|\brand(?:Alpha|AlphaNum|Ascii|Numeric|Int)\b)/;

const varyingObstacle = (file: string, reads: string): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file,
  near: reads,
  message: `The change edits ${quoted(file)}, which uses ${quoted(reads)}. What it renders to here may differ from what the cluster gets`,
  help: 'Compare with `helm get manifest` or the live objects, or decide by a value instead.',
});

/** The value that the first `range`, `if` or `with` of a template reads. */
const decidingValue = (text: string): string | undefined =>
  /\{\{-?\s*(?:(?:range|if|with)\b|\$\w{1,100}\s*:=)[^}]{0,200}?\.Values\.([\w.]{1,100})/.exec(text)?.[1];

/** Whether unknown values decide which Karpenter objects a chart has. */
function isHalfSeen(root: Root, rendering: Rendering, { source, tree }: OpenSide): boolean {
  if (root.call === null || !('helm' in root.call) || isLacking(rendering)) return false;
  if ('text' in rendering) return leftOut(root, rendering.text, tree).length > 0;
  const files = new Set(root.files);
  return source.sources.some(({ file, text }) => files.has(file) && kindsIn(text).length > 0);
}

const halfSeenObstacle = ({ name, file }: Root): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file,
  message: `The change edits \`${name}\`, whose templates are reviewed as plain files. The effect of its values is unknown`,
  help: 'Name the values files that it is applied with in `sources` of plumbline.yaml.',
});

/** If base could be rendered, the change breaks the root, and head's plain files cannot replace the rendered ones. */
function unknownNow(obstacle: Obstacle, root: Root): Obstacle {
  const nameValues = 'name the values files that the chart is applied with in `sources` of plumbline.yaml.';
  const lost = 'so its objects are now unknown';

  if (isLimit(obstacle)) {
    // What Flux or Argo CD applies may begin to use a kustomization that is new.
    const name = root.by === undefined ? 'It' : quotedTitle(root.by);
    return {
      ...obstacle,
      severity: 'warning',
      message: `${obstacle.message}. ${name} was rendered before the change, ${lost}`,
    };
  }

  if (mayNeedValues(obstacle, root))
    return {
      ...obstacle,
      severity: 'note',
      message: `${obstacle.message.replace(/[.!]$/, '')}. Which values the chart is applied with is unknown, ${lost}`,
      help: capitalized(nameValues),
    };

  return {
    ...obstacle,
    severity: 'error',
    message: `${obstacle.message}. It renders before the change, ${lost}`,
    ...(!root.isDeclared && { help: `Fix what the change breaks, or ${nameValues}` }),
  };
}

/** Whether plumbline refuses to run or fetch something. What applies the root does not. */
const isLimit = ({ code }: Obstacle): boolean => code === 'render/refused';

/** What Helm says if a value is missing that a template demands: by `required` or `fail`, by reading what is not there, or by the schema. */
const missingValue =
  /execution error at|nil pointer evaluating|values don't meet the specifications|library charts are not installable/;

/** Whether a chart does not render only because nothing here says with which values it is applied. Others may apply it with theirs. */
const mayNeedValues = ({ message }: Obstacle, { by, isDeclared, call }: Root): boolean =>
  by === undefined &&
  !isDeclared &&
  call !== null &&
  'helm' in call &&
  call.helm.valueFiles.length === 0 &&
  missingValue.test(message);

/** The files in the folder `crds/` of a chart, which Helm does not render. */
const crdsOf = ({ call, files }: Root): string[] => {
  if (call !== null && 'helm' in call)
    return files.filter((file) => file.startsWith(inFolder(call.helm.chart, 'crds/')));

  return [];
};

const unseenObstacle = ({ name, file }: Root): Obstacle => ({
  code: 'render/unknown',
  severity: 'warning',
  file,
  message: `The change edits \`${name}\`, which cannot be rendered. Its effect on NodePools and node classes is unknown`,
  help: 'Review the rendered manifests.',
});

const brokenDefinitionObstacle = ({ by, file }: Root, files: readonly string[]): Obstacle => ({
  code: 'yaml/syntax',
  severity: 'error',
  file,
  message: `This file is not valid YAML after the change, so ${quotedTitle(by ?? '')}, which applies ${firstNames(files.map(quoted))}, can no longer be updated`,
  help: 'Correct the YAML of this file.',
});

const stillAppliedObstacle = ({ by }: Root, files: readonly string[], keeping: Keeping): Obstacle => ({
  code: 'render/not-applied',
  severity: 'note',
  file: files[0]!,
  message: `The change removes ${quotedTitle(by ?? '')} from git, but it stays in the cluster and still applies ${firstNames(files.map(quoted))}: ${keeping.because}`,
  help: 'If nothing should apply it any more, delete it in the cluster with `kubectl delete`.',
});

const notAppliedObstacle = ({ root: { name }, isKept, keeping }: NotApplying, files: readonly string[]): Obstacle => ({
  code: 'render/not-applied',
  severity: 'note',
  file: files[0]!,
  ...notAppliedText(
    isKept ? `${quoted(name)} no longer applies` : `The change removes ${quoted(name)}, and nothing else applies`,
    files,
    keeping,
  ),
});

/** Whether something failed to render. A chart that is elsewhere defines nothing for Flux. */
const isIncomplete = ({ code }: Obstacle): boolean => code === 'render/failed' || code === 'render/limit';

/** Whether a definition or the files of it differ. */
function isTouched([old, before]: SideRoot, [root, now]: SideRoot): boolean {
  if (rootDefinition(old) !== rootDefinition(root)) return true;
  return root.files.some((file) => before.files.get(file) !== now.files.get(file));
}

type SideRoot = readonly [root: Root, tree: OpenSide['tree']];

/**
 * Whether nothing of an edit is applied. A Kustomization that the change suspends may apply it first. A release and its
 * chart's version are one object.
 */
function isWaitingStill(old: Root, root: Root): boolean {
  if (root.waiting?.isOfDefinition) return old.waiting !== undefined || root.call === null;
  return old.waiting?.because === root.waiting?.because && rootDefinition(old) === rootDefinition(root);
}

const isSameField =
  (field: IgnoredField) =>
  (other: IgnoredField): boolean =>
    JSON.stringify(field) === JSON.stringify(other);

const waitingObstacle = ({ file }: Root, { because, until, near }: ApplyDelay): Obstacle => ({
  code: 'render/not-applied-yet',
  severity: 'note',
  file,
  near,
  message: `Nothing that this change edits of it is applied at first, because ${because}`,
  help: `${until}. Review the change as if it came then.`,
});

function revisedObstacle({ name, file, revision }: Root, before: NonNullable<Root['revision']>): Obstacle {
  const isSameAddress = before[0] === revision![0];
  const [now, old] = [revision!, before].map((source) => quoted(isSameAddress ? source[1] : source.join(' ')));

  return {
    code: 'render/unknown',
    severity: 'note',
    file,
    near: revision![1],
    message: `The change makes ${quoted(name)} apply ${now} instead of ${old}. plumbline reviews the files of this commit, so the effect is unknown`,
    help: 'Compare the rendered manifests of both revisions.',
  };
}

type Verb = 'edits' | 'removes';

const elsewhereEdit = (root: Root, elsewhere: Elsewhere | undefined, verb: Verb): RootObstacle | undefined =>
  elsewhere && { root, obstacle: elsewhereObstacle(root, elsewhere, verb), isChanged: true };

const elsewhereText = (root: Root, { near, reason }: Elsewhere['obstacle'], verb: Verb): string => {
  if (root.call !== null) return `\`${near}\` in \`${root.name}\`, which is not in this repository`;
  return `\`${root.name}\`${textIf(verb === 'edits', ' or its values')}, and ${reason ?? 'it is not rendered'}`;
};

const elsewhereObstacle = (root: Root, { obstacle }: Elsewhere, verb: Verb): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file: obstacle.file,
  ...(obstacle.near !== undefined && { near: obstacle.near }),
  message: `The change ${verb} ${elsewhereText(root, obstacle, verb)}. The effect is unknown`,
  help: 'Review the rendered manifests.',
});

const namesDependency = (chartYaml: string, name: string): boolean =>
  chartYaml.split('\n').some((line) => /\bname\b/.test(line) && line.includes(name));

const withoutIt = ({ name }: Root, { why, obstacle }: AbsentDependency): Obstacle => ({
  ...obstacle,
  severity: 'note',
  message: `${why}, so \`${name}\` is rendered without it. What it adds is unknown`,
});

const editsIt = ({ name }: Root, dependency: AbsentDependency): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file: dependency.obstacle.file,
  near: dependency.name,
  message: `The change edits the dependency \`${dependency.name}\` of \`${name}\` or its values. \`${name}\` is rendered without it, so the effect is unknown`,
  help: dependency.obstacle.help ?? 'Review the rendered manifests.',
});

const absentObstacle = ({ name, file }: Root, secrets: readonly string[]): Obstacle => ({
  code: 'render/missing-file',
  severity: 'note',
  file,
  message: `\`${name}\` generates Secrets from ${plural(secrets.length, 'file')} that the repository does not contain (\`${secrets[0]}\`${textIf(secrets.length > 1, ', …')}). plumbline assumes that they are empty`,
});

/** Removes duplicate findings, because several clusters may apply the same file. */
const once = (diagnostics: readonly Diagnostic[]): Diagnostic[] => [
  ...new Map(
    diagnostics.map((diagnostic) => [
      JSON.stringify([diagnostic.code, diagnostic.message, diagnostic.span]),
      diagnostic,
    ]),
  ).values(),
];

/** Workloads that are only an example of a chart's output do not run. NodePools are always reviewed. */
const isApplied = ({ file, text }: Source, tree: OpenSide['tree']): boolean =>
  !isExampleOfChart(file, tree) || kindsIn(text).length > 0;

/** Values of Karpenter's chart and policies are not manifests, so they are always read as plain files. */
const saysMore = ({ text }: Source): boolean =>
  !text.includes('apiVersion') && (mayBeValues(text) || mayBePolicy(text));

/** An error of a kustomization that nothing declares is only a warning, because it may be completed before it is applied. */
const asGuess = (obstacle: Obstacle, { by }: Root): Obstacle => {
  if (by === undefined && obstacle.severity === 'error') return { ...obstacle, severity: 'warning' };
  return obstacle;
};

function originals({ source, tree }: OpenSide, covered: ReadonlySet<string>): Source[] {
  const sourceByFile = new Map([...source.sources, ...source.hintSources].map((source) => [source.file, source]));
  return [...covered].sort().flatMap((file) => {
    const text = tree.text(file);
    return sourceByFile.get(file) ?? (text === undefined ? [] : [{ file, text }]);
  });
}

/** Something that this machine lacks. `changing` are those of the roots whose files are not what the cluster gets. */
function lackDiagnostic({ code, clause, help }: Lack, roots: readonly Root[], changing: readonly Root[]): Diagnostic {
  const unknown = changing.length > 0;
  const named = unknown ? changing : roots;
  const [are, them] = named.length > 1 ? ['are', 'them'] : ['is', 'it'];

  const outcome = () => {
    if (unknown) return `What the cluster gets from ${them} is unknown`;
    return 'Their files are reviewed as they are';
  };

  return {
    code,
    severity: unknown ? 'warning' : 'note',
    message: `${clause}, so ${namesText(named.map(({ name }) => name))} ${are} not rendered. ${outcome()}`,
    span: { file: named[0]!.file, start: 0, end: 0 },
    labels: [],
    resource: null,
    help,
  };
}
