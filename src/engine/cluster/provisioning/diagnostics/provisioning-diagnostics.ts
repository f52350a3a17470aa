import type { Diagnostic } from '../../../text/diagnostic.ts';
import type { Simulation } from '../simulation.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { budgetsOfFewNodes } from './budgets-of-few-nodes.ts';
import { costlyPreferences } from './costly-preferences.ts';
import { nodePoolDiagnostics } from './node-pool-diagnostics.ts';
import { type WorkloadFacts, workloadDiagnostics } from './workload-diagnostics.ts';

/** Findings that only the simulation can make: about workloads, then about NodePools. */
export const provisioningDiagnostics = (
  simulation: Simulation,
  simulator: Simulator,
  facts: WorkloadFacts,
): readonly Diagnostic[] => [
  ...workloadDiagnostics(simulation, facts),
  ...nodePoolDiagnostics(simulation, simulator),
  ...budgetsOfFewNodes(simulation),
  ...costlyPreferences(simulation, simulator),
];
