import { yaml } from '../../lint/example.ts';
import { placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { asMapping, asText, groupOf, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';

export const kopsKarpenterRule = defineRule({
  id: 'kops-karpenter',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter itself',
  mistakes: [],
  on: { Manifests: check },
  docs: {
    summary: 'A kOps specification asks for Karpenter in a way that kOps or Karpenter does not support.',
    why: 'Of each InstanceGroup with `manager: Karpenter` kOps makes a pool, and it installs Karpenter where the cluster enables it. Karpenter needs permissions of its service account there, control plane nodes cannot be its own, and without a mixed instances policy the one `machineType` is all that it may launch.',
    help: 'Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster, leave the control plane to auto scaling groups, and list instance types under `mixedInstancesPolicy`.',
    url: 'https://kops.sigs.k8s.io/operations/karpenter/',
  },
  examples,
});

const isKops = ({ apiVersion }: Manifest): boolean => groupOf(apiVersion) === 'kops.k8s.io';

function check(all: ManifestSet, context: RuleContext): void {
  const clusters = all.manifests.filter((one) => one.kind === 'Cluster' && isKops(one) && !one.isPartial);
  const groups = all.manifests.filter(
    (one) => one.kind === 'InstanceGroup' && isKops(one) && one.get(['spec', 'manager']) === 'Karpenter',
  );
  for (const cluster of clusters) judgeCluster(cluster, groups, context);
  for (const group of groups) judgeGroup(group, context);
}

function judgeCluster(cluster: Manifest, groups: readonly Manifest[], { report }: RuleContext): void {
  const isEnabled = cluster.get(['spec', 'karpenter', 'enabled']) === true;
  // Repositories hold several clusters, and test data many of one name.
  const group = groups.find((one) => placeOf(one) === placeOf(cluster) && clusterOf(one) === cluster.name);
  if (group && !isEnabled)
    report({
      manifest: cluster,
      at: cluster.span(['spec', 'karpenter', 'enabled']),
      message: `The InstanceGroup \`${group.name}\` is managed by Karpenter, and \`${cluster.name}\` does not enable it: nothing launches its nodes`,
      help: 'Set `spec.karpenter.enabled: true`.',
      labels: [{ span: group.span(['spec', 'manager']), message: 'managed by Karpenter' }],
    });
  const path = ['spec', 'iam', 'useServiceAccountExternalPermissions'];
  const permissions = cluster.get(path);
  if (isEnabled && (permissions === undefined || permissions === false))
    report({
      manifest: cluster,
      at: cluster.span(path),
      message:
        'Karpenter needs external permissions for service accounts, which this cluster does not have: kOps refuses it',
      help: 'Set `spec.iam.useServiceAccountExternalPermissions: true`, with a discovery store.',
    });
}

const clusterOf = (group: Manifest): string | undefined =>
  asText(asMapping(group.get(['metadata', 'labels']))?.['kops.k8s.io/cluster']);

function judgeGroup(group: Manifest, { report }: RuleContext): void {
  const role = asText(group.get(['spec', 'role'])) ?? '';
  if (/^(?:control-?plane|master|apiserver)$/i.test(role))
    report({
      manifest: group,
      at: group.span(['spec', 'manager']),
      message: `\`${group.name}\` is a group of the control plane, which Karpenter cannot manage`,
      help: 'Leave `manager` out: an auto scaling group keeps such nodes.',
    });
  const machineType = asText(group.get(['spec', 'machineType'])) ?? '';
  const isOne = /^[a-z][\w-]*\.[\w-]+$/.test(machineType);
  if (role === 'Node' && isOne && group.get(['spec', 'mixedInstancesPolicy']) === undefined && !group.isPartial)
    report({
      manifest: group,
      at: group.span(['spec', 'machineType']),
      severity: 'note',
      message: `Karpenter may launch nothing but ${machineType} for \`${group.name}\``,
      help: 'List several instance types under `mixedInstancesPolicy.instances`.',
    });
}

function examples(): RuleExamples {
  return {
    bad: [
      yaml`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          manager: Karpenter
          role: Node
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `,
      yaml`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          karpenter:
            enabled: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          manager: Karpenter
          role: Node
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `,
      yaml`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
          karpenter:
            enabled: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: control-plane
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          manager: Karpenter
          role: ControlPlane
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `,
      yaml`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
          karpenter:
            enabled: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          manager: Karpenter
          role: Node
          machineType: m7i.large
      `,
    ],
    good: [
      yaml`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
          karpenter:
            enabled: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          manager: Karpenter
          role: Node
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `,
      yaml`
        apiVersion: kops.k8s.io/v1alpha2
        kind: Cluster
        metadata:
          name: demo.example.com
        spec:
          cloudProvider: aws
          iam:
            useServiceAccountExternalPermissions: true
        ---
        apiVersion: kops.k8s.io/v1alpha2
        kind: InstanceGroup
        metadata:
          name: nodes
          labels:
            kops.k8s.io/cluster: demo.example.com
        spec:
          role: Node
          machineType: m7i.large
          mixedInstancesPolicy:
            instances: [m7i.large, m7a.large]
      `,
    ],
  };
}
