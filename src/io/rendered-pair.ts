import type { Settings } from '../engine/api/settings.ts';
import { isTerraformOfInterest } from '../engine/manifest/prefilter.ts';
import type { SourceSet } from '../engine/review/source-set.ts';
import type { SourcePair } from './sides/read-pair.ts';

/** Both sides as they are reviewed. */
export interface RenderedSides {
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** Folder that the names of head's files count from. */
  readonly root: string;
}

/** What rendering needs. */
export interface RenderingContext {
  readonly settings: Settings;
  /** Where kustomize and helm are looked for. */
  readonly path: string | undefined;
  readonly progress: (what: string) => void;
}

/** Both sides once they are read, kustomizations and charts rendered, Terraform evaluated. */
export async function renderSides(reading: Promise<SourcePair>, context: RenderingContext): Promise<RenderedSides> {
  context.progress('Reading manifests…');
  const pair = await reading;
  const rendered = await renderedPair(pair, context);
  return { ...(await evaluatedPair(pair, rendered, context)), root: pair.headRoot };
}

type SetPair = Pick<RenderedSides, 'base' | 'head'>;

/** Kustomizations and charts rendered. Where a repository has none, the code for it is never loaded. */
async function renderedPair(pair: SourcePair, { settings, path, progress }: RenderingContext): Promise<SetPair> {
  const hasRoots = pair.head.hasRoots || pair.base.hasRoots;
  if (!hasRoots || !settings.sources.render) return { base: pair.places.base && pair.base, head: pair.head };
  progress('Rendering…');
  const { renderPlaces } = await import('./render/render-places.ts');
  return renderPlaces(pair, { path, settings });
}

/** What Terraform hands to the cluster added. Its parser is loaded only where Terraform has to do with it. */
export async function evaluatedPair(pair: SourcePair, sets: SetPair, { progress }: RenderingContext): Promise<SetPair> {
  if (!hasTerraform(pair.head) && !hasTerraform(pair.base)) return sets;
  progress('Evaluating Terraform…');
  const { terraformPlaces } = await import('./terraform/terraform-places.ts');
  return terraformPlaces(pair, sets);
}

const hasTerraform = ({ hintSources }: SourceSet): boolean =>
  hintSources.some(({ file, text }) => isTerraformOfInterest(file, text));
