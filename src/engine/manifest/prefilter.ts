import { definitionKinds } from './definition-kinds.ts';
import { karpenterGroupPattern, karpenterKinds } from './karpenter-kinds.ts';
import { mayLackApiVersion } from './objects/incomplete-object.ts';
import { hidesLetters, KindSpelling } from './objects/kind-spelling.ts';

/** Kinds that a review makes use of, of all API generations. */
const kinds = [
  ...karpenterKinds.map(({ kind }) => kind),
  ...[
    'Pod',
    'Deployment',
    'StatefulSet',
    'DaemonSet',
    'ReplicaSet',
    'ReplicationController',
    'Job',
    'CronJob',
    'Rollout',
  ],
  ...['HorizontalPodAutoscaler', 'ScaledObject', 'PodDisruptionBudget', 'PriorityClass', 'Namespace'],
  ...['PersistentVolumeClaim', 'PersistentVolume', 'StorageClass', 'CSINode', 'Node', 'InstanceGroup'],
  ...['Application', 'ApplicationSet', 'HelmRelease', 'ClusterConfig'],
];

const usefulKinds = new KindSpelling(`${kinds.join('|')}|\\w*List`);
const karpenterApi = new RegExp(`\\b${karpenterGroupPattern}/`);

const manifestPath = /\.(?:ya?ml|json)$/i;
/** Terraform and Terragrunt; lock files and Packer's images are neither. */
const terraformPath = /\.(?:tf|tfvars|(?<!\.(?:lock|pkr)\.)hcl)$/i;

/** Whether a file may hold manifests, by its name. */
export const isManifestPath = (path: string): boolean => manifestPath.test(path);

/** Templates that Terraform renders under a name of their own. */
const terraformTemplatePath = /\.(?:tftpl|tpl|tmpl)$/i;

/** Whether a file is Terraform's or Terragrunt's, by its name. */
export const isTerraformPath = (path: string): boolean => terraformPath.test(path);

/** The one name of a kustomization that is not also the name of a manifest. */
const kustomizationPath = /(?:^|\/)Kustomization$/;

/** Whether a file can matter to a review, by its name: YAML and JSON, Terraform, Terragrunt and templates of theirs. */
export const canMatter = (path: string): boolean =>
  isManifestPath(path) || isTerraformPath(path) || terraformTemplatePath.test(path) || kustomizationPath.test(path);

/** Who may join a cluster stands in a ConfigMap of that name. */
const awsAuth = 'aws-auth';

/** A cluster of kOps, of which other things than Karpenter are called as well. */
const kopsCluster = /\bkops\.k8s\.io\/v\d/;

/** Whether a text may be an IAM policy that has to do with launching nodes. */
export const mayBePolicy = (text: string): boolean =>
  /"Statement"\s*:/.test(text) && /karpenter|"ec2:(?:CreateFleet|RunInstances|\*)"/i.test(text);

/** Whether a text may be values of Karpenter's chart. */
export const mayBeValues = (text: string): boolean =>
  /^[ \t]*settings:/m.test(text) && /^[ \t]*(?:clusterName|interruptionQueue(?:Name)?):/m.test(text);

/** Whether a text may hold an object that a review makes use of. Cheap: only what it lets through is parsed. */
export const mayHoldManifest = (text: string): boolean =>
  mayHoldObject(text)
    ? usefulKinds.mayBeIn(text) ||
      karpenterApi.test(text) ||
      kopsCluster.test(text) ||
      text.includes(awsAuth) ||
      mayBePolicy(text)
    : mayBePolicy(text) || mayBeValues(text) || mayLackApiVersion(text);

/** Whether a text may hold an object of any kind. */
export const mayHoldObject = (text: string): boolean => text.includes('apiVersion') || hidesLetters(text);

const terraformOfInterest = /karpenter|\b(?:kubectl|kubernetes)_manifest\b/i;

/** Whether a file is Terraform that has to do with Karpenter, or hands manifests to a cluster. */
export const isTerraformOfInterest = (path: string, text: string): boolean =>
  path.endsWith('.tf') && terraformOfInterest.test(text);

const terraformHint =
  /region|availability_zone|\bazs\b|:aws:|cluster_name|(?:cluster|kubernetes|k8s|eks)_version|aws_eks_cluster/;

/** An EKS cluster as eksctl, ACK, Crossplane and Cluster API declare it. */
const declaredCluster =
  /\bapiVersion["']?[ \t]*:[ \t]*["']?(?:eksctl\.io|eks\.services\.k8s\.aws|eks\.aws(?:\.m)?\.upbound\.io|controlplane\.cluster\.x-k8s\.io)\//;

/** Whether a text may tell where a cluster runs, its Kubernetes, or how its Karpenter is set up: Terraform, clusters, charts, Helm values. */
export function mayHoldHint(path: string, text: string): boolean {
  if (isTerraformPath(path)) return terraformHint.test(text) || terraformOfInterest.test(text);
  if (terraformTemplatePath.test(path)) return false;
  return /karpenter/i.test(path) || text.includes('karpenter') || declaredCluster.test(text) || kopsCluster.test(text);
}

/** Secrets are not among them: what lies in a repository is encrypted, and no Secret yet. */
const builtinKinds = new KindSpelling(
  'Service(?:Account)?|ConfigMap|(?:Cluster)?Role(?:Binding)?|LimitRange|ResourceQuota|PodTemplate',
);

/** Whether a file may hold objects that no review needs, and that the API server's code judges where somebody changes them. */
export const mayHoldBuiltin = (path: string, text: string): boolean =>
  isManifestPath(path) && mayHoldObject(text) && builtinKinds.mayBeIn(text);

/** Any of what the tests above and below look for, whatever comes with it. */
const telling = new RegExp(
  [
    usefulKinds.trace,
    ...[
      'karpenter',
      awsAuth,
      'kops\\.k8s\\.io',
      '"Statement"',
      'settings:',
      'argoproj\\.io',
      '\\.toolkit\\.fluxcd\\.io',
    ],
    // Kinds that the repository defines, and objects of a group with a dot, which may be of such a kind.
    ...['CustomResourceDefinition', 'apiVersion["\']?[ \\t]*:[ \\t]*["\']?[a-z0-9-]+\\.'],
  ].join('|'),
);

/** Whether YAML or JSON may hold anything that a review makes use of. One look at a text settles most files of a repository. */
export const isTelling = (path: string, text: string): boolean => telling.test(text) || /karpenter/i.test(path);

const definitionSpelling = new KindSpelling(Object.keys(definitionKinds).join('|'));
const definitionGroups = [...new Set(Object.values(definitionKinds).map(({ group }) => group))];

/** Whether a file may hold objects that say what else is applied. */
export const mayDefineRoots = (path: string, text: string): boolean =>
  isManifestPath(path) &&
  (definitionGroups.some((group) => text.includes(group)) || hidesLetters(text)) &&
  definitionSpelling.mayBeIn(text);
