import { helmReleasesIn, mayInstallChart, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { corrected, type Example, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { isKnown } from '../../text/evidence.ts';
import { compareNames } from '../../text/name-order.ts';
import { familyNamed } from '../catalog/ami-families.ts';
import { type Ec2Catalog, ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import { type CniSettings, cniSettingsOf, isOn } from '../fields/cni-settings.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { nodeClassesOf, nodePoolsOfClass, writtenAmiFamily } from '../fields/node-classes.ts';

const maxPods = terraform`
  kubelet:
    maxPods: 110
`;

export const podsAndAddressesRule = defineRule({
  id: 'pods-and-addresses',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [59, 60, 61],
  on: {
    Manifests(all, context) {
      // Cilium may replace the VPC CNI.
      if (mayInstallChart(all, 'cilium')) return;
      for (const cni of cniSettingsOf(all)) judge(cni, context);
    },
  },
  docs: {
    summary: 'The number of pods per node that Karpenter assumes does not match the addresses of the VPC CNI.',
    why: 'Karpenter works out how many pods fit on a node from its network interfaces, or from `maxPods` if the node class sets it. If there are more pods than addresses, pods hang in `ContainerCreating`. Instance types of the Xen hypervisor, such as `m4`, have no prefix delegation. With prefix delegation and no `maxPods`, nodes have room that Karpenter does not use. With custom networking, the first interface carries no pods, which Karpenter knows only from `reservedENIs`. Reported only when the CNI is configured in the repository, for the cluster of the node class.',
    help: 'Set `maxPods` together with prefix delegation, and `settings.reservedENIs` together with custom networking.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet',
  },
  examples,
});

function judge(cni: CniSettings, context: RuleContext): void {
  const classes = context
    .clusterOf(cni.manifest)
    .ofKind('EC2NodeClass')
    .filter(({ isPartial }) => !isPartial);

  const hasPrefixes = isOn(cni, 'ENABLE_PREFIX_DELEGATION');
  if (isOn(cni, 'AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG') === true) judgeReserved(cni, classes, context);

  for (const nodeClass of classes) {
    // Null means not set.
    const maxPods = nodeClass.get(['spec', 'kubelet', 'maxPods']) ?? undefined;
    if (typeof maxPods === 'number' && hasPrefixes === false) judgeTooMany(nodeClass, { cni, maxPods }, context);
    if (typeof maxPods === 'number' && hasPrefixes === true) judgeXen(nodeClass, { cni, maxPods }, context);
    if (maxPods === undefined && hasPrefixes === true && limitsPodsByEnis(nodeClass))
      judgeTooFew(nodeClass, cni, context);
  }
}

/**
 * Whether Karpenter works out the number of pods from the network interfaces, and `maxPods` alone raises it. It counts
 * interfaces for Custom, too, but the user data of own images decides how many pods the kubelet takes. An unknown
 * family is assumed to be one of Linux.
 */
const limitsPodsByEnis = (nodeClass: Manifest): boolean => {
  const family = familyNamed(writtenAmiFamily(nodeClass));
  return family === undefined || (family.limitsPodsByEnis && family.name !== 'Custom');
};

/**
 * Addresses for pods without prefix delegation, plus two pods that use the network of the host. Source: provider-aws
 * pkg/providers/instancetype/types.go ENILimitedPods.
 */
const addressesOf = ({ enis, ipv4PerEni }: InstanceTypeInfo): number => enis * (ipv4PerEni - 1) + 2;

/** The instance type with the fewest addresses that the NodePools of a class allow. Undefined if some types are unknown. */
function fewestAddresses(
  nodeClass: Manifest,
  { all, catalog, compatible }: RuleContext,
  isMeant: (type: InstanceTypeInfo) => boolean = () => true,
): InstanceTypeInfo | undefined {
  const types = nodePoolsOfClass(all, nodeClass).flatMap((pool) =>
    typesOf(pool, { catalog: ec2CatalogOf(catalog), compatible }),
  );
  if (types.includes(undefined)) return undefined;
  return (types as InstanceTypeInfo[])
    .filter(isMeant)
    .sort((a, b) => addressesOf(a) - addressesOf(b) || compareNames(a.name, b.name))[0];
}

function typesOf(
  pool: Manifest,
  { catalog, compatible }: { catalog: Ec2Catalog | null } & Pick<RuleContext, 'compatible'>,
) {
  const types = compatible(pool);
  if (!catalog || !types?.isExact) return [undefined];
  return types.names.map((name) => catalog.type(name));
}

function judgeTooMany(
  nodeClass: Manifest,
  { cni, maxPods }: { cni: CniSettings; maxPods: number },
  context: RuleContext,
): void {
  const smallest = fewestAddresses(nodeClass, context);
  if (!smallest || addressesOf(smallest) >= maxPods) return;

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', 'kubelet', 'maxPods']),
    message: `\`maxPods: ${maxPods}\` is more than the ${addressesOf(smallest)} pods that ${smallest.name} has addresses for without prefix delegation`,
    help: 'Remove `maxPods`, allow only larger instance types that have enough addresses, or turn on prefix delegation in the VPC CNI.',
    labels: [{ span: cni.manifest.span(cni.path), message: 'the VPC CNI has no prefix delegation' }],
    // Another example of an instance type is no other mistake.
    measures: [
      { value: addressesOf(smallest), better: 'more' },
      { value: maxPods, better: 'fewer' },
    ],
  });
}

const isXen = ({ hypervisor }: InstanceTypeInfo): boolean => hypervisor === 'xen';

/**
 * On types without the Nitro hypervisor, the VPC CNI falls back to single addresses. Source: aws/amazon-vpc-cni-k8s pkg/ipamd/ipamd.go
 * isConfigValid. Karpenter may never choose such a type, so it is a warning only if the change allows them.
 */
function judgeXen(
  nodeClass: Manifest,
  { cni, maxPods }: { cni: CniSettings; maxPods: number },
  context: RuleContext,
): void {
  const smallest = fewestAddresses(nodeClass, context, isXen);
  if (!smallest || addressesOf(smallest) >= maxPods) return;

  const old = context.base && earlierObject(nodeClass, nodeClassesOf(context.base));
  const isAsBefore =
    old?.get(['spec', 'kubelet', 'maxPods']) === maxPods &&
    fewestAddresses(old, { ...context, all: context.base! }, isXen) !== undefined;

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', 'kubelet', 'maxPods']),
    ...((!old || isAsBefore) && { severity: 'note' as const }),
    message: `\`maxPods: ${maxPods}\` is more than the ${addressesOf(smallest)} pods that ${smallest.name} has addresses for, because prefix delegation works only on Nitro instance types`,
    help: 'Remove the families without Nitro from the NodePools that use this class. If they name none, add the requirement `karpenter.k8s.aws/instance-hypervisor In ["nitro"]`.',
    labels: [{ span: cni.manifest.span(cni.path), message: 'prefix delegation is on' }],
  });
}

