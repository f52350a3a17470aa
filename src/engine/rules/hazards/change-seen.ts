import type { EstimateResult } from '../../cluster/cost/estimate-cost.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import type { Transition } from '../../cluster/transition/transition-data.ts';
import type { Change } from '../../manifest/change.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';

/** What findings about the effect of a change are derived from. */
export interface ChangeSeen {
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  readonly changes: readonly Change[];
  readonly result: EstimateResult;
  readonly disruption: Disruption;
  /** Live objects of the cluster; empty without live state. */
  readonly live: readonly Manifest[];
  /** An ISO date. */
  readonly today: string;
}

/** A change whose effect on the cluster is simulated. */
export interface SimulatedChange extends ChangeSeen {
  readonly before: Simulation;
  readonly after: Simulation;
  readonly transition: Transition;
}

/** The last object of a kind and name. */
export const manifestNamed = (set: ManifestSet, kind: string, name: string): Manifest | undefined =>
  set.manifests.findLast((manifest) => manifest.kind === kind && manifest.name === name);

/** How long a node of a NodePool may drain. Nodes keep the value they were launched with. */
export const gracePeriodPath: Path = ['spec', 'template', 'spec', 'terminationGracePeriod'];

/** Whether objects of a kind decide which nodes are launched. */
export const isOfNodes = (kind: string): boolean => kind === 'NodePool' || kind.endsWith('NodeClass');
