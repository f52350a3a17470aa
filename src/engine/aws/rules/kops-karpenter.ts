import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, asText, groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';

export const kopsKarpenterRule = defineRule({
  id: 'kops-karpenter',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: { Manifests: check },
  docs: {
    summary: 'A kOps specification uses Karpenter in a way that kOps or Karpenter does not support.',
    why: 'For each InstanceGroup with `manager: Karpenter`, kOps creates a NodePool. It installs Karpenter if the cluster enables it. Karpenter needs permissions for its service account there, and it cannot manage control plane nodes. Without a mixed instances policy, it can launch only the one `machineType`.',
    help: 'Enable Karpenter and `iam.useServiceAccountExternalPermissions` in the Cluster. Remove `manager: Karpenter` from groups of the control plane, and list instance types under `mixedInstancesPolicy`.',
    url: 'https://kops.sigs.k8s.io/operations/karpenter/',
  },
  examples,
});

const isKops = ({ apiVersion }: Manifest): boolean => groupOf(apiVersion) === 'kops.k8s.io';

function check(all: ManifestSet, context: RuleContext): void {
  const clusters = all.manifests.filter(
    (manifest) => manifest.kind === 'Cluster' && isKops(manifest) && !manifest.isPartial,
  );
  const groups = all.manifests.filter(
    (manifest) =>
      manifest.kind === 'InstanceGroup' && isKops(manifest) && manifest.get(['spec', 'manager']) === 'Karpenter',
  );
  for (const cluster of clusters) judgeCluster(cluster, groups, context);
  for (const group of groups) judgeGroup(group, context);
}

function judgeCluster(cluster: Manifest, groups: readonly Manifest[], { report, clusterOf }: RuleContext): void {
  const enabled = cluster.get(['spec', 'karpenter', 'enabled']);
  const isEnabled = enabled === true;
  // A repository can contain several clusters, and test data contains many with the same name.
  const group = groups.find(
    (group) => clusterOf(group) === clusterOf(cluster) && clusterLabelOf(group) === cluster.name,
  );
  if (group && !isEnabled && !hasPlaceholder(enabled))
    report({
      manifest: cluster,
      at: cluster.span(['spec', 'karpenter', 'enabled']),
      message: `InstanceGroup \`${group.name}\` has \`manager: Karpenter\`, but \`${cluster.name}\` does not enable Karpenter, so nothing launches nodes for this group`,
      help: 'Set `spec.karpenter.enabled: true`.',
      labels: [{ span: group.span(['spec', 'manager']), message: 'this group expects Karpenter' }],
    });

  const path = ['spec', 'iam', 'useServiceAccountExternalPermissions'];
  const permissions = cluster.get(path);
  if (isEnabled && (permissions === undefined || permissions === false))
    report({
      manifest: cluster,
      at: cluster.span(path),
      message:
        'Karpenter needs external permissions for service accounts, which this cluster does not enable, so kOps rejects it',
      help: 'Set `spec.iam.useServiceAccountExternalPermissions: true`, and set a discovery store in `spec.serviceAccountIssuerDiscovery`.',
    });
}

const clusterLabelOf = (group: Manifest): string | undefined =>
  asText(asMapping(group.get(['metadata', 'labels']))?.['kops.k8s.io/cluster']);

function judgeGroup(group: Manifest, { report }: RuleContext): void {
  const role = asText(group.get(['spec', 'role'])) ?? '';
  if (/^(?:control-?plane|master|apiserver)$/i.test(role))
    report({
      manifest: group,
      at: group.span(['spec', 'manager']),
      message: `InstanceGroup \`${group.name}\` belongs to the control plane, whose nodes Karpenter cannot manage`,
      help: 'Remove `manager`, so that an auto scaling group manages these nodes.',
    });

  const machineType = asText(group.get(['spec', 'machineType'])) ?? '';
  const isOne = /^[a-z][\w-]*\.[\w-]+$/.test(machineType);
  if (role === 'Node' && isOne && group.get(['spec', 'mixedInstancesPolicy']) === undefined && !group.isPartial)
    report({
      manifest: group,
      at: group.span(['spec', 'machineType']),
      severity: 'note',
      message: `Karpenter can launch only ${machineType} for InstanceGroup \`${group.name}\`, so it has no choice when AWS runs out of this type`,
      help: 'List several instance types under `mixedInstancesPolicy.instances`.',
    });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
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
        {
          'cloudProvider: aws': yaml`
            cloudProvider: aws
            karpenter:
              enabled: true
          `,
        },
      ),
      corrected(
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
        {
          'cloudProvider: aws': yaml`
            cloudProvider: aws
            iam:
              useServiceAccountExternalPermissions: true
            serviceAccountIssuerDiscovery:
              discoveryStore: s3://demo-oidc
          `,
        },
      ),
      corrected(
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
        { 'manager: Karpenter': '' },
      ),
      corrected(
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
        {
          'machineType: m7i.large': yaml`
            machineType: m7i.large
            mixedInstancesPolicy:
              instances: [m7i.large, m7a.large]
          `,
        },
      ),
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
