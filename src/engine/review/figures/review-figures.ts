import type { Change } from '../../change.ts';
import type { Estimate } from '../../cost/estimate.ts';
import type { EstimateResult } from '../../cost/estimate-cost.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Disruption } from '../../disruption/disruption-data.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Context } from '../context.ts';
import type { Explained } from '../review-data.ts';

/** What only the simulation can say. A host hands it in, so that a command without figures never loads it. */
export interface ReviewFigures {
  estimate(context: Context, changes: readonly Change[]): EstimateResult;
  /** An estimate with what it lacks as a whole said first. */
  withCaveats(estimate: Estimate, context: Context): Estimate;
  /** Null: there is nothing to compare with. */
  forecast(context: Context, changes: readonly Change[], estimated: EstimateResult | null): Disruption | null;
  /** What is worth a note about it. */
  expiryDiagnostics(disruption: Disruption, set: ManifestSet, side: 'base' | 'head'): readonly Diagnostic[];
  explained(wanted: string, estimated: EstimateResult | null): Explained;
}
