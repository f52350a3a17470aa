import { labelSelector } from '../../cluster/provisioning/pods/pod-spec.ts';
import { selects } from '../../karpenter/api/label-selector.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { LabelSelector, Pod } from '../../karpenter/api/pod.ts';
import { asList, groupOf, type Manifest } from '../../manifest/model/manifest.ts';

const windowsAddress = { 'vpc.amazonaws.com/PrivateIPv4Address': '1' };
const branchInterface = { 'vpc.amazonaws.com/pod-eni': '1' };

/**
 * What the VPC resource controller of EKS adds to a pod's requests: an address for a Windows pod if a ConfigMap turns that on, and a network
 * interface of its own for a pod that a SecurityGroupPolicy selects. Source: amazon-vpc-resource-controller-k8s webhooks/core/pod_webhook.go.
 */
export function networkRequests(
  manifests: readonly Manifest[],
): (pod: Pod) => Readonly<Record<string, string>> | undefined {
  const policies = manifests.filter(isSecurityGroupPolicy).flatMap(readPolicy);
  const hasWindowsAddresses = manifests.some(givesWindowsAddresses);

  return ({ metadata, spec }) => {
    if (spec.hostNetwork === true) return undefined;
    if (isOfWindows(spec.nodeSelector ?? {})) {
      if (hasWindowsAddresses) return windowsAddress;
      return undefined;
    }
    const isSelected = policies.some(
      ({ namespace, selector }) => namespace === metadata.namespace && selects(selector, metadata.labels),
    );
    if (isSelected) return branchInterface;
    return undefined;
  };
}

const isOfWindows = (nodeSelector: Readonly<Record<string, string>>): boolean =>
  [label.os, 'beta.kubernetes.io/os'].some((key) => nodeSelector[key] === 'windows');

/** Source: amazon-vpc-resource-controller-k8s pkg/condition/conditions.go IsWindowsIPAMEnabled. */
const givesWindowsAddresses = (manifest: Manifest): boolean =>
  manifest.kind === 'ConfigMap' &&
  manifest.name === 'amazon-vpc-cni' &&
  manifest.get(['data', 'enable-windows-ipam']) === 'true';

const isSecurityGroupPolicy = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'SecurityGroupPolicy' && groupOf(apiVersion) === 'vpcresources.k8s.aws';

/** Which pods a policy selects. Policies that also select by the labels of ServiceAccounts, which manifests often lack, select none here. */
function readPolicy(policy: Manifest): readonly { readonly namespace: string; readonly selector: LabelSelector }[] {
  const [pods, accounts] = ['podSelector', 'serviceAccountSelector'].map((field) =>
    labelSelector(policy.get(['spec', field])),
  );
  const hasGroups = asList(policy.get(['spec', 'securityGroups', 'groupIds'])).length > 0;
  const selectsAllAccounts = accounts === undefined || Object.keys(accounts).length === 0;
  const selector = pods ?? accounts;
  if (!hasGroups || !selectsAllAccounts || selector === undefined) return [];

  return [{ namespace: policy.namespace ?? 'default', selector }];
}
