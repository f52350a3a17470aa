import { normalizeLabel } from '../../../karpenter/api/labels.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import type { Exclusion } from '../explanations/exclusion.ts';
import type { ExplainedExclusion } from '../explanations/explained-failures.ts';

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Where a workload has its pods; undefined for objects of other kinds. */
const podPaths: Readonly<Record<string, Path>> = {
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  Pod: ['spec'],
};

/** The path of the pod's `spec` in an object that creates pods. */
export const podSpecPath = ({ kind }: Manifest): Path => {
  if (Object.hasOwn(podPaths, kind)) return podPaths[kind]!;
  return ['spec', 'template', 'spec'];
};

/**
 * The field of a workload that excludes every NodePool: a node selector, an affinity, a spread or a request. Undefined if the NodePools are
 * excluded for different reasons, or by something that is in no field of the workload.
 */
export function excludingField(manifest: Manifest, exclusions: readonly ExplainedExclusion[]): Path | undefined {
  const [first, ...others] = exclusions.map(({ exclusion }) => fieldOf(manifest, exclusion));
  if (first && others.every((path) => path?.join('\n') === first.join('\n'))) return first;
  return undefined;
}

function fieldOf(manifest: Manifest, exclusion: Exclusion): Path | undefined {
  const spec = podSpecPath(manifest);
  switch (exclusion.kind) {
    case 'requirement':
      if (exclusion.by === 'pod') return selectingField(manifest, spec, exclusion.wanted.key);
      return undefined;
    case 'topology':
      return topologyField(manifest, spec, exclusion);
    case 'resource':
      return requestField(manifest, spec, exclusion.resource);
    default:
      return undefined;
  }
}

/** Where a workload requires a label of nodes, in its selector or in its affinity. */
export function selectingField(manifest: Manifest, spec: Path, key: string): Path | undefined {
  const selector = [...spec, 'nodeSelector'];
  const label = Object.keys(asMapping(manifest.get(selector)) ?? {}).find((name) => normalizeLabel(name) === key);
  if (label !== undefined) return [...selector, label];

  const terms = [...spec, 'affinity', 'nodeAffinity', required, 'nodeSelectorTerms'];

  return asList(manifest.get(terms))
    .flatMap((term, index) =>
      asList(asMapping(term)?.matchExpressions).map((item, at) => ({
        key: normalizeLabel(asText(asMapping(item)?.key) ?? ''),
        path: [...terms, index, 'matchExpressions', at],
      })),
    )
    .find((field) => field.key === key)?.path;
}

function topologyField(
  manifest: Manifest,
  spec: Path,
  { type, key }: Extract<Exclusion, { kind: 'topology' }>,
): Path | undefined {
  const lists = (): readonly Path[] => {
    if (type === 'topology spread') return [[...spec, 'topologySpreadConstraints']];
    return [[...spec, 'affinity', type === 'pod affinity' ? 'podAffinity' : 'podAntiAffinity', required]];
  };

  return lists()
    .flatMap((path) => asList(manifest.get(path)).map((_, index) => [...path, index]))
    .find((path) => manifest.get([...path, 'topologyKey']) === key);
}

function requestField(manifest: Manifest, spec: Path, resource: string): Path | undefined {
  const containers = [...spec, 'containers'];
  const requesting = asList(manifest.get(containers)).flatMap((_, index) =>
    ['requests', 'limits']
      .map((kind): Path => [...containers, index, 'resources', kind, resource])
      .filter((path) => manifest.get(path) !== undefined)
      .slice(0, 1),
  );

  // With several containers, the sum is what does not fit.
  if (requesting.length === 1) return requesting[0];
  return undefined;
}
