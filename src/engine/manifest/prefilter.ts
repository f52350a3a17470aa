import { mayHaveTemplate } from './makers/found-templates.ts';
import { makerApi } from './makers/makers.ts';
import { admissionKinds, policyKinds, queueKinds } from './model/admission-kinds.ts';
import { definitionKinds } from './model/definition-kinds.ts';
import { jobKinds } from './model/job-kinds.ts';
import { karpenterGroupPattern, karpenterKinds } from './model/karpenter-kinds.ts';
import { providerApiPattern, providerKinds } from './model/provider-kinds.ts';
import { mayLackApiVersion } from './objects/incomplete-object.ts';
import { hidesLetters, KindSpelling } from './objects/kind-spelling.ts';

/** The kinds that a review uses, of all API versions. */
const kinds = [
  ...karpenterKinds.map(({ kind }) => kind),
  ...providerKinds.map(({ kind }) => kind),
  ...[
    'Pod',
    'PodTemplate',
    'Deployment',
    'StatefulSet',
    'DaemonSet',
    'ReplicaSet',
    'ReplicationController',
    'Job',
    'CronJob',
    'Rollout',
  ],
  ...['HorizontalPodAutoscaler', 'ScaledObject', 'PodDisruptionBudget', 'PriorityClass', 'Namespace', 'ResourceQuota'],
  ...admissionKinds,
  ...policyKinds,
  ...queueKinds,
  ...['PersistentVolumeClaim', 'PersistentVolume', 'StorageClass', 'CSINode', 'Node', 'InstanceGroup'],
  ...['Application', 'ApplicationSet', 'HelmRelease', 'HelmRepository', 'OCIRepository', 'ClusterConfig'],
  ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  // Objects of ACK and Crossplane.
  ...['PodIdentityAssociation', 'FargateProfile'],
  ...Object.keys(jobKinds),
];

const usefulKinds = new KindSpelling(`${kinds.join('|')}|\\w*(?:List|NodeClass)`);
const karpenterApi = new RegExp(`\\b${karpenterGroupPattern}/`);

const manifestPath = /\.(?:ya?ml|json)$/i;
/** Terraform and Terragrunt files, except for lock files and Packer images. */
const terraformPath = /\.(?:tf|tfvars|(?<!\.(?:lock|pkr|tftest)\.)hcl)$/i;

/** Whether a file may contain manifests, by its name. */
export const isManifestPath = (path: string): boolean => manifestPath.test(path);

/** Templates of Terraform, Go and Jinja that have their own file extension. Partial templates of a chart are never objects. */
const templatePath = /(?:^|\/)[^_/][^/]*\.(?:tftpl|tpl|tmpl|gotmpl|j2|jinja2?)$/i;

/** Whether a file is a template by its name, so that no program reads it before it is rendered. */
export const isTemplatePath = (path: string): boolean => templatePath.test(path);

/** A Karpenter object, in the spelling that templates use. */
const templatedObject = new RegExp(
  String.raw`^[ \t]*(?:- )?["']?apiVersion["']?[ \t]*:[ \t]*["']?(?:${karpenterGroupPattern}/|${providerApiPattern})`,
  'm',
);

/** Whether a file is a template of Karpenter objects. Other templates are files for programs. */
export const isManifestTemplate = (path: string, text: string): boolean =>
  isTemplatePath(path) && templatedObject.test(text);

/** Whether a file is for Terraform or Terragrunt, by its name. */
export const isTerraformPath = (path: string): boolean => terraformPath.test(path);

const foreignLanguage =
  /\.(?:tofu|tftpl|tpl|tmpl|gotmpl|j2|jinja2?|jsonnet|libsonnet|cue|k|pkl|dhall|star|hcl)$|\.tofu\.json$/i;

/** Whether a file is of a language or template that manifests are made of, and that plumbline may not read. */
export const isForeignLanguage = (path: string): boolean => foreignLanguage.test(path);

/** The only name of a kustomization that is not also a name for manifests. */
const kustomizationPath = /(?:^|\/)Kustomization$/;

/** Shell scripts and files of variables for them. */
const scriptPath = /(?:^|\/)(?:\.env(?:\.\w+)?|[^/]+\.(?:sh|env))$/;

/** Whether a file is a shell script or a file of variables, by its name. plumbline reads only variables in it, and never runs it. */
export const isScriptPath = (path: string): boolean => scriptPath.test(path);

/** Whether a file can matter for a review, by its name: YAML, JSON, Terraform, Terragrunt, their templates, and shell scripts. */
export const canMatter = (path: string): boolean =>
  isManifestPath(path) ||
  isTerraformPath(path) ||
  isTemplatePath(path) ||
  isScriptPath(path) ||
  kustomizationPath.test(path);

