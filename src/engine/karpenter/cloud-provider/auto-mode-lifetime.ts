import {
  asMapping,
  asText,
  isObject,
  type Manifest,
  type Path,
  type Value,
  valueAt,
} from '../../manifest/model/manifest.ts';
import { autoModeGroup } from '../../manifest/model/provider-kinds.ts';
import { parseDuration } from '../api/duration.ts';
import { classReferenceOf, fieldOf } from '../api/pool-fields.ts';

/**
 * What EKS Auto Mode uses for `expireAfter` and `terminationGracePeriod` if a NodePool does not set them (EKS user
 * guide, "Create a Node Pool for EKS Auto Mode").
 */
const autoModeExpiry = '336h';
const autoModeGracePeriod = '24h';

/** The default of Karpenter's CRD for `expireAfter`. */
const karpenterExpiry = '720h';

/** The `expireAfter` of a NodePool that sets none, by the group of its node class. */
export const defaultExpiryOf = (group: string | undefined): string =>
  group === autoModeGroup ? autoModeExpiry : karpenterExpiry;

/** A NodePool of EKS Auto Mode with the durations that EKS uses where it sets none. Any other object is as it was. */
export function withLifetimeOfEks(object: { readonly [key: string]: Value }): { readonly [key: string]: Value } {
  const template = valueAt(object, spec);
  const group = asText(valueAt(object, [...spec, 'nodeClassRef', 'group']));
  if (object.kind !== 'NodePool' || !isObject(template) || group !== autoModeGroup) return object;

  const durations = { expireAfter: autoModeExpiry, terminationGracePeriod: autoModeGracePeriod };
  const completed = { ...durations, ...template };
  const ofPool = asMapping(object.spec)!;
  return { ...object, spec: { ...ofPool, template: { ...asMapping(ofPool.template)!, spec: completed } } };
}

const hour = 3_600_000_000_000n;
const longest = 21n * 24n * hour;

const spec: Path = ['spec', 'template', 'spec'];
/** The two durations of a NodePool that together are the longest life of a node. */
export const lifetimePaths: { readonly expiry: Path; readonly gracePeriod: Path } = {
  expiry: [...spec, 'expireAfter'],
  gracePeriod: [...spec, 'terminationGracePeriod'],
};

/** One of these durations. */
interface Span {
  readonly text: string;
  readonly isDefault: boolean;
  readonly nanos: bigint;
  /** The most hours that the other one leaves for it; 0 if there are none. */
  readonly mostHours: bigint;
}

/** The durations of a NodePool that EKS refuses. */
interface RefusedLifetime {
  readonly expiry: Span;
  readonly gracePeriod: Span;
}

/**
 * The durations of a NodePool of EKS Auto Mode whose nodes could live for more than 21 days. EKS refuses the object: "the sum of expireAfter and
 * terminationGracePeriod (defaulted to 24h) may not exceed 21 days" (aws-controllers-k8s/test-infra#1000, awsdocs/amazon-eks-user-guide#986).
 * Undefined if it accepts them, or if one of them is unknown, not valid or `Never`.
 */
export function refusedLifetime(pool: Manifest): RefusedLifetime | undefined {
  if (pool.kind !== 'NodePool' || classReferenceOf(pool)?.group !== autoModeGroup) return undefined;

  const expiry = durationAt(pool, lifetimePaths.expiry, autoModeExpiry);
  const gracePeriod = durationAt(pool, lifetimePaths.gracePeriod, autoModeGracePeriod);
  if (expiry === undefined || gracePeriod === undefined) return undefined;
  if (expiry.nanos + gracePeriod.nanos <= longest) return undefined;

  return {
    expiry: { ...expiry, mostHours: hoursLeft(gracePeriod.nanos) },
    gracePeriod: { ...gracePeriod, mostHours: hoursLeft(expiry.nanos) },
  };
}

function durationAt(pool: Manifest, path: Path, ofEks: string): Omit<Span, 'mostHours'> | undefined {
  const { value, isKnown } = fieldOf(pool, path);
  if (!isKnown) return undefined;

  const text = value ?? ofEks;
  const nanos = typeof text === 'string' ? parseDuration(text) : undefined;
  if (typeof text !== 'string' || nanos === undefined || nanos < 0n) return undefined;
  return { text, isDefault: text !== value, nanos };
}

const hoursLeft = (nanos: bigint): bigint => (nanos < longest ? (longest - nanos) / hour : 0n);
