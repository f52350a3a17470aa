import { groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** Why objects of a kind change neither nodes nor pods. */
interface KnownKind {
  readonly group: RegExp;
  /** All kinds of the group if absent. */
  readonly kinds?: RegExp;
  readonly reason: string;
}

const traffic = 'decides where traffic goes, not which nodes or pods run';
const access = 'decides who may use the API, not which nodes or pods run';
const secrets = 'provides data that pods read, and changes no request and no placement';
const monitoring = 'configures monitoring, and creates no pods';
const delivery = 'configures a tool for delivery, and applies nothing itself';

/** Kinds whose objects create no pods, change none when they are created, and configure nothing of Karpenter. */
const knownKinds: readonly KnownKind[] = [
  { group: /^$/, kinds: /^(?:Service|Endpoints)$/, reason: traffic },
  { group: /^$/, kinds: /^(?:ConfigMap|Secret)$/, reason: secrets },
  { group: /^$/, kinds: /^(?:ServiceAccount|Event)$/, reason: access },
  { group: /^discovery\.k8s\.io$/, reason: traffic },
  { group: /^(?:networking\.k8s\.io|extensions)$/, kinds: /^(?:Ingress|IngressClass|NetworkPolicy)$/, reason: traffic },
  { group: /^gateway\.(?:networking\.k8s\.io|envoyproxy\.io|nginx\.org)$/, reason: traffic },
  { group: /^(?:networking|security)\.istio\.io$/, reason: traffic },
  { group: /^telemetry\.istio\.io$/, reason: monitoring },
  {
    group:
      /^(?:traefik\.(?:io|containo\.us)|projectcontour\.io|getambassador\.io|externaldns\.k8s\.io|k8s\.nginx\.org)$/,
    reason: traffic,
  },
  { group: /^(?:configuration\.konghq\.com|policy\.linkerd\.io|elbv2\.k8s\.aws|metallb\.io)$/, reason: traffic },
  { group: /^(?:cilium\.io|(?:crd\.)?projectcalico\.org)$/, kinds: /NetworkPolicy$/, reason: traffic },
  { group: /^rbac\.authorization\.k8s\.io$/, reason: access },
  { group: /^(?:(?:acme\.)?cert-manager\.io)$/, reason: 'issues certificates' },
  {
    group:
      /^(?:(?:generators\.)?external-secrets\.io|bitnami\.com|secrets-store\.csi\.x-k8s\.io|isindir\.github\.com|secrets\.hashicorp\.com)$/,
    reason: secrets,
  },
  {
    group: /^monitoring\.coreos\.com$/,
    kinds: /^(?:ServiceMonitor|PodMonitor|PrometheusRule|Probe|AlertmanagerConfig|ScrapeConfig)$/,
    reason: monitoring,
  },
  {
    group: /^operator\.victoriametrics\.com$/,
    kinds: /^VM(?:Rule|\w+Scrape|AlertmanagerConfig|User)$/,
    reason: monitoring,
  },
  {
    group: /^grafana\.integreatly\.org$/,
    kinds: /^Grafana(?:Dashboard|Data[sS]ource|Folder|AlertRuleGroup|ContactPoint|NotificationPolicy)$/,
    reason: monitoring,
  },
  { group: /^(?:image|notification)\.toolkit\.fluxcd\.io$/, reason: delivery },
  {
    group: /^argoproj\.io$/,
    kinds: /^(?:AppProject|AnalysisTemplate|ClusterAnalysisTemplate|EventBus)$/,
    reason: delivery,
  },
  { group: /^source\.toolkit\.fluxcd\.io$/, kinds: /^HelmRepository$/, reason: delivery },
  {
    group: /^velero\.io$/,
    kinds: /^(?:Backup|Schedule|BackupStorageLocation|VolumeSnapshotLocation|BackupRepository|DeleteBackupRequest)$/,
    reason: 'configures backups, and creates no pods',
  },
  { group: /^snapshot\.storage\.k8s\.io$/, reason: 'configures backups, and creates no pods' },
  { group: /^apiregistration\.k8s\.io$/, reason: access },
];

/** Why an object of a kind matters to nothing that is reviewed; undefined if that is not known. */
export function reasonOfKind({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): string | undefined {
  const group = groupOf(apiVersion);
  return knownKinds.find((row) => row.group.test(group) && (row.kinds?.test(kind) ?? true))?.reason;
}

/** Kinds that decide whether the API server or a queue admits pods, and with what. */
const admission =
  /^(?:ResourceQuota|LimitRange|Namespace|\w*WebhookConfiguration|\w*AdmissionPolicy\w*|ClusterPolicy|Policy|ValidatingPolicy|MutatingPolicy|ClusterQueue|LocalQueue|ResourceFlavor|AdmissionCheck|ProvisioningRequestConfig|WorkloadPriorityClass|Assign|AssignMetadata|ModifySet|VerticalPodAutoscaler)$/;

/** Names of what runs on every node or gives pods their addresses, and of Karpenter itself. */
const nodeServices =
  /karpenter|\b(?:aws-node|amazon-vpc-cni|vpc-cni|cilium|calico|tigera|coredns|kube-proxy|aws-auth|pod-identity|ebs-csi|efs-csi|device-plugin|gpu-operator|node-termination-handler|cluster-autoscaler|metrics-server)\b/i;

/** Whether a name is that of Karpenter, of the network of pods, or of something else that every node needs. */
export const isNodeService = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && nodeServices.test(name));

/** A name of Karpenter itself: of its charts, its controller and what its project calls them. */
const ofKarpenter = /^karpenter(?:-crd|-controller)?$/i;

/**
 * Whether a workload is Karpenter or runs on every node for others. Many workloads are only named after Karpenter, such as a test of its nodes: their
 * image, service account and labels are those of something else.
 */
export function isServiceOfNodes({ name, namespace, object }: Manifest): boolean {
  const others = [name, namespace].map((text) => text?.replaceAll(/karpenter/gi, ''));
  if (isNodeService(...others)) return true;
  if (!isNodeService(name, namespace)) return false;

  const text = JSON.stringify([object.metadata ?? null, object.spec ?? null]);
  const valuesOf = (keys: RegExp): readonly string[] => [...text.matchAll(keys)].map(([, value]) => value!);
  const images = valuesOf(/"image":"([^"]{1,300})"/g);
  const names = valuesOf(
    /"(?:app\.kubernetes\.io\/(?:name|instance)|k8s-app|app|serviceAccountName|serviceAccount)":"([^"]{1,300})"/g,
  );

  return (
    ofKarpenter.test(name) ||
    images.length === 0 ||
    images.some((image) => hasPlaceholder(image) || /karpenter/i.test(image)) ||
    names.some((value) => hasPlaceholder(value) || ofKarpenter.test(value))
  );
}

