import type { Diagnostic } from '../../engine/diagnostic.ts';
import { addToGroup } from '../../engine/group-by.ts';
import { mayBePolicy, mayBeValues } from '../../engine/manifest/prefilter.ts';
import { compareNames } from '../../engine/name-order.ts';
import { plural } from '../../engine/plural.ts';
import type { NotRendered, SourceSet } from '../../engine/review/source-set.ts';
import type { Source } from '../../engine/source.ts';
import { isExampleOfChart } from '../../engine/sources/helm/chart.ts';
import { obstacleDiagnostic } from '../../engine/sources/obstacle-diagnostic.ts';
import type { Obstacle, Root } from '../../engine/sources/root.ts';
import type { OpenSide } from './open-pair.ts';
import { type Rendering, toolsOf } from './render-root.ts';
import { renderedName, renderedSource } from './rendered-source.ts';
import type { RenderedSide } from './side-renderer.ts';
import { type ToolName, toolNeeded, toolSource } from './tool.ts';

/** Why a root could not be rendered. */
export const obstaclesOf = (rendering: Rendering, { obstacles }: Root): Obstacle[] => [
  ...new Set([...('obstacle' in rendering ? [rendering.obstacle] : []), ...obstacles]),
];

/**
 * The sources of a side: rendered texts in place of the files of their roots. A root that could not be rendered is read as plain
 * files, unless base could be rendered. Then head's objects are unknown.
 */
export function sideSet({ side, renderings }: RenderedSide, base: RenderedSide | null): SourceSet {
  const set = new SetOfRoots(side, base);
  const all = [...renderings.values()].sort((a, b) => compareNames(a.root.name, b.root.name));
  for (const { root, rendering } of all) set.add(root, rendering);
  return set.result();
}

/** Collects the rendered texts of a side's roots, one after the other. */
class SetOfRoots {
  readonly #side: OpenSide;
  readonly #base: RenderedSide | null;
  readonly #covered = new Set<string>();
  readonly #made: Source[] = [];
  readonly #unmade: { file: string; diagnostic: Diagnostic }[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #lacking = new Map<ToolName, Root[]>();
  readonly #notRendered: NotRendered[] = [];

  constructor(side: OpenSide, base: RenderedSide | null) {
    this.#side = side;
    this.#base = base;
  }

  add(root: Root, rendering: Rendering): void {
    const before = this.#base?.renderings.get(root.name)?.rendering;
    const isKnownInBase = before !== undefined && 'text' in before;
    // A finding on both sides would count as an older one.
    const isUnknownNow = isKnownInBase && !('text' in rendering);
    if (before && !isUnknownNow && isHalfSeen(root, rendering, this.#side)) this.#report(halfSeenObstacle(root));
    if ('text' in rendering) this.#addRendered(root, rendering.text);
    else {
      this.#notRendered.push({ root: root.name, reason: reasonOf(rendering, root) });
      if (rendering.isToolMissing) for (const name of toolsOf(root)) addToGroup(this.#lacking, name, root);
      else if (isKnownInBase) this.#addUnknown(root, rendering.obstacle, before.text);
      else for (const obstacle of obstaclesOf(rendering, root)) this.#report(asGuess(obstacle, root));
    }
  }

  #addRendered(root: Root, text: string): void {
    const { tree } = this.#side;
    this.#made.push(renderedSource(root, text, tree));
    const left = [...new Set(leftOut(root, text, tree))];
    this.#cover(root, left);
    if (root.absentSecrets?.length) this.#report(absentObstacle(root, root.absentSecrets));
    if (left.length > 0) this.#report(leftOutObstacle(root, left));
  }

  #addUnknown(root: Root, obstacle: Obstacle, before: string): void {
    this.#unmade.push({ file: renderedName(root), diagnostic: this.#diagnosticOf(unknownNow(obstacle, root)) });
    this.#cover(root, leftOut(root, before, this.#base!.side.tree));
  }

  #cover({ files }: Root, left: readonly string[]): void {
    const isLeft = new Set(left);
    for (const file of files) if (!isLeft.has(file)) this.#covered.add(file);
  }

  #diagnosticOf(obstacle: Obstacle): Diagnostic {
    return obstacleDiagnostic(obstacle, this.#side.tree.text(obstacle.file) ?? '');
  }

