import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { ClusterAddresses } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { ownValue } from '../../text/own-value.ts';
import { plural } from '../../text/words/plural.ts';
import type { Context } from '../context/context.ts';

/** Reports node classes whose subnets have fewer addresses than their nodes and pods need, with the numbers. */
export function addressDiagnostics(
  context: Pick<Context, 'facts' | 'catalog' | 'related' | 'settings' | 'head' | 'base'>,
  estimate: Estimate,
  side: 'base' | 'head',
): readonly Diagnostic[] {
  const { catalog, facts } = context;
  const set = context[side];
  const placement = estimate[side];
  const provider = facts.providers.find(({ name }) => name === catalog?.provider);
  if (!catalog || !placement || !set || !provider?.addresses) return [];

  const pools = set.manifests.filter(({ kind, isPartial }) => kind === 'NodePool' && !isPartial);
  const classes = groupBy(pools, (pool) => String(pool.get([...nodeClassName])));

  return [...classes].flatMap(([name, poolsOfClass]) => {
    const nodeClass = set.manifests.find(
      (manifest) => manifest.name === name && isClass(manifest, provider.nodeClasses),
    );
    const seen = nodeClass && provider.addresses!(context.related[side]().clusterOf(nodeClass), nodeClass, catalog);
    if (!nodeClass || !seen) return [];
    const addresses = configured(seen, context.settings.nodeClassAddresses, name);
    const names = new Set(poolsOfClass.map((pool) => pool.name));
    return shortage({ nodeClass, addresses, demand: demandOf(placement, names, { addresses, set: set.manifests }) });
  });
}

/** The addresses with their number in the configuration, which also knows subnets that no file creates. */
function configured(
  addresses: ClusterAddresses,
  replicas: Readonly<Record<string, number>>,
  nodeClass: string,
): ClusterAddresses {
  const total = ownValue(replicas, nodeClass);
  if (total === undefined) return addresses;
  return { ...addresses, total, subnets: `its subnets (\`nodeClassAddresses.${nodeClass}\`)`, labels: [] };
}

const nodeClassName = ['spec', 'template', 'spec', 'nodeClassRef', 'name'];

const isClass = ({ kind }: Manifest, kinds: readonly { readonly kind: string }[]): boolean =>
  kinds.some((otherKind) => otherKind.kind === kind);

interface Demand {
  readonly nodes: number;
  readonly pods: number;
  readonly least: number;
  readonly usual: number;
}

function demandOf(
  placement: Placement,
  pools: ReadonlySet<string>,
  { addresses, set }: { readonly addresses: ClusterAddresses; readonly set: readonly Manifest[] },
): Demand {
  const onHost = new Set(
    set.flatMap((manifest) => {
      if (manifest.get(['spec', 'template', 'spec', 'hostNetwork']) === true)
        return [`${manifest.kind}/${manifest.name}`];
      return [];
    }),
  );

  const nodes = placement.nodePools.filter(({ name }) => pools.has(name)).flatMap(({ nodeClaims }) => nodeClaims);
  let [pods, least, usual] = [0, 0, 0];

  for (const { instanceType, workloads } of nodes) {
    const podCount = Object.entries(workloads).reduce(
      (sum, [key, count]) => sum + (isOnHost(key, onHost) ? 0 : count),
      0,
    );
    const taken = addresses.ofNode({ instanceType, pods: podCount });
    pods += podCount;
    least += taken.least;
    usual += taken.usual;
  }

  // Fewer nodes could run the same pods, for which addresses of nodes are not certain.
  const isBound = placement.nodes.certainty === 'atMost' || placement.nodes.certainty === 'unknown';
  return { nodes: nodes.length, pods, least: isBound ? Math.min(least, 1 + pods) : least, usual };
}

/** Keys of workloads are `Kind/namespace/name`. */
const isOnHost = (key: string, onHost: ReadonlySet<string>): boolean => {
  const [kind, , name] = key.split('/');
  return onHost.has(`${kind}/${name}`);
};

interface Fit {
  readonly nodeClass: Manifest;
  readonly addresses: ClusterAddresses;
  readonly demand: Demand;
}

function shortage({ nodeClass, addresses, demand }: Fit): readonly Diagnostic[] {
  const { total, subnets, labels } = addresses;
  const { nodes, pods, least, usual } = demand;
  if (total === undefined || usual <= total) return [];

  const isCertain = least > total;
  const have = subnets.startsWith('1 ') ? 'has' : 'have';
  const who = `${plural(nodes, 'node')} of \`${nodeClass.name}\` with ${plural(pods, 'pod')}`;

  const message = () => {
    if (isCertain)
      return `${who} need at least ${least} addresses, but ${subnets} ${have} ${total}, so some nodes and pods get none`;
    return `${who} usually take ${usual} addresses with the warm pool of the VPC CNI, but ${subnets} ${have} ${total}`;
  };

  return [
    manifestDiagnostic(nodeClass, {
      code: 'provisioning/addresses',
      severity: isCertain ? 'error' : 'warning',
      at: ['spec', 'subnetSelectorTerms'],
      message: message(),
      measures: [{ value: (isCertain ? least : usual) - total, better: 'fewer' }],
      help: isCertain
        ? 'Add larger subnets to the selection, or run fewer nodes. Addresses that others use in these subnets are not counted.'
        : 'Add larger subnets, or set `WARM_IP_TARGET` and `MINIMUM_IP_TARGET` of the VPC CNI so that nodes keep fewer free addresses.',
      labels,
    }),
  ];
}
