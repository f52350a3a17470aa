import { nodeClassRefOf } from '../../karpenter/api/pool-fields.ts';
import { type WorkloadField, workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { poolsOfPods } from '../../rules/lint/fields/pools-of-pods.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { publicAddressPaths } from '../fields/node-classes.ts';

export const publicAddressRule = defineRule({
  id: 'public-address',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'Security',
  mistakes: [],
  controls: ['AWS FSBP EC2.9', 'AWS FSBP EC2.25', 'CIS EKS 5.4.3'],
  on: {
    NodeClass(nodeClass, context) {
      const path = publicAddressPaths.find((field) => nodeClass.get(field) === true);
      if (!path) return;

      const workload = severalInterfaces(nodeClass, context);
      if (workload) {
        reportRefusal({ nodeClass, path, workload }, context);
        return;
      }

      context.report({
        at: nodeClass.span(path),
        message: `Every node of \`${nodeClass.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,
        help: 'Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway.',
      });
    },
  },
  docs: {
    summary: 'A node class gives its instances public IPv4 addresses.',
    why: 'A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses. It is a warning if pods request several EFA interfaces, because EC2 gives no public address to an instance with more than one network interface, and every launch fails.',
    help: 'Set `associatePublicIPAddress: false`, and select private subnets.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress',
  },
  examples,
});

const interfaces = 'vpc.amazonaws.com/efa';

/** A workload whose pods request several network interfaces, and that only NodePools with a node class can run. */
function severalInterfaces(nodeClass: Manifest, { clusterOf }: RuleContext): WorkloadField | undefined {
  const cluster = clusterOf(nodeClass);
  return workloadsOf({ manifests: cluster.manifests })
    .filter((workload) => interfacesOf(workload) > 1)
    .find(({ manifest, template }) => {
      const pools = poolsOfPods(manifest, [...template, 'spec'], cluster)?.pools ?? [];
      return pools.length > 0 && pools.every((pool) => nodeClassRefOf(pool)?.name === nodeClass.name);
    });
}

/** How many EFA interfaces a pod requests, as far as that is known. */
const interfacesOf = ({ manifest, template }: WorkloadField): number =>
  asList(manifest.get([...template, 'spec', 'containers'])).reduce<number>((sum, container) => {
    const { requests, limits } = asMapping(asMapping(container)?.resources) ?? {};
    const count = Number(asText(asMapping(limits)?.[interfaces] ?? asMapping(requests)?.[interfaces]) ?? 0);
    return sum + (Number.isInteger(count) ? count : 0);
  }, 0);

interface Refusal {
  readonly nodeClass: Manifest;
  readonly path: Path;
  readonly workload: WorkloadField;
}

/** Source: provider-aws pkg/providers/launchtemplate/launchtemplate.go generateNetworkInterfaces. */
function reportRefusal({ nodeClass, path, workload: { manifest, template } }: Refusal, { report }: RuleContext): void {
  const title = `\`${manifest.kind}/${manifest.name}\``;
  report({
    severity: 'warning',
    at: nodeClass.span(path),
    message: `EC2 refuses every launch of \`${nodeClass.name}\` for ${title}, whose pods request several EFA interfaces: an instance with more than one network interface gets no public address`,
    help: 'Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway.',
    labels: [{ span: manifest.span([...template, 'spec', 'containers']), message: 'the pods with several interfaces' }],
  });
}

const associating = (value: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${value}
  `);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(associating('true'), {
        'associatePublicIPAddress: true': 'associatePublicIPAddress: false',
      }),
    ],
    good: [associating('false'), ec2NodeClass('role: KarpenterNodeRole-demo')],
  };
}
