import type { Path } from '../../../manifest/model/manifest.ts';
import type { ArgumentDecision } from '../../../manifest/terraform/resources/resource-makers.ts';

/** What objects of kinds decide that no stage reads. Source: https://kubernetes.io/docs/reference/access-authn-authz. */
const decisions: Readonly<Record<string, string>> = {
  ValidatingWebhookConfiguration: 'which objects the API server refuses',
  ValidatingAdmissionPolicy: 'which objects the API server refuses',
  ValidatingAdmissionPolicyBinding: 'which objects the API server refuses',
  ValidatingPolicy: 'which objects the API server refuses',
  MutatingWebhookConfiguration: 'how the API server changes objects when they are created',
  NetworkPolicy: 'which traffic reaches and leaves pods',
  CiliumNetworkPolicy: 'which traffic reaches and leaves pods',
  CiliumClusterwideNetworkPolicy: 'which traffic reaches and leaves pods and nodes',
  SecurityGroupPolicy: 'which security groups pods have',
  ENIConfig: 'in which subnets pods have addresses',
  APIService: 'which program answers for an API of the cluster',
  RuntimeClass: 'which runtime pods use, and what they request in addition',
};

/**
 * What eksctl gives a node group when it creates it, and never changes later.
 * Source: https://docs.aws.amazon.com/eks/latest/eksctl/general-nodegroups.html, "Nodegroup immutability".
 */
const fixed =
  /^(?:instanceTypes?|instancesDistribution|instanceSelector|spot|ami|amiFamily|volume\w+|additionalVolumes|availabilityZones|subnets|privateNetworking|ssh|iam|securityGroups|preBootstrapCommands|overrideBootstrapCommand|launchTemplate|maxPodsPerNode|kubeletExtraConfig|bottlerocket|containerRuntime|placement|efaEnabled|ebsOptimized|capacityReservation|disableIMDSv1|disablePodIMDS)$/;

const podSecurity = 'pod-security.kubernetes.io/';

/** What a field of an object of another kind decides; undefined if nothing is known of it. */
export function decisionOfKind(kind: string, [field, part, key]: Path): ArgumentDecision | undefined {
  if (kind === 'ClusterConfig' && /^(?:managedN|n)odeGroups$/.test(`${field}`) && fixed.test(`${key}`))
    return { decides: 'what a new node group gets, because eksctl changes none that exists' };
  if (kind !== 'Namespace') {
    if (!Object.hasOwn(decisions, kind)) return undefined;
    return { decides: decisions[kind]! };
  }

  if (field !== 'metadata' || part !== 'labels' || typeof key !== 'string' || !key.startsWith(podSecurity))
    return undefined;
  // Both only tell people. Source: https://kubernetes.io/docs/concepts/security/pod-security-admission.
  if (/\/(?:warn|audit)(?:-version)?$/.test(key)) return { harmless: 'a level of which Kubernetes only warns' };
  return { decides: 'which pods the API server admits in the namespace' };
}
