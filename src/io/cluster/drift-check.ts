import { type Drift, driftOf } from '../../engine/changes/drift/drift.ts';
import { isCompared } from '../../engine/changes/drift/live-objects.ts';
import { within } from '../../engine/changes/plan/environment-plans.ts';
import { plannedKinds } from '../../engine/changes/plan/kinds.ts';
import type { CrdPack } from '../../engine/files/schema/definitions/crd-pack.ts';
import { settingsFor } from '../../engine/karpenter/api/environment.ts';
import type { Settings } from '../../engine/karpenter/api/settings.ts';
import type { CloudProvider } from '../../engine/karpenter/cloud-provider/cloud-provider.ts';
import { type ManifestSet, manifestSet } from '../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../engine/manifest/parse.ts';
import type { SourceSet } from '../../engine/review/context/source-set.ts';
import { targetOf } from '../../engine/review/context/target.ts';
import { dataFolder } from '../catalog/data-folder.ts';
import { openFacts } from '../catalog/facts.ts';
import type { EnvironmentChoice } from '../config/environment-choice.ts';
import { KubeClient } from '../kube/client.ts';
import type { Connect } from '../kube/connection.ts';
import { listKarpenterObjects } from '../kube/karpenter-objects.ts';

/** The files of a comparison with a cluster. */
export interface WantedSide {
  readonly files: ManifestSet;
  readonly pack: CrdPack;
  readonly providers: readonly CloudProvider[];
  /** Kinds of the objects in the files. */
  readonly kinds: ReadonlySet<string>;
}

/** The desired state of an environment, from its files. */
export function wantedSide(head: SourceSet, settings: Settings, environment: EnvironmentChoice): WantedSide {
  const all = manifestSet(head.sources.map((source) => parseManifests(source, { set: settings.set })));
  const files = within(all, environment.settings?.paths ?? []);
  const facts = openFacts(dataFolder);
  const ofEnvironment = settingsFor(settings, environment.name);
  const pack = facts.crds(targetOf({ settings: ofEnvironment, facts, head }).karpenterVersion);

  return {
    files,
    pack,
    providers: facts.providers,
    kinds: new Set(files.manifests.filter(isCompared).map(({ kind }) => kind)),
  };
}

/** Compares a cluster with the files. `name` is the cluster's name, which is safe to print. Throws PlumblineError('kube'). */
export async function clusterDrift(wanted: WantedSide, connect: Connect): Promise<{ drift: Drift; name: string }> {
  // A comparison is repeated regularly, so a long wait is not worth it.
  const client = new KubeClient(connect, { patienceSeconds: 10 });
  const { files, pack, providers, kinds: needed } = wanted;
  const { objects } = await listKarpenterObjects(client, { kinds: plannedKinds, pack, needed });
  return { drift: driftOf({ files, live: objects, unknownKinds: [], pack, providers }), name: await client.describe() };
}