  #report(obstacle: Obstacle): void {
    this.#diagnostics.push(this.#diagnosticOf(obstacle));
  }

  result(): SourceSet {
    const { source, tree } = this.#side;
    this.#coverPatches();
    const covered = this.#covered;
    const applied = source.sources.filter((one) => isApplied(one, tree) && (!covered.has(one.file) || saysMore(one)));
    const lacking = [...this.#lacking].map(([name, roots]) => toolDiagnostic(name, roots));
    return {
      ...source,
      sources: [...applied, ...this.#made],
      diagnostics: [...source.diagnostics, ...once([...this.#diagnostics, ...lacking])],
      originals: originals(this.#side, covered),
      unmade: this.#unmade,
      notRendered: this.#notRendered,
    };
  }

  /** The remaining files of a root that shares files with a rendered root. Its patches have no objects to change any more. */
  #coverPatches(): void {
    for (const { files, patches } of this.#side.roots)
      if (patches.length > 0 && files.some((file) => this.#covered.has(file)))
        for (const file of patches) this.#covered.add(file);
  }
}

/** Why a root was not rendered, in one sentence. */
const reasonOf = (rendering: Exclude<Rendering, { text: string }>, root: Root): string =>
  rendering.isToolMissing
    ? `${toolsOf(root)
        .map((name) => toolNeeded[name])
        .join(' and ')} is not installed`
    : rendering.obstacle.message;

const karpenterKind = /^[ \t]*kind:[ \t]*["']?(NodePool|EC2NodeClass|NodeOverlay|Provisioner|AWSNodeTemplate)\b/gm;
const kindsIn = (text: string): string[] => [...text.matchAll(karpenterKind)].map(([, kind]) => kind!);

/** Templates of Karpenter objects that a chart does not render with its default values. It is probably applied with other values. */
function leftOut(root: Root, text: string, tree: OpenSide['tree']): string[] {
  if (root.isDeclared || root.tool !== 'helm') return [];
  const given = new Set(kindsIn(text));
  return root.files.filter((file) => {
    const kinds = kindsIn(file.includes('/templates/') || file.startsWith('templates/') ? (tree.text(file) ?? '') : '');
    return kinds.length > 0 && kinds.every((kind) => !given.has(kind));
  });
}

const leftOutObstacle = ({ name }: Root, files: readonly string[]): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file: files[0]!,
  message: `With its own values, \`${name}\` renders nothing from ${plural(files.length, 'template')} with Karpenter objects, so ${files.length === 1 ? 'it is' : 'they are'} reviewed as plain ${files.length === 1 ? 'file' : 'files'}`,
  help: 'Name the values files that it is applied with in `sources` of plumbline.yaml.',
});

/** Whether unknown values decide which Karpenter objects a chart has. */
function isHalfSeen(root: Root, rendering: Rendering, { source, tree }: OpenSide): boolean {
  if (root.call === null || !('helm' in root.call) || isToolMissing(rendering)) return false;
  if ('text' in rendering) return leftOut(root, rendering.text, tree).length > 0;
  const files = new Set(root.files);
  return source.sources.some(({ file, text }) => files.has(file) && kindsIn(text).length > 0);
}

const isToolMissing = (rendering: Rendering): boolean => 'isToolMissing' in rendering && rendering.isToolMissing;

const halfSeenObstacle = ({ name, file }: Root): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file,
  message: `The change edits \`${name}\`, whose templates are reviewed as plain files. The effect of its values is unknown`,
  help: 'Name the values files that it is applied with in `sources` of plumbline.yaml.',
});

/** If base could be rendered, head's plain files cannot replace the rendered ones. */
const unknownNow = (obstacle: Obstacle, { isDeclared }: Root): Obstacle =>
  isDeclared
    ? obstacle
    : {
        ...obstacle,
        help: 'Name the values files that it is applied with in `sources` of plumbline.yaml. Base could be rendered, so head’s objects are unknown.',
      };

const absentObstacle = ({ name, file }: Root, secrets: readonly string[]): Obstacle => ({
  code: 'render/missing-file',
  severity: 'note',
  file,
  message: `\`${name}\` generates Secrets from ${plural(secrets.length, 'file')} that the repository does not contain (\`${secrets[0]}\`${secrets.length > 1 ? ', …' : ''}). plumbline assumes that they are empty`,
});

/** Removes duplicate findings, because several clusters may apply the same file. */
const once = (diagnostics: readonly Diagnostic[]): Diagnostic[] => [
  ...new Map(diagnostics.map((one) => [JSON.stringify([one.code, one.message, one.span]), one])).values(),
];

/** Workloads that are only an example of a chart's output do not run. NodePools are always reviewed. */
const isApplied = ({ file, text }: Source, tree: OpenSide['tree']): boolean =>
  !isExampleOfChart(file, tree) || kindsIn(text).length > 0;

/** Values of Karpenter's chart and policies are not manifests, so they are always read as plain files. */
const saysMore = ({ text }: Source): boolean =>
  !text.includes('apiVersion') && (mayBeValues(text) || mayBePolicy(text));

/** An error of a kustomization that nothing declares is only a warning, because it may be completed before it is applied. */
const asGuess = (obstacle: Obstacle, { by }: Root): Obstacle =>
  by === undefined && obstacle.severity === 'error' ? { ...obstacle, severity: 'warning' } : obstacle;

function originals({ source, tree }: OpenSide, covered: ReadonlySet<string>): Source[] {
  const known = new Map([...source.sources, ...source.hintSources].map((one) => [one.file, one]));
  return [...covered].sort().flatMap((file) => {
    const text = tree.text(file);
    return known.get(file) ?? (text === undefined ? [] : [{ file, text }]);
  });
}

function toolDiagnostic(name: ToolName, roots: readonly Root[]): Diagnostic {
  const shown = roots.slice(0, 3).map((root) => `\`${root.name}\``);
  const rest = roots.length > 3 ? ` and ${roots.length - 3} more` : '';
  return {
    code: 'render/tool-missing',
    severity: 'note',
    message: `${toolNeeded[name]} is not installed here, so ${shown.join(', ')}${rest} ${roots.length > 1 ? 'are' : 'is'} reviewed as plain files and not rendered`,
    span: { file: roots[0]!.file, start: 0, end: 0 },
    labels: [],
    resource: null,
    help: `Install it from ${toolSource[name]} and add it to PATH.`,
  };
}
