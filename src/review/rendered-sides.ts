import type { UncountedPods } from '../engine/files/sources/uncounted-pods.ts';
import { unseenObjects } from '../engine/files/sources/unseen-objects.ts';
import { unseenPods, unseenPodsIn } from '../engine/files/sources/unseen-pods.ts';
import { unseenValues } from '../engine/files/sources/unseen-values.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import { hasNodes } from '../engine/manifest/model/karpenter-kinds.ts';
import { mayBeNodeValues } from '../engine/manifest/node-charts.ts';
import type { SourceSet } from '../engine/review/context/source-set.ts';
import type { Diagnostic } from '../engine/text/diagnostic.ts';
import type { RenderMethod } from '../io/render/hand-over/render-method.ts';
import type { RenderBounds } from '../io/render/render-bounds.ts';
import { withRenderNotice } from '../io/render/render-notice.ts';
import type { ReadPair, SetPair } from '../io/sides/read-side.ts';
import { TooMuchToRead } from '../io/sides/too-much-to-read.ts';
import { evaluatedPair } from '../io/terraform/evaluated-pair.ts';
import { hasTerraform } from '../io/terraform/has-terraform.ts';
import type { SourceTree } from '../io/tree/source-tree.ts';
import type { HostRules } from './host-rules.ts';

/** Steps of a review, as progress messages name them. */
export type Step = 'reading' | 'rendering' | 'evaluating Terraform' | 'reviewing';

/** What rendering and evaluating need. */
export interface SideRendering {
  readonly rules: Pick<HostRules, 'rendering' | 'withoutRendering'>;
  readonly settings: Settings;
  /** PATH of the process, where kustomize and helm are looked for. */
  readonly path?: string | undefined;
  /** Bounds of rendering, in a process that does other work as well. */
  readonly bounds?: RenderBounds | undefined;
  /** Renders in place of the programs of this machine. */
  readonly renderer?: RenderMethod | undefined;
  /** Ends running programs. The error is the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each step. An error that it throws ends the review. */
  readonly onStep?: ((step: Step) => void) | undefined;
}

/** Both sides as they are reviewed: kustomizations and charts rendered or left as plain files, and Terraform evaluated. */
export async function renderedSides(pair: ReadPair, context: SideRendering): Promise<SetPair> {
  const rendered = await withRenderedRoots(pair, context);
  if (hasTerraform(pair)) context.onStep?.('evaluating Terraform');

  const evaluated = await evaluatedPair(rendered, pair);
  // If charts are not rendered, another finding says so.
  const isComplete = rendered.head.usedFiles !== undefined || !hasRoots(pair);
  const seen = withUnseenObjects(isComplete ? withUnseenValues(evaluated, pair) : evaluated, pair);

  return { base: seen.base && withUncounted(seen.base, pair.base), head: withUncounted(seen.head, pair.head) };
}

/** Adds the objects of operators, whose pods no figure counts. */
function withUncounted(set: SourceSet, tree: SourceTree | null): SourceSet {
  const pods = unseenPodsIn(tree?.unseen ?? []).map(({ name, source, settings, isMade = false }): UncountedPods => {
    return { name, source, settings, said: JSON.stringify(settings), isMade };
  });
  if (pods.length === 0) return set;
  return { ...set, uncounted: [...(set.uncounted ?? []), ...pods] };
}

const hasRoots = ({ base, head }: ReadPair): boolean => head.hasRoots === true || base?.hasRoots === true;

/** Adds a finding about values for NodePools that nothing reviewed uses. */
function withUnseenValues({ base, head }: SetPair, { base: before, head: after }: ReadPair): SetPair {
  if (!base || !before) return { base, head };
  const unseen = unseenValues({
    before: (before.unseen ?? []).filter(({ text }) => mayBeNodeValues(text)),
    after: (after.unseen ?? []).filter(({ text }) => mayBeNodeValues(text)),
    isUsed: (file, side) => (side === 'before' ? base : head).usedFiles?.has(file) === true,
    isOfKarpenter: () => [...after.sources, ...after.hintSources].some(({ text }) => text.includes('karpenter')),
  });

  return { base, head: withFindings(head, unseen, after) };
}

