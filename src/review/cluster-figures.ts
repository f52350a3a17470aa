import { settingsFor } from '../engine/karpenter/api/environment.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { ManifestSet } from '../engine/manifest/manifest-set.ts';
import type { Facts } from '../engine/review/context/facts.ts';
import type { SourceSet } from '../engine/review/context/source-set.ts';
import { figuresOf } from '../engine/review/scorecard/predicted.ts';
import type { ClusterFigures } from '../engine/review/scorecard/record.ts';
import { apiServer } from '../io/api-server/api-server.ts';
import { version } from '../io/version.ts';
import { judgedReview } from './judged-review.ts';

/** The NodePools of an environment, which say what its nodes are, and its cluster as it runs. */
interface RunningCluster {
  readonly files: ManifestSet;
  readonly environment: string;
  readonly live: SourceSet;
  readonly settings: Settings;
  /** The same as those of reviews, so that their figures can be compared. */
  readonly facts: Facts;
}

/** A workload without pods. Nothing is placed, so the cluster stays as it is. Without any workload, the figures would be unknown. */
const noPods = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'none', namespace: 'default' },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: 'none' } },
    template: { metadata: { labels: { app: 'none' } }, spec: { containers: [{ name: 'none', image: 'none' }] } },
  },
};

/** Nodes that Karpenter owns in a cluster, and their cost by the same prices as in a review. Undefined if unknown. */
export async function clusterFigures({
  files,
  environment,
  live,
  settings,
  facts,
}: RunningCluster): Promise<ClusterFigures | undefined> {
  const { figures } = await import('../engine/review/figures/figures.ts');
  const karpenter = files.manifests.filter(({ apiVersion }) => apiVersion.includes('karpenter'));
  const items = [...karpenter.map(({ object }) => object), noPods];
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const side: SourceSet = { sources: [{ file: 'karpenter.json', text }], hintSources: [], diagnostics: [] };

  const input = {
    base: side,
    head: side,
    live,
    figures,
    version,
    settings: { ...settingsFor(settings, environment), environments: {} },
    facts,
    stages: { findings: false },
  };

  const { estimate } = await judgedReview(input, apiServer);

  if (estimate?.base) return figuresOf(estimate.base);
  return undefined;
}
