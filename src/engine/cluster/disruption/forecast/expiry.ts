import { parseDuration } from '../../../karpenter/api/duration.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { defaultExpiryOf } from '../../../karpenter/cloud-provider/auto-mode-lifetime.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { readText } from '../../provisioning/input/value-reader.ts';
import { allowedDisruptions, budgetsOf, isTemporary } from '../cluster/budgets.ts';

/** Fewer nodes than this that expire together are not worth a finding. */
const notableNodes = 10;
const hour = 3_600_000;

/** Milliseconds after which nodes of a NodePool expire; undefined if they never expire or the value is not valid. */
export const expiryOf = ({ spec: { template } }: NodePool): number | undefined =>
  lifetime(template.spec.expireAfter ?? defaultExpiryOf(template.spec.nodeClassRef.group));

function lifetime(written: string): number | undefined {
  const nanos = parseDuration(written);
  if (nanos === undefined || nanos <= 0n) return undefined;
  return Number(nanos / 1_000_000n);
}

/**
 * How many nodes the budgets that are always active allow to disrupt at a time. People expect them to limit expiry, which they do not.
 * Source: core pkg/controllers/nodeclaim/expiration/controller.go.
 */
function allowedAtATime(nodePool: NodePool, nodes: number, now: number): number {
  const lasting = budgetsOf(nodePool).filter((budget) => !isTemporary(budget, now));
  return allowedDisruptions(lasting, { now, nodes, reason: 'Drifted' });
}

/** Whether more nodes expire together than somebody who wrote these budgets would expect to lose at a time. */
export const isStampede = (
  nodePool: NodePool,
  expiring: number,
  { nodes, now }: { nodes: number; now: number },
): boolean => expiring >= notableNodes && expiring > allowedAtATime(nodePool, nodes, now);

/** Nodes that expire within an hour; times in milliseconds since 1970. */
export interface Expiry {
  readonly nodePool: string;
  readonly nodes: number;
  readonly from: number;
  readonly to: number;
}

/** When running nodes expire, by NodePool and time: each group starts with a node and contains all that expire within an hour of it. */
export function expiriesOf(live: readonly Manifest[], nodePools: ReadonlyMap<string, NodePool>): readonly Expiry[] {
  const times = new Map<string, number[]>();

  for (const manifest of agedNodes(live)) {
    const pool = readText(manifest.get(['metadata', 'labels', 'karpenter.sh/nodepool']));
    const created = Date.parse(readText(manifest.get(['metadata', 'creationTimestamp'])) ?? '');
    const ofClaim = manifest.kind === 'NodeClaim' ? readText(manifest.get(['spec', 'expireAfter'])) : undefined;
    const nodePool = pool === undefined ? undefined : nodePools.get(pool);
    const span = ofClaim === undefined ? nodePool && expiryOf(nodePool) : lifetime(ofClaim);
    if (pool === undefined || Number.isNaN(created) || span === undefined) continue;

    addToGroup(times, pool, created + span);
  }

  return [...times]
    .flatMap(([nodePool, all]) => together(all.sort((a, b) => a - b)).map((group) => ({ nodePool, ...group })))
    .sort((a, b) => a.from - b.from || compareNames(a.nodePool, b.nodePool));
}

/** NodeClaims, because they carry `expireAfter`; Nodes if the snapshot has no NodeClaims. */
function agedNodes(live: readonly Manifest[]): readonly Manifest[] {
  const claims = live.filter(({ kind }) => kind === 'NodeClaim');
  if (claims.length > 0) return claims;
  return live.filter(({ kind }) => kind === 'Node');
}

function together(times: readonly number[]): readonly Omit<Expiry, 'nodePool'>[] {
  const groups: { nodes: number; from: number; to: number }[] = [];
  for (const time of times) {
    const last = groups.at(-1);
    if (last && time - last.from <= hour) groups[groups.length - 1] = { ...last, nodes: last.nodes + 1, to: time };
    else groups.push({ nodes: 1, from: time, to: time });
  }

  return groups;
}
