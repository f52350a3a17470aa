import { compareDiagnostics, type Diagnostic } from '../../text/diagnostic.ts';
import type { ChangeSeen, SimulatedChange } from './change-seen.ts';
import { consolidatedNodes } from './consolidated-nodes.ts';
import { daemonShares } from './daemon-share.ts';
import { departedPods } from './departed-pods.ts';
import { defaultStorageClasses } from './drivers/default-storage-classes.ts';
import { removedStorageClasses } from './drivers/removed-storage-classes.ts';
import { endedProtections } from './ended-protection.ts';
import { expiryInWindows } from './expiry-windows.ts';
import { heldRollouts } from './held-rollout.ts';
import { keptNodes } from './kept-nodes.ts';
import { lastPool } from './last-pool.ts';
import { limitsBelowUse } from './limits-below-use.ts';
import { lostDaemons } from './lost-daemons.ts';
import { lostReplicas } from './lost-replicas.ts';
import { newlyMovedPods } from './newly-moved-pods.ts';
import { concentratedReplicas } from './one-node.ts';
import { leftInOneZone } from './one-zone.ts';
import { removedDevicePlugins } from './removed-device-plugin.ts';
import { restlessNodes } from './restless-nodes.ts';
import { snapshotWorkloads } from './snapshot-workloads.ts';
import { singlePodsOnSpot } from './spot/single-pods.ts';
import { unreachableVolumes } from './volume-zones.ts';
import { wholePoolBudgets } from './whole-pool-budgets.ts';

/** Findings about what a change does to running nodes and pods. The base has none, so all of them are new. */
export function hazards(seen: ChangeSeen): readonly Diagnostic[] {
  const diagnostics = [
    ...expiryInWindows(seen),
    ...lastPool(seen),
    ...removedDevicePlugins(seen),
    ...removedStorageClasses(seen),
    ...defaultStorageClasses(seen),
    ...simulatedHazards(seen),
  ];
  return diagnostics.toSorted(compareDiagnostics);
}

function simulatedHazards(seen: ChangeSeen): readonly Diagnostic[] {
  const { baseSimulation: before, headSimulation: after, transition } = seen.result;
  if (before === null || after === null) return [];

  const lost = lostDaemons({ ...seen, before, after });
  if (transition === null) return lost;

  const change: SimulatedChange = { ...seen, before, after, transition };
  const diagnostics = [
    ...[heldRollouts, lostReplicas, snapshotWorkloads, concentratedReplicas],
    ...[consolidatedNodes, keptNodes, daemonShares, limitsBelowUse, unreachableVolumes, endedProtections],
    ...[newlyMovedPods, wholePoolBudgets, departedPods, leftInOneZone, restlessNodes, singlePodsOnSpot],
  ].flatMap((of) => of(change));

  return [...lost, ...diagnostics];
}
