import type { Placement } from '../../cost/estimate.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { addToGroup } from '../../group-by.ts';
import { compareNames } from '../../name-order.ts';
import { manifestDiagnostic } from '../../provisioning/diagnostics/manifest-diagnostic.ts';
import { quotedNames } from '../../text/quoted-names.ts';
import type { Context } from '../context.ts';

const capacityTypes = ['on-demand', 'spot'] as const;

/** Reports nodes that need more vCPUs than the quotas of the configuration allow, at the NodePool that needs most of them. */
export function quotaDiagnostics(
  context: Pick<Context, 'environment' | 'facts' | 'catalog' | 'settings' | 'head' | 'base'>,
  placement: Placement | null,
  side: 'base' | 'head',
): readonly Diagnostic[] {
  const { catalog, environment, facts, settings } = context;
  const quotaOf = facts.providers.find(({ name }) => name === catalog?.provider)?.vcpuQuota;
  if (!catalog || !placement || !quotaOf) return [];
  return capacityTypes.flatMap((capacityType) =>
    Object.entries(settings.vcpuQuotas[capacityType] ?? {}).flatMap(([quota, allowed]) => {
      const byPool = new Map<string, number[]>();
      for (const { name, nodeClaims } of placement.nodePools) {
        for (const claim of nodeClaims) {
          const vcpus = catalog.type(claim.instanceType)?.vcpus;
          // AWS counts instances in a reservation as on-demand.
          const isSpot = claim.capacityType === 'spot';
          if (vcpus !== undefined && isSpot === (capacityType === 'spot') && quotaOf(claim.instanceType) === quota)
            addToGroup(byPool, name, vcpus);
        }
      }
      const sums = [...byPool]
        .map(([name, vcpus]) => ({ name, vcpus: vcpus.reduce((sum, one) => sum + one, 0) }))
        .sort((a, b) => b.vcpus - a.vcpus || compareNames(a.name, b.name));
      const needed = sums.reduce((sum, { vcpus }) => sum + vcpus, 0);
      const pool = context[side]?.manifests.find(({ kind, name }) => kind === 'NodePool' && name === sums[0]?.name);
      if (needed <= allowed || pool === undefined) return [];
      const which = `\`vcpuQuotas.${capacityType}.${quota}\``;
      const isBound = placement.certainty === 'atMost' || placement.certainty === 'unknown';
      return [
        manifestDiagnostic(pool, {
          code: 'provisioning/vcpu-quota',
          severity: isBound ? 'warning' : 'error',
          at: ['metadata', 'name'],
          message: `${environment === null ? 'The' : `In \`${environment}\`, the`} nodes of ${quotedNames(sums.map(({ name }) => name))} need ${isBound ? 'up to ' : ''}${needed} vCPUs, but the quota (${which}) is ${allowed}, so EC2 refuses to launch some of them`,
          help: `Ask AWS for a quota of at least ${needed} vCPUs, or let the NodePool launch instances of another quota. Instances outside of these NodePools also count.`,
        }),
      ];
    }),
  );
}
