import { equalDurations } from '../../karpenter/api/duration.ts';
import { equalQuantities } from '../../karpenter/api/quantity.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { Path, Value } from '../../manifest/model/manifest.ts';

/** Fields that hold quantities or durations. All other fields are compared as written, because Karpenter hashes them as written. */
const quantities = [
  /^spec\.limits\.[^.]+$/,
  /^spec\.limits\.resources\.[^.]+$/,
  /\.ebs\.volumeSize$/,
  /\.resources\.(requests|limits)\.[^.]+$/,
  /\.overhead\.[^.]+$/,
];
const durations = [
  /\.(expireAfter|terminationGracePeriod|consolidateAfter)$/,
  /\.budgets\.\d+\.duration$/,
  /\.evictionSoftGracePeriod\.[^.]+$/,
];

/** Whether two values of one field mean the same to the API server and to Karpenter. */
export function isSameValue(path: Path, before: Value | undefined, after: Value | undefined): boolean {
  if (isScalar(before) && isScalar(after)) return isSameScalar(path, before, after);
  return canonical(before) === canonical(after);
}

function isSameScalar(path: Path, before: Scalar, after: Scalar): boolean {
  if (before === after) return true;
  if (before === null || after === null) return false;
  const field = path.join('.');
  if (quantities.some((pattern) => pattern.test(field))) return equalQuantities(String(before), String(after));
  return durations.some((pattern) => pattern.test(field)) && equalDurations(String(before), String(after));
}

type Scalar = string | number | boolean | null;

export const isScalar = (value: Value | undefined): value is Scalar =>
  value === null || (value !== undefined && typeof value !== 'object');
