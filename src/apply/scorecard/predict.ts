import { readLiveState } from '../../engine/cluster/provisioning/pods/live-state.ts';
import type { Settings } from '../../engine/karpenter/api/settings.ts';
import { manifestSet } from '../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../engine/manifest/parse.ts';
import { predictionOf } from '../../engine/review/scorecard/predicted.ts';
import type { PredictionRecord } from '../../engine/review/scorecard/record.ts';
import { readClusterState, stateSources } from '../../io/cluster/cluster-state.ts';
import type { KubeClient } from '../../io/kube/client.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import { figuresBetween } from '../../review/merged-review.ts';
import { PlumblineError } from '../../shared/errors.ts';

/** The change that is about to be applied. */
export interface AppliedChange {
  readonly store: CommitStore;
  readonly client: KubeClient;
  readonly environment: string;
  readonly base: string;
  readonly head: string;
  readonly paths: readonly string[];
  readonly settings: Settings;
  /** ISO time, UTC. */
  readonly now: string;
}

/**
 * Predicts what the change does to the cluster as it runs now. If the role may not read nodes and pods, the prediction rests on the files.
 * Returns why there is none as a sentence: a prediction never stops an apply.
 */
export async function predict(change: AppliedChange): Promise<PredictionRecord | string> {
  const { client, environment, head: commit, now: at } = change;
  try {
    const state = await readClusterState(client);
    const isWhole = ['Node', 'NodeClaim', 'Pod'].every((kind) => !state.forbidden.has(kind));
    const live = isWhole ? stateSources(state) : undefined;
    const { review } = await figuresBetween(change.store, change, change.settings, { environment, live });
    const running = live && readLiveState(manifestSet(live.sources.map(read)).manifests).running;
    const prediction = predictionOf(review, { environment, commit, at, running: running ?? null });

    return prediction ?? 'No prediction was recorded: the number of nodes is unknown';
  } catch (error) {
    if (error instanceof PlumblineError) return `No prediction was recorded: ${error.message}`;
    throw error;
  }
}

const read = (source: Parameters<typeof parseManifests>[0]) => parseManifests(source, { set: {} });
