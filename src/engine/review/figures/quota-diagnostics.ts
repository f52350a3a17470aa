import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { addToGroup } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Context } from '../context/context.ts';

const capacityTypes = ['on-demand', 'spot'] as const;

type QuotaContext = Pick<Context, 'environment' | 'facts' | 'catalog' | 'settings' | 'head' | 'base' | 'live'>;

/** Reports nodes that need more vCPUs than the quotas of the account allow, at the NodePool that needs most of them. */
export function quotaDiagnostics(
  context: QuotaContext,
  estimate: Estimate,
  side: 'base' | 'head',
): readonly Diagnostic[] {
  const { facts, catalog, settings } = context;
  const placement = estimate[side];
  const provider = facts.providers.find(({ name }) => name === catalog?.provider);
  if (!placement || !provider) return [];

  return capacityTypes.flatMap((capacityType) =>
    [...needsOf(placement, capacityType, { ...context, provider })].flatMap(([quota, byPool]) => {
      const sums = [...byPool]
        .map(([name, vcpus]) => ({ name, vcpus: vcpus.reduce((sum, count) => sum + count, 0) }))
        .sort((a, b) => b.vcpus - a.vcpus || compareNames(a.name, b.name));
      const pool = poolIn(context[side], sums[0]!.name);
      if (pool === undefined) return [];

      const need: Need = {
        quota,
        capacityType,
        pool,
        names: sums.map(({ name }) => name),
        vcpus: sums.reduce((sum, { vcpus }) => sum + vcpus, 0),
      };

      const allowed = settings.vcpuQuotas[capacityType]?.[quota];
      if (allowed !== undefined) {
        if (need.vcpus > allowed) return [aboveQuota(need, allowed, placement, context)];
        return [];
      }

      const code = provider.emptyQuotaCode?.(capacityType, quota);
      const isFirst =
        side === 'head' &&
        context.live === null &&
        estimate.base !== null &&
        estimate.base.nodes.likely !== null &&
        !needsOf(estimate.base, capacityType, { ...context, provider }).has(quota) &&
        need.names.every((name) => poolIn(context.base, name) === undefined) &&
        placement.nodePools.every(({ nodeClaims }) => nodeClaims.every((claim) => claim.capacityType !== 'reserved'));

      if (code !== undefined && isFirst) return [firstNeed(need, code)];
      return [];
    }),
  );
}

/** What nodes need of one quota. */
interface Need {
  readonly quota: string;
  readonly capacityType: (typeof capacityTypes)[number];
  /** The NodePools of the nodes. */
  readonly names: readonly string[];
  /** The one of them that needs most. */
  readonly pool: Manifest;
  readonly vcpus: number;
}

const poolIn = (set: ManifestSet | null, wanted: string): Manifest | undefined =>
  set?.manifests.find(({ kind, name }) => kind === 'NodePool' && name === wanted);

/** Quota → NodePool → the vCPUs of each of its nodes, in the order of the quotas' names. */
function needsOf(
  { nodePools }: Placement,
  capacityType: Need['capacityType'],
  { catalog, provider }: Pick<Context, 'catalog'> & { readonly provider: CloudProvider },
): ReadonlyMap<string, ReadonlyMap<string, readonly number[]>> {
  const needs = new Map<string, Map<string, number[]>>();

  for (const { name, nodeClaims } of nodePools) {
    for (const claim of nodeClaims) {
      const vcpus = catalog?.type(claim.instanceType)?.vcpus;
      const quota = provider.vcpuQuota?.(claim.instanceType);
      // AWS counts instances in a reservation as on-demand.
      if (vcpus === undefined || quota === undefined || (claim.capacityType === 'spot') !== (capacityType === 'spot'))
        continue;

      const byPool = needs.get(quota) ?? new Map<string, number[]>();
      addToGroup(byPool, name, vcpus);
      needs.set(quota, byPool);
    }
  }

  return new Map([...needs].sort(([a], [b]) => compareNames(a, b)));
}

function aboveQuota(
  { quota, capacityType, names, pool, vcpus }: Need,
  allowed: number,
  { nodes }: Placement,
  { environment }: QuotaContext,
): Diagnostic {
  const isBound = nodes.certainty === 'atMost' || nodes.certainty === 'unknown';
  const scope = environment === null ? 'The' : `In \`${environment}\`, the`;

  return manifestDiagnostic(pool, {
    code: 'provisioning/vcpu-quota',
    severity: isBound ? 'warning' : 'error',
    at: ['metadata', 'name'],
    message: `${scope} nodes of ${quotedNames(names)} need ${textIf(isBound, 'up to ')}${vcpus} vCPUs, but the quota (\`vcpuQuotas.${capacityType}.${quota}\`) is ${allowed}, so EC2 refuses to launch some of them`,
    measures: [{ value: vcpus - allowed, better: 'fewer' }],
    help: `Ask AWS for a quota of at least ${vcpus} vCPUs, or let the NodePool launch instances of another quota. Instances outside of these NodePools also count.`,
  });
}

/** Many accounts have no such vCPUs, and nothing shows that this one has. */
const firstNeed = ({ quota, capacityType, names, pool, vcpus }: Need, code: string): Diagnostic =>
  manifestDiagnostic(pool, {
    code: 'provisioning/vcpu-quota',
    severity: 'note',
    at: ['metadata', 'name'],
    message: `The nodes of ${quotedNames(names)} need ${vcpus} vCPUs of a quota that nothing else here needs. AWS accounts may start with 0 of them, and then EC2 launches none of these nodes`,
    measures: [{ value: vcpus, better: 'fewer' }],
    help: `Look up the quota ${code} in Service Quotas, and set \`vcpuQuotas.${capacityType}.${quota}\` in plumbline.yaml to its value.`,
  });
