import type { Placement } from '../../src/engine/cluster/cost/estimate.ts';
import { placementOf, settledSide } from '../../src/engine/cluster/cost/placement.ts';
import { simulate } from '../../src/engine/cluster/provisioning/simulate.ts';
import type { Simulation } from '../../src/engine/cluster/provisioning/simulation.ts';
import type { InstanceTypes } from '../../src/engine/karpenter/cloud-provider/instance-types.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { type ScenarioSettings, simulatorFor } from '../conformance/scenario.ts';
import { type InstanceTypesFile, instanceTypesFile } from './instance-types-file.ts';

/** A scenario for a cluster: manifests as in a repository, and settings that accompany them. */
export interface SetUp {
  readonly name: string;
  readonly manifests: string;
  readonly settings: ScenarioSettings;
}

/** The result of `estimate` for a setup, and the instance types that it used. */
export interface Forecast {
  readonly placement: Placement;
  /** What `estimate --first-round` computes. */
  firstRound(): Placement;
  readonly simulation: Simulation;
  readonly instanceTypes: InstanceTypesFile;
}

/** The instance types of a setup's EC2NodeClasses, for the provider of simulated machines. */
export const instanceTypesOf = (setUp: SetUp): InstanceTypesFile => forecast(setUp).instanceTypes;

/** Nodes and cost of a setup in an empty cluster, as `plumbline estimate` computes them. */
export function forecast({ manifests: text, settings }: SetUp): Forecast {
  const { manifests } = parseManifests({ file: 'manifests.yaml', text }, { set: {} });
  const followed = (firstRound: boolean): { simulation: Simulation; placement: Placement } => {
    const simulator = simulatorFor(settings, { firstRound });
    const simulation = unconsolidated(simulate({ manifests, otherManifests: [], live: undefined }, simulator));
    const side = settledSide(simulation, simulator);
    return { simulation, placement: placementOf(side, { hasPools: true, hasWorkloads: true }) };
  };
  const { simulation, placement } = followed(false);
  const classes = (): [string, InstanceTypes][] =>
    simulation.nodePools.known.map(({ nodeClass, instanceTypes }) => [nodeClass.metadata.name, instanceTypes]);

  return {
    placement,
    firstRound: () => followed(true).placement,
    simulation,
    get instanceTypes() {
      return instanceTypesFile(new Map(classes()));
    },
  };
}

/** NodeClaims count once they were seen, so nodes that consolidation removes later also count. */
function unconsolidated(simulation: Simulation): Simulation {
  const known = simulation.nodePools.known.map((pool) => {
    const { spec } = pool.nodePool;
    const disruption = { ...spec.disruption, consolidateAfter: 'Never' };
    return { ...pool, nodePool: { ...pool.nodePool, spec: { ...spec, disruption } } };
  });
  return { ...simulation, nodePools: { ...simulation.nodePools, known } };
}