/** Adds findings about objects of Karpenter in objects that are not read, and about pods of objects that are not simulated. */
function withUnseenObjects({ base, head }: SetPair, { base: before, head: after }: ReadPair): SetPair {
  if (!base || !before) return { base, head };

  const podsOf = (side: SetPair['head'], { unseen = [] }: SourceTree) =>
    unseenPodsIn([...unseen, ...side.sources.filter(({ origin }) => origin?.tool === 'terraform')]);

  const [old, now] = [podsOf(base, before), podsOf(head, after)];
  // Without NodePools, no figure depends on pods.
  const areCounted =
    (old.length > 0 || now.length > 0) &&
    [base, head].some(({ sources }) => sources.some(({ text }) => hasNodes(text)));

  const unseen = [
    ...unseenObjects(base.sources, head.sources),
    ...(areCounted ? unseenPods(old, now, { help: 'Compare the pods before and after the change.' }) : []),
  ];

  return { base, head: withFindings(head, unseen, after) };
}

/** Adds findings, and the files that they quote. */
const withFindings = (
  head: SetPair['head'],
  diagnostics: readonly Diagnostic[],
  { unseen = [] }: SourceTree,
): SetPair['head'] => {
  if (diagnostics.length === 0) return head;

  return {
    ...head,
    diagnostics: [...head.diagnostics, ...diagnostics],
    originals: [
      ...(head.originals ?? []),
      ...unseen.filter(({ file }) => diagnostics.some(({ span }) => span.file === file)),
    ],
  };
};

/** Loads the rendering code only if the repository has something to render. */
async function withRenderedRoots(pair: ReadPair, context: SideRendering): Promise<SetPair> {
  const { rules, settings, path, bounds, renderer, signal, onStep } = context;
  const { base, head } = pair;
  if (!hasRoots(pair)) return { base, head };

  const unrendered = async (sides: SetPair): Promise<SetPair> =>
    withRemovals(await withPatches(sides, pair, context), pair, context);

  if (!settings.sources.render)
    return unrendered(
      rules.withoutRendering === 'with a note' ? await withRenderNotice(pair, turnedOff) : { base, head },
    );

  if (rules.rendering === 'with a note') return unrendered(await withRenderNotice(pair));

  const { handedOver } = pair;
  const isHandedOver = rules.rendering === 'by another job';
  if (isHandedOver && !handedOver) return unrendered(await withRenderNotice(pair, notHandedOver));

  onStep?.('rendering');
  const { renderPair } = await import('../io/render/render-pair.ts');
  const mustIsolate = rules.rendering === 'in isolation';

  try {
    return await renderPair(pair, {
      path,
      settings,
      mustIsolate,
      bounds,
      renderer,
      signal,
      ...(isHandedOver && { handedOver }),
    });
  } catch (error) {
    if (error instanceof TooMuchToRead) return withRenderNotice(pair, error.message);
    throw error;
  }
}

/** Marks the patches of kustomizations. Fields that they lack are not missing. */
async function withPatches(
  { base, head }: SetPair,
  pair: ReadPair,
  { settings, path }: Pick<SideRendering, 'settings' | 'path'>,
): Promise<SetPair> {
  const { patchesIn } = await import('../io/render/render-pair.ts');

  try {
    const patches = await patchesIn(pair, { path, settings });
    const marked = <Side extends SetPair['head']>(side: Side): Side => ({
      ...side,
      sources: side.sources.map((source) => {
        if (source.origin || !patches.has(source.file)) return source;
        return { ...source, unrenderedKinds: ['*'] };
      }),
    });

    return { base: base && marked(base), head: marked(head) };
  } catch (error) {
    if (error instanceof TooMuchToRead) return { base, head };
    throw error;
  }
}

/** Adds what happens in the cluster to what only base has, which needs no rendering. */
async function withRemovals(
  sides: SetPair,
  pair: ReadPair,
  { settings, path }: Pick<SideRendering, 'settings' | 'path'>,
): Promise<SetPair> {
  if (sides.base === null || (pair.base?.definitions ?? []).length === 0) return sides;

  const { removalsIn } = await import('../io/render/render-pair.ts');

  try {
    return { ...sides, base: { ...sides.base, removals: await removalsIn(pair, { path, settings }) } };
  } catch (error) {
    if (error instanceof TooMuchToRead) return sides;
    throw error;
  }
}

const turnedOff = 'The configuration turns rendering off (`sources.render: false`)';

const notHandedOver =
  'This job has credentials, so it renders nothing, and no render job handed over what it rendered (input `rendered`)';
