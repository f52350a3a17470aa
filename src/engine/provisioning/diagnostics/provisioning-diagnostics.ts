import type { Diagnostic } from '../../diagnostic.ts';
import type { Simulation } from '../simulation.ts';
import { nodePoolDiagnostics } from './node-pool-diagnostics.ts';
import { workloadDiagnostics } from './workload-diagnostics.ts';

/** What only the simulation knows: of workloads, then of NodePools. */
export const provisioningDiagnostics = (simulation: Simulation): readonly Diagnostic[] => [
  ...workloadDiagnostics(simulation),
  ...nodePoolDiagnostics(simulation),
];