/**
 * The names of ConfigMaps that are read: who may join a cluster, which taints Cilium adds, whether Windows pods request
 * addresses, and what Argo CD ignores.
 */
const configMaps = ['amazon-vpc-cni', 'argocd-cm', 'aws-auth', 'cilium-config'];

/** The configuration of NVIDIA's device plugin that shares GPUs. */
const sharedDevices = /^[ \t]*(?:timeSlicing|mps):/m;

const networkPolicies = new KindSpelling('NetworkPolicy');

/** Whether a text may have a NetworkPolicy for Karpenter or for DNS. Those of other pods decide nothing about nodes. */
const mayCutOff = (text: string): boolean =>
  /\bkarpenter\b|\bkube-system\b/.test(text) && networkPolicies.mayBeIn(text);

/** A cluster of kOps. Other tools also have a kind of this name. */
const kopsCluster = /\bkops\.k8s\.io\/v\d/;

/** Whether a text may be an IAM policy about launching nodes. */
export const mayBePolicy = (text: string): boolean =>
  /"Statement"\s*:/.test(text) && /karpenter|"ec2:(?:CreateFleet|RunInstances|\*)"/i.test(text);

/** Whether a text may contain values of Karpenter's chart. */
export const mayBeValues = (text: string): boolean =>
  /^[ \t]*["']?settings["']?:/m.test(text) &&
  /(?:^|[{,])[ \t]*["']?(?:clusterName|interruptionQueue(?:Name)?)["']?:/m.test(text);

/** A chart whose values rules read, or that installs a device plugin, in a kustomization. */
const inflatedChart =
  /\bname["']?[ \t]*:[ \t]*["']?(?:(?:karpenter(?:-crd)?|cilium|aws-vpc-cni|aws-node-termination-handler)\b|[\w-]{0,50}(?:device-plugin|gpu-operator|neuron|nvidia|efa\b))/;

/** Whether a text may be a kustomization that renders such a chart. */
export const mayInflateCharts = (text: string): boolean =>
  /^["']?helmCharts["']?:/m.test(text) && inflatedChart.test(text);

/** Constraints of Gatekeeper, and what changes pods with it. */
const gatekeeperApi = /\b(?:constraints|mutations)\.gatekeeper\.sh\//;

/** The address of Karpenter's source code, from which CRDs are installed. */
const sourceCode = /github(?:usercontent)?\.com[/:]aws\/karpenter/;

/** A fast check whether a text may contain an object that a review uses. Only such texts are parsed. */
export const mayHoldManifest = (text: string): boolean => {
  if (mayHoldObject(text))
    return (
      usefulKinds.mayBeIn(text) ||
      karpenterApi.test(text) ||
      makerApi.test(text) ||
      mayHaveTemplate(text) ||
      kopsCluster.test(text) ||
      mayInflateCharts(text) ||
      configMaps.some((name) => text.includes(name)) ||
      sharedDevices.test(text) ||
      mayCutOff(text) ||
      sourceCode.test(text) ||
      gatekeeperApi.test(text) ||
      mayBeValues(text) ||
      mayBePolicy(text)
    );

  return mayBePolicy(text) || mayBeValues(text) || mayInflateCharts(text) || mayLackApiVersion(text);
};

/** Whether a text may contain an object of any kind. */
export const mayHoldObject = (text: string): boolean => text.includes('apiVersion') || hidesLetters(text);

/**
 * Objects of Kubernetes in Terraform: as text, as resources of their own, or in charts of the repository. And the
 * Karpenter that EKS runs itself, and policies about launches.
 */
const terraformOfInterest =
  /karpenter|\b(?:cluster_)?compute_config\b|\bec2:(?:InstanceType|RunInstances)\b|\b(?:kubectl|kubernetes)_manifest\b|"helm_release"|\bchart[ \t]*=[ \t]*"(?:\$\{path\.|\.{1,2}\/)|"kubernetes_(?:deployment|stateful_set|daemon_?set|cron_job|job|pod|pod_disruption_budget|horizontal_pod_autoscaler|persistent_volume_claim|priority_class|storage_class|resource_quota|limit_range)(?:_v\d\w*)?"/i;

/** Whether a file is Terraform or Terragrunt that concerns Karpenter or applies manifests to a cluster. */
export const isTerraformOfInterest = (path: string, text: string): boolean =>
  /\.(?:tf|hcl)$/.test(path) && terraformOfInterest.test(text);

const terraformNetwork =
  /"aws_(?:eks_cluster|eks_access_entry|eks_addon|eks_node_group|subnet|ec2_tag|ec2_capacity_(?:block_)?reservation|kms_alias)"|"aws-auth"|\bkubernetes\.io\/cluster\/|\bterraform-aws-modules\/(?:terraform-aws-)?(?:eks|vpc)\b/;

/**
 * Whether a file is Terraform that may create the cluster or its network, or that tags something for a cluster, or that
 * lets nodes join, without naming Karpenter.
 */
export const mayCreateCluster = (path: string, text: string): boolean =>
  path.endsWith('.tf') && terraformNetwork.test(text);

const terraformHint =
  /region|availability_zone|\bazs\b|:aws:|cluster_name|(?:cluster|kubernetes|k8s|eks)_version|aws_eks_cluster|azurerm_kubernetes_cluster|google_container_cluster/;

/** An EKS cluster as defined for eksctl, ACK, Crossplane or Cluster API. */
const declaredCluster =
  /\bapiVersion["']?[ \t]*:[ \t]*["']?(?:eksctl\.io|eks\.services\.k8s\.aws|eks\.aws(?:\.m)?\.upbound\.io|controlplane\.cluster\.x-k8s\.io)\//;

/** Variables of a script that say where a cluster is or which Karpenter it runs. */
const scriptHint = /AWS_(?:DEFAULT_)?REGION|karpenter_?\w{0,20}version/i;

const regionVariable = '(?:aws|AWS|cluster|CLUSTER|eks|EKS)_?(?:[rR]egion|REGION)["\']?[ \\t]*[:=]';
const regionOfCluster = new RegExp(regionVariable);

/** Variables that Flux or Kustomize fill into the manifests of a cluster. These are in other files, so this one need not name Karpenter. */
const mayBeClusterVariables = (text: string): boolean =>
  regionOfCluster.test(text) && /ConfigMap|configMapGenerator|postBuild/.test(text);

const helmfilePath = /(?:^|\/)(?:helmfile[^/]*|helmfile\.d\/[^/]+)\.ya?ml(?:\.gotmpl)?$/;

/** Whether a file is a helmfile, by its name. Its releases name charts and their versions. */
export const isHelmfilePath = (path: string): boolean => helmfilePath.test(path);

/**
 * Whether a text may contain hints on the region, Kubernetes or Karpenter of a cluster: Terraform, clusters, charts, Helm values, scripts.
 */
export function mayHoldHint(path: string, text: string): boolean {
  if (isTerraformPath(path))
    return terraformHint.test(text) || terraformOfInterest.test(text) || terraformNetwork.test(text);
  if (isTemplatePath(path)) return isHelmfilePath(path) && text.includes('karpenter');
  if (isScriptPath(path)) return scriptHint.test(text);
  if (/karpenter/i.test(path) || text.includes('karpenter')) return true;
  return declaredCluster.test(text) || kopsCluster.test(text) || mayBeValues(text) || mayBeClusterVariables(text);
}

/** Secrets are excluded, because in a repository they are encrypted and not yet valid Secrets. */
const builtinKinds = new KindSpelling(
  'Service(?:Account)?|ConfigMap|(?:Cluster)?Role(?:Binding)?|LimitRange|ResourceQuota|PodTemplate',
);

/** Whether a file may contain other objects, which the API server's code validates if they are changed. */
export const mayHoldBuiltin = (path: string, text: string): boolean =>
  isManifestPath(path) && mayHoldObject(text) && builtinKinds.mayBeIn(text);

/** Matches everything that any of the other tests in this file looks for. */
const telling = new RegExp(
  [
    usefulKinds.trace,
    ...[
      'karpenter',
      ...configMaps,
      'kops\\.k8s\\.io',
      '"Statement"',
      'settings:',
      'timeSlicing:',
      'mps:',
      'helmCharts',
      regionVariable,
      'argoproj\\.io',
      '\\.toolkit\\.fluxcd\\.io',
    ],
    // CustomResourceDefinitions, and objects of a group with a dot, which may be custom.
    ...['CustomResourceDefinition', 'apiVersion["\']?[ \\t]*:[ \\t]*["\']?[a-z0-9-]+\\.'],
  ].join('|'),
);

/** Whether YAML or JSON may contain anything that a review uses. This single test excludes most files of a repository. */
export const isTelling = (path: string, text: string): boolean => telling.test(text) || /karpenter/i.test(path);

const definitionSpelling = new KindSpelling(Object.keys(definitionKinds).join('|'));
const definitionGroups = [...new Set(Object.values(definitionKinds).map(({ group }) => group))];

/** Whether a file may contain objects that apply other manifests. */
export const mayDefineRoots = (path: string, text: string): boolean =>
  isManifestPath(path) &&
  (definitionGroups.some((group) => text.includes(group)) || hidesLetters(text)) &&
  definitionSpelling.mayBeIn(text);
