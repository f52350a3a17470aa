import type { Diagnostic } from '../../engine/diagnostic.ts';
import { addToGroup } from '../../engine/group-by.ts';
import { mayBePolicy, mayBeValues } from '../../engine/manifest/prefilter.ts';
import { compareNames } from '../../engine/name-order.ts';
import { plural } from '../../engine/plural.ts';
import type { NotRendered, SourceSet } from '../../engine/review/source-set.ts';
import type { Source } from '../../engine/source.ts';
import { isTrialOfChart } from '../../engine/sources/helm/chart.ts';
import { obstacleDiagnostic } from '../../engine/sources/obstacle-diagnostic.ts';
import type { Obstacle, Root } from '../../engine/sources/root.ts';
import type { OpenSide } from './open-pair.ts';
import { type Rendering, toolsOf } from './render-root.ts';
import { renderedName, renderedSource } from './rendered-source.ts';
import type { RenderedSide } from './side-renderer.ts';
import { type ToolName, toolNeeded, toolSource } from './tool.ts';

/** What kept a root from being rendered. */
export const obstaclesOf = (rendering: Rendering, { obstacles }: Root): Obstacle[] => [
  ...new Set([...('obstacle' in rendering ? [rendering.obstacle] : []), ...obstacles]),
];

/**
 * The sources of a side: what its roots render to in place of the files that they are made of. What could not be rendered
 * is read as it stands, except where base could be: then head's is unknown.
 */
export function sideSet({ side, renderings }: RenderedSide, base: RenderedSide | null): SourceSet {
  const { source, tree } = side;
  const covered = new Set<string>();
  const made: Source[] = [];
  const unmade: { file: string; diagnostic: Diagnostic }[] = [];
  const diagnostics: Diagnostic[] = [];
  const lacking = new Map<ToolName, Root[]>();
  const notRendered: NotRendered[] = [];
  const all = [...renderings.values()].sort((a, b) => compareNames(a.root.name, b.root.name));
  const say = (obstacle: Obstacle): Diagnostic => obstacleDiagnostic(obstacle, tree.text(obstacle.file) ?? '');
  for (const { root, rendering } of all) {
    const before = base?.renderings.get(root.name)?.rendering;
    const isKnownInBase = before !== undefined && 'text' in before;
    // What is said of both sides would pass for old.
    const isUnknownNow = isKnownInBase && !('text' in rendering);
    if (!('text' in rendering)) notRendered.push({ root: root.name, reason: reasonOf(rendering, root) });
    if (before && !isUnknownNow && isHalfSeen(root, rendering, side)) diagnostics.push(say(halfSeenObstacle(root)));
    if ('text' in rendering) {
      made.push(renderedSource(root, rendering.text, tree));
      const left = new Set(leftOut(root, rendering.text, tree));
      for (const file of root.files) if (!left.has(file)) covered.add(file);
      if (root.absentSecrets?.length) diagnostics.push(say(absentObstacle(root, root.absentSecrets)));
      if (left.size > 0) diagnostics.push(say(leftOutObstacle(root, [...left])));
    } else if (rendering.isToolMissing) {
      for (const name of toolsOf(root)) addToGroup(lacking, name, root);
    } else if (isKnownInBase) {
      unmade.push({ file: renderedName(root), diagnostic: say(unknownNow(rendering.obstacle, root)) });
      const asBefore = new Set(leftOut(root, before.text, base!.side.tree));
      for (const file of root.files) if (!asBefore.has(file)) covered.add(file);
    } else diagnostics.push(...obstaclesOf(rendering, root).map((obstacle) => say(asGuess(obstacle, root))));
  }
  // What is left of a root that shares files with one that was rendered: its patches have nothing to change any more.
  for (const root of side.roots)
    if (root.patches.length > 0 && root.files.some((file) => covered.has(file)))
      for (const file of root.patches) covered.add(file);
  for (const [name, roots] of lacking) diagnostics.push(toolDiagnostic(name, roots));
  return {
    ...source,
    sources: [
      ...source.sources.filter((one) => isApplied(one, tree) && (!covered.has(one.file) || saysMore(one))),
      ...made,
    ],
    diagnostics: [...source.diagnostics, ...once(diagnostics)],
    originals: originals(side, covered),
    unmade,
    notRendered,
  };
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

/** Templates of Karpenter's objects that a chart leaves out with its own values: whoever applies it has others, which nobody names. */
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
  message: `\`${name}\` gives nothing of ${plural(files.length, 'template')} with Karpenter’s objects with its own values, so ${files.length === 1 ? 'it is' : 'they are'} reviewed as ${files.length === 1 ? 'it stands' : 'they stand'}`,
  help: 'Say in `sources` of plumbline.yaml with which values it is applied.',
});

/** Whether values decide on Karpenter's objects of a chart, and nobody knows which values those are. */
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
  message: `The change touches \`${name}\`, whose templates are reviewed as they stand: what it does by values is not seen`,
  help: 'Say in `sources` of plumbline.yaml with which values it is applied.',
});

/** Base could be rendered: the files as they stand are no substitute. */
const unknownNow = (obstacle: Obstacle, { isDeclared }: Root): Obstacle =>
  isDeclared
    ? obstacle
    : {
        ...obstacle,
        help: 'Base rendered, so what becomes of its objects is unknown. Say in `sources` of plumbline.yaml with which values it is applied.',
      };

const absentObstacle = ({ name, file }: Root, secrets: readonly string[]): Obstacle => ({
  code: 'render/missing-file',
  severity: 'note',
  file,
  message: `\`${name}\` makes Secrets of ${plural(secrets.length, 'file')} that the repository does not hold (\`${secrets[0]}\`${secrets.length > 1 ? ', …' : ''}): they are taken to be empty`,
});

/** Several clusters may apply one file: what is to be said of it is said once. */
const once = (diagnostics: readonly Diagnostic[]): Diagnostic[] => [
  ...new Map(diagnostics.map((one) => [JSON.stringify([one.code, one.message, one.span]), one])).values(),
];

/** Workloads that show what a chart gives run nowhere. NodePools are reviewed wherever they stand. */
const isApplied = ({ file, text }: Source, tree: OpenSide['tree']): boolean =>
  !isTrialOfChart(file, tree) || kindsIn(text).length > 0;

/** Values of Karpenter's chart and policies are no manifests: rendered or not, they are read as they stand. */
const saysMore = ({ text }: Source): boolean =>
  !text.includes('apiVersion') && (mayBeValues(text) || mayBePolicy(text));

/** Nobody says that a kustomization is applied as it stands: some are completed first. */
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
    message: `${toolNeeded[name]} is not installed here, so ${shown.join(', ')}${rest} ${roots.length > 1 ? 'are' : 'is'} not rendered: the files are reviewed as they stand`,
    span: { file: roots[0]!.file, start: 0, end: 0 },
    labels: [],
    resource: null,
    help: `Install it and put it on PATH: ${toolSource[name]}`,
  };
}
