import type { Source } from '../source.ts';
import { chartRoots, type Discovery, kustomizeRoots } from './discover.ts';
import type { Root } from './root.ts';

/** All roots of one side, by name: kustomizations that nobody includes, charts, and what Argo CD's and Flux's objects point at. */
export function rootsOf(discovery: Discovery, _definitions: readonly Source[]): Root[] {
  const kustomizations = kustomizeRoots(discovery);
  const taken = new Set(kustomizations.flatMap(({ files }) => files));
  const charts = chartRoots(discovery, (folder) => taken.has(folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`));
  return byName([...kustomizations, ...charts]);
}

const byName = (roots: readonly Root[]): Root[] =>
  [...new Map(roots.map((root) => [root.name, root])).values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  );
