import type { Diagnostic } from '../../diagnostic.ts';
import type { Simulation } from '../simulation.ts';
import { nodePoolDiagnostics } from './node-pool-diagnostics.ts';
import { workloadDiagnostics } from './workload-diagnostics.ts';

/** Findings that only the simulation can make: about workloads, then about NodePools. */
export const provisioningDiagnostics = (simulation: Simulation): readonly Diagnostic[] => [
  ...workloadDiagnostics(simulation),
  ...nodePoolDiagnostics(simulation),
];
