import { parseDuration } from '../../karpenter/api/duration.ts';
import { parseQuantity } from '../../karpenter/api/quantity.ts';
import type { FieldChange } from '../../manifest/change.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { autoModeGroup } from '../../manifest/model/provider-kinds.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';

type ChangedValue = Pick<FieldChange, 'path' | 'cause' | 'before' | 'after'>;

/**
 * What a changed amount does, depending on whether it rises or falls. Undefined for other fields and for values that cannot be
 * compared: their effect is described for both directions.
 */
export function amountReason({ path, cause, before, after }: ChangedValue, policy?: Value): string | undefined {
  const field = path.join('.');
  if (cause === 'limits' && after === undefined) {
    const limits = field === 'spec.limits' ? 'all limits' : 'this limit';
    return `removes ${limits} on what Karpenter launches`;
  }
  if (cause === 'pod-disruption' && path.at(-1) === 'karpenter.sh/do-not-disrupt') return protectionReason(path, after);
  if (field === 'spec.disruption.consolidationPolicy') return consolidationReason(after);
  if (field === 'spec.disruption.consolidateAfter') return waitReason([before, after], policy);
  if (cause === 'limits' && before === undefined)
    return 'limits what Karpenter launches from now on, but removes no nodes';

  const isRaised = rises(before, after);
  if (isRaised === undefined) return undefined;
  if (cause === 'limits') {
    if (isRaised) return 'lets Karpenter launch more';
    return 'lets Karpenter launch less from now on, but removes no nodes';
  }
  if (cause === 'pod-count' && field === 'spec.replicas') {
    if (isRaised) return 'adds pods, which may need more nodes';
    return 'removes pods, which leaves room for consolidation';
  }

  if (cause === 'pod-requests' && path.includes('requests')) {
    if (isRaised) return 'raises what each pod requests, so fewer pods may fit on a node';
    return 'lowers what each pod requests, so more pods may fit on a node';
  }

  return undefined;
}

/** Source: core pkg/utils/pod/scheduling.go, IsDisruptable. */
function protectionReason(path: ChangedValue['path'], after: Value | undefined): string | undefined {
  if (after !== undefined && `${after}` !== 'false') return undefined;

  const isOfJob = path.includes('jobTemplate');
  const again = textIf(isOfJob, ', and their Jobs then start again with new pods');
  return `lets Karpenter evict these pods when it consolidates or replaces their nodes${again}`;
}

/**
 * What a field of the drift hash does after all nodes were replaced because of it, as a clause: a shorter `expireAfter` replaces them again and
 * again. Undefined for other fields, and for values that are longer or unknown. Source: core pkg/apis/v1/nodepool.go.
 */
export function lastingReason({ path, before, after }: ChangedValue, nodeClassGroup: Value | undefined) {
  const field = path.join('.');
  const isAutoMode = nodeClassGroup === autoModeGroup;

  if (field === 'spec.template.spec.expireAfter') {
    const defaultExpiry = isAutoMode ? undefined : '720h';
    const [expiryBefore, expiryAfter] = [before ?? defaultExpiry, after ?? defaultExpiry].map(durationOf);
    const isShorter = before === 'Never' || (expiryBefore !== undefined && expiryAfter! < expiryBefore);
    if (expiryAfter === undefined || !isShorter) return undefined;
    return `each new node again after ${after ?? defaultExpiry}`;
  }

  // EKS Auto Mode ends the wait after 24 hours if the NodePool does not.
  const isUnset = field === 'spec.template.spec.terminationGracePeriod' && after === undefined;
  if (!isUnset || isAutoMode || durationOf(before) === undefined) return undefined;
  return 'from then on nothing ends the wait for pods that Karpenter may not evict';
}

const durationOf = (value: Value | undefined): bigint | undefined =>
  typeof value === 'string' ? parseDuration(value) : undefined;

/** Source: core pkg/controllers/disruption/consolidation.go, ShouldDisrupt, and emptiness.go. */
function consolidationReason(after: Value | undefined): string | undefined {
  if (after === 'WhenEmpty') return 'lets Karpenter remove only empty nodes from now on, so underused nodes stay';
  if (after === 'WhenEmptyOrUnderutilized' || after === 'WhenUnderutilized')
    return 'also lets Karpenter remove or replace nodes whose pods fit on fewer or cheaper nodes';
  return undefined;
}

/**
 * Karpenter waits for this time after a pod was scheduled to a node or left it. Source: core pkg/controllers/nodeclaim/disruption/consolidation.go.
 * Undefined if a value is unknown.
 */
function waitReason([before, after]: readonly [Value | undefined, Value | undefined], policy: Value | undefined) {
  if (after === 'Never') return 'stops consolidation, so empty and underused nodes stay';

  const [durationBefore, durationAfter] = [before, after].map(durationOf);
  if (
    durationAfter === undefined ||
    (durationBefore === undefined && before !== 'Never') ||
    durationBefore === durationAfter
  )
    return undefined;

  const isLonger = durationBefore !== undefined && durationAfter > durationBefore;
  const when = isLonger ? 'later' : 'sooner';
  if (policy === 'WhenEmpty') return `lets Karpenter remove empty nodes ${when} than before`;
  if (policy !== 'WhenEmptyOrUnderutilized') return undefined;
  if (isLonger) return `keeps nodes longer: a pod that comes or leaves starts this time again on its node; ${none}`;
  if (durationAfter === 0n)
    return `lets Karpenter consolidate a node as soon as a pod leaves it, so pods may move more often; ${none}`;

  return `lets Karpenter consolidate nodes sooner after a pod came or left, so pods may move more often; ${none}`;
}

const none = 'by itself it replaces no nodes';

/**
 * What other `replicas` of a static NodePool do: Karpenter launches or deletes nodes, without replacing any.
 * Source: pkg/controllers/static/provisioning and pkg/controllers/static/deprovisioning.
 */
export function scaling(
  { cause, before, after }: ChangedValue,
  limits: readonly [before: Value | undefined, after: Value | undefined],
): Pick<FieldChange, 'effect' | 'reason'> | undefined {
  if (cause !== 'replicas') return undefined;

  const [replicasBefore, replicasAfter] = [before, after].map((replicas, side) =>
    withinLimit(amountOf(replicas), amountOf(limits[side])),
  );
  if (replicasBefore === undefined || replicasAfter === undefined) return undefined;
  if (replicasBefore === replicasAfter)
    return { effect: 'none', reason: `\`limits.nodes\` allows only ${plural(replicasAfter, 'node')}, as before` };

  if (replicasAfter > replicasBefore)
    return {
      effect: 'new-nodes',
      reason: `adds ${plural(replicasAfter - replicasBefore, 'node')}; running nodes stay`,
    };
  return { effect: 'delete', reason: `removes ${plural(replicasBefore - replicasAfter, 'node')}` };
}

function rises(before: Value | undefined, after: Value | undefined): boolean | undefined {
  const [amountBefore, amountAfter] = [amountOf(before), amountOf(after)];
  if (amountBefore === undefined || amountAfter === undefined || amountBefore === amountAfter) return undefined;
  return amountAfter > amountBefore;
}

/** The nodes of a static NodePool: as many as `replicas` says, up to its limit. */
const withinLimit = (replicas: number | undefined, limit: number | undefined): number | undefined => {
  if (replicas === undefined || limit === undefined) return replicas;
  return Math.min(replicas, Math.floor(limit));
};

const amountOf = (value: Value | undefined): number | undefined => {
  if (typeof value === 'number' || typeof value === 'string') return parseQuantity(value);
  return undefined;
};