function judgeTooFew(nodeClass: Manifest, cni: CniSettings, context: RuleContext): void {
  const smallest = fewestAddresses(nodeClass, context);
  if (!smallest || addressesOf(smallest) >= 110) return;

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', 'kubelet']),
    severity: 'note',
    message: `The VPC CNI uses prefix delegation, but \`${nodeClass.name}\` has no \`maxPods\`, so Karpenter places at most ${addressesOf(smallest)} pods on ${smallest.name}`,
    help: 'Set `maxPods: 110` under `spec.kubelet` if more pods should fit.',
    labels: [{ span: cni.manifest.span(cni.path), message: 'prefix delegation is on' }],
  });
}

function judgeReserved(cni: CniSettings, classes: readonly Manifest[], { clusterOf, report }: RuleContext): void {
  // With maxPods, Karpenter does not count interfaces.
  if (classes.length === 0 || classes.every((nodeClass) => nodeClass.get(['spec', 'kubelet', 'maxPods']) !== undefined))
    return;
  for (const release of clusterOf(cni.manifest).manifests.flatMap(helmReleasesIn)) {
    const { manifest, chart, values } = release;
    const reserved = releaseValue(release, 'settings', 'reservedENIs');
    if (chart !== 'karpenter' || !isKnown(reserved) || (asText(reserved.value) ?? '0') !== '0') continue;

    report({
      manifest,
      at: manifest.span([...values, 'settings', 'reservedENIs']),
      message:
        'The VPC CNI uses custom networking, but Karpenter reserves no network interface for it, so it places more pods on nodes than they have addresses for',
      help: 'Set `settings.reservedENIs` to `"1"`.',
      labels: [{ span: cni.manifest.span(cni.path), message: 'custom networking is on' }],
    });
  }
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        scene({ addon: plain, kubelet: maxPods }),
        { 'kubelet:\n        maxPods: 110': '' },
        { [firstRequirement]: `${largeTypes.text}${firstRequirement}` },
        { 'most_recent = true': variable('ENABLE_PREFIX_DELEGATION') },
      ),
      corrected(scene({ addon: variable('ENABLE_PREFIX_DELEGATION'), kubelet: maxPods, families: '[m7i, m4]' }), {
        '[m7i, m4]': '[m7i]',
      }),
      corrected(scene({ addon: variable('ENABLE_PREFIX_DELEGATION') }), {
        'role: KarpenterNodeRole-demo': `role: KarpenterNodeRole-demo\n${maxPods.text}`,
      }),
      corrected(scene({ addon: variable('AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG'), release: release(clusterName) }), {
        [clusterName]: `${clusterName}\n{ name = "settings.reservedENIs", value = "1" },`,
      }),
    ],
    good: [
      scene({ addon: variable('ENABLE_PREFIX_DELEGATION'), kubelet: maxPods }),
      scene({ addon: plain }),
      scene({
        addon: variable('AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG'),
        release: release(terraform`
          ${clusterName}
          { name = "settings.reservedENIs", value = "1" },
        `),
      }),
    ],
  };
}