/** Whether an object can reach Karpenter, its nodes, or the admission of pods. */
export const isNearKarpenter = ({ apiVersion, kind, name, namespace }: Manifest): boolean =>
  admission.test(kind) ||
  isNodeService(name, namespace, groupOf(apiVersion)) ||
  /^(?:NodeGroup|Fargate\w*|Nodegroup|MachinePool|AWSManaged\w+|EKSCluster|ClusterConfig|EKS\w*)$/.test(kind);

/** Groups of Kubernetes itself. None of its controllers creates an object of Karpenter. */
const ofKubernetes =
  /^[a-z]*$|^(?:(?:networking|rbac\.authorization|storage|node|scheduling|coordination|discovery|events|admissionregistration|apiextensions|apiregistration|certificates|authentication|authorization|flowcontrol\.apiserver|internal\.apiserver|resource|storagemigration|(?:custom\.|external\.)?metrics|(?:group)?snapshot\.storage|gateway\.networking|policy\.networking|autoscaling|externaldns|kops)\.k8s\.io)$/;

/** Whether no controller makes objects of Karpenter of the objects of a kind. */
export const isKnownKind = (object: Pick<Manifest, 'apiVersion' | 'kind'>): boolean =>
  ofKubernetes.test(groupOf(object.apiVersion)) || reasonOfKind(object) !== undefined;