const firstRequirement = '- key: karpenter.k8s.aws/instance-family';

const largeTypes = terraform`
  - key: karpenter.k8s.aws/instance-cpu
    operator: Gt
    values: ["15"]
`;

const plain = 'most_recent = true';

const variable = (name: string): Example => terraform`
  configuration_values = jsonencode({
    env = {
      ${name} = "true"
    }
  })
`;

const clusterName = '{ name = "settings.clusterName", value = "demo" },';

const release = (settings: Example | string): Example => terraform`
  resource "helm_release" "karpenter" {
    repository = "oci://public.ecr.aws/karpenter"
    chart      = "karpenter"

    set = [
      ${settings}
    ]
  }
`;

interface Scene {
  /** The settings of the VPC CNI. */
  readonly addon: Example | string;
  /** The kubelet settings of the node class. */
  readonly kubelet?: Example;
  readonly families?: string;
  readonly release?: Example;
}

/** The EKS module, with a node class and a NodePool. */
const scene = ({ addon, kubelet, release, families = '[m7i]' }: Scene): Example => {
  const releaseText = release ? `\n${release.text}` : '';

  return terraform`
  module "eks" {
    source  = "terraform-aws-modules/eks/aws"
    version = "~> 21.0"
    name    = "demo"

    addons = {
      vpc-cni = {
        ${addon}
      }
    }
  }
  ${releaseText}

  resource "kubectl_manifest" "class" {
    yaml_body = <<-YAML
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        role: KarpenterNodeRole-demo
        ${kubelet ?? ''}
    YAML
  }

  resource "kubectl_manifest" "pool" {
    yaml_body = <<-YAML
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata:
        name: default
      spec:
        limits:
          cpu: 960
        template:
          spec:
            nodeClassRef:
              group: karpenter.k8s.aws
              kind: EC2NodeClass
              name: default
            requirements:
              - key: karpenter.k8s.aws/instance-family
                operator: In
                values: ${families}
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
    YAML
  }
`;
};
