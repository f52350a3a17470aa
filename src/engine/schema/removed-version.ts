import { compareMinors, isServed, nextMinor, type ServedApi, servedApi, servedApis } from '../api/versions.ts';
import { isOfKarpenter, karpenterKindOf } from '../manifest/karpenter-kinds.ts';
import { groupOf, isObject, type Manifest } from '../manifest/manifest.ts';
import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import { didYouMean, nearest } from '../nearest.ts';
import { replacing } from './advice/fixes.ts';
import type { Fault } from './fault.ts';

/** A built-in API version that Kubernetes stopped serving. */
interface RemovedApi {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** Kubernetes minor that serves it no longer. */
  readonly removedIn: string;
  /** What to write instead. */
  readonly replacement: string | undefined;
  /** Only the apiVersion changes; otherwise what else does. */
  readonly changes?: string;
}

const workloads = ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'];
const roles = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
const storage = ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'];
const webhooks = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const ingressChanges = '`backend` has another shape, and every path needs a `pathType`';

/** Kubernetes' deprecated API migration guide. */
const removedApis: readonly RemovedApi[] = [
  { apiVersion: 'extensions/v1beta1', kinds: workloads, removedIn: '1.16', replacement: 'apps/v1' },
  { apiVersion: 'apps/v1beta1', kinds: workloads, removedIn: '1.16', replacement: 'apps/v1' },
  { apiVersion: 'apps/v1beta2', kinds: workloads, removedIn: '1.16', replacement: 'apps/v1' },
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['NetworkPolicy'],
    removedIn: '1.16',
    replacement: 'networking.k8s.io/v1',
  },
  { apiVersion: 'batch/v2alpha1', kinds: ['CronJob'], removedIn: '1.21', replacement: 'batch/v1' },
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['Ingress'],
    removedIn: '1.22',
    replacement: 'networking.k8s.io/v1',
    changes: ingressChanges,
  },
  {
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['Ingress'],
    removedIn: '1.22',
    replacement: 'networking.k8s.io/v1',
    changes: ingressChanges,
  },
  {
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['IngressClass'],
    removedIn: '1.22',
    replacement: 'networking.k8s.io/v1',
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1beta1',
    kinds: roles,
    removedIn: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1',
  },
  {
    apiVersion: 'scheduling.k8s.io/v1beta1',
    kinds: ['PriorityClass'],
    removedIn: '1.22',
    replacement: 'scheduling.k8s.io/v1',
  },
  { apiVersion: 'storage.k8s.io/v1beta1', kinds: storage, removedIn: '1.22', replacement: 'storage.k8s.io/v1' },
  {
    apiVersion: 'coordination.k8s.io/v1beta1',
    kinds: ['Lease'],
    removedIn: '1.22',
    replacement: 'coordination.k8s.io/v1',
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1beta1',
    kinds: ['APIService'],
    removedIn: '1.22',
    replacement: 'apiregistration.k8s.io/v1',
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kinds: ['CustomResourceDefinition'],
    removedIn: '1.22',
    replacement: 'apiextensions.k8s.io/v1',
    changes: 'every version carries its own structural schema',
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: webhooks,
    removedIn: '1.22',
    replacement: 'admissionregistration.k8s.io/v1',
    changes: '`sideEffects` and `admissionReviewVersions` are required',
  },
  { apiVersion: 'batch/v1beta1', kinds: ['CronJob'], removedIn: '1.25', replacement: 'batch/v1' },
  { apiVersion: 'policy/v1beta1', kinds: ['PodDisruptionBudget'], removedIn: '1.25', replacement: 'policy/v1' },
  {
    apiVersion: 'policy/v1beta1',
    kinds: ['PodSecurityPolicy'],
    removedIn: '1.25',
    replacement: undefined,
    changes: 'use Pod Security admission',
  },
  {
    apiVersion: 'discovery.k8s.io/v1beta1',
    kinds: ['EndpointSlice'],
    removedIn: '1.25',
    replacement: 'discovery.k8s.io/v1',
    changes: '`topology` became `nodeName` and `zone`',
  },
  {
    apiVersion: 'events.k8s.io/v1beta1',
    kinds: ['Event'],
    removedIn: '1.25',
    replacement: 'events.k8s.io/v1',
    changes: 'several fields are renamed',
  },
  { apiVersion: 'node.k8s.io/v1beta1', kinds: ['RuntimeClass'], removedIn: '1.25', replacement: 'node.k8s.io/v1' },
  {
    apiVersion: 'autoscaling/v2beta1',
    kinds: ['HorizontalPodAutoscaler'],
    removedIn: '1.25',
    replacement: 'autoscaling/v2',
    changes: 'every metric says its goal under `target`',
  },
  {
    apiVersion: 'autoscaling/v2beta2',
    kinds: ['HorizontalPodAutoscaler'],
    removedIn: '1.26',
    replacement: 'autoscaling/v2',
  },
  {
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIStorageCapacity'],
    removedIn: '1.27',
    replacement: 'storage.k8s.io/v1',
  },
];

/** An object of a built-in kind in a version that the target Kubernetes (any current one when undefined) no longer serves. */
export function removedBuiltinFault(manifest: Manifest, kubernetesVersion: string | undefined): Fault | undefined {
  const { apiVersion, kind } = manifest;
  // Charts of other people hold templates for old clusters under a condition: whether they are ever applied, rendering shows.
  if (manifest.isPartial) return undefined;
  const removed = removedApis.find((one) => one.apiVersion === apiVersion && one.kinds.includes(kind));
  if (removed === undefined) return undefined;
  if (kubernetesVersion !== undefined && compareMinors(kubernetesVersion, removed.removedIn) < 0) return undefined;
  const { replacement, changes } = removed;
  const isPlain = changes === undefined && isCompatible(manifest);
  const fix = isPlain && replacement !== undefined ? replacing(manifest, ['apiVersion'], replacement) : undefined;
  return {
    code: 'schema/removed-version',
    path: ['apiVersion'],
    message: `\`${apiVersion}\` ${kind} is gone since Kubernetes ${removed.removedIn}: the API server refuses it`,
    help: [replacement && `Use \`${replacement}\``, changes].filter(Boolean).join('; ').concat('.'),
    ...optional(fix),
  };
}

/** apps/v1 wants the selector that older versions derived from the labels. */
function isCompatible(manifest: Manifest): boolean {
  return !workloads.includes(manifest.kind) || isObject(manifest.get(['spec', 'selector']));
}

const optional = (fix: Fault['fix']): Pick<Fault, 'fix'> => (fix === undefined ? {} : { fix });

/** Why the target Karpenter does not serve the object's kind at its version; undefined for what is not Karpenter's, or served. */
export function unservedFault(manifest: Manifest, karpenterVersion: string): Fault | undefined {
  if (!isOfKarpenter(manifest) || hasPlaceholder(manifest.kind)) return undefined;
  const served = servedApi(manifest.apiVersion, manifest.kind);
  if (served === undefined) return unknownKind(manifest, karpenterVersion);
  return isServed(served, karpenterVersion) ? undefined : unservedVersion(served, karpenterVersion);
}

/** An API of a newer Karpenter that only late patches of the target's minor serve; which patch runs is not known. */
export function backportedFault(manifest: Manifest, karpenterVersion: string): Fault | undefined {
  const served = servedApi(manifest.apiVersion, manifest.kind);
  if (served?.home === undefined || compareMinors(karpenterVersion, served.home) >= 0) return undefined;
  return isServed(served, karpenterVersion)
    ? future(manifest, `came with Karpenter ${served.home}: of ${karpenterVersion} only the last patches serve it`)
    : undefined;
}

const future = ({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>, what: string): Fault => ({
  code: 'schema/future-version',
  path: ['apiVersion'],
  message: `\`${apiVersion}\` ${kind} ${what}`,
  help: 'Upgrade Karpenter first, or say which version you run with `karpenter.version`.',
});

function unservedVersion(served: ServedApi, target: string): Fault {
  const { apiVersion, kind, first, last, home = first } = served;
  if (last === undefined || (first !== undefined && compareMinors(target, first) < 0))
    return future(served, `is served from Karpenter ${home} on, not by ${target}`);
  const name = `\`${apiVersion}\` ${kind}`;
  const kindNow = karpenterKindOf(served)?.successor ?? kind;
  return {
    code: 'schema/removed-version',
    path: ['apiVersion'],
    message: `${name} is gone since Karpenter ${nextMinor(last)}: the API server of Karpenter ${target} refuses it`,
    help: `Write a \`${groupOf(apiVersion)}/v1\` ${kindNow}${kindNow === 'NodeClaim' ? '.' : ': `plumbline migrate` does it, comments and order kept.'}`,
  };
}

function unknownKind(manifest: Manifest, target: string): Fault {
  const { apiVersion, kind } = manifest;
  const here = servedApis.filter((one) => isServed(one, target));
  const sameKind = here.find((one) => one.kind === kind);
  const code = 'schema/unknown-kind';
  if (sameKind !== undefined) {
    return {
      code,
      path: ['apiVersion'],
      message: `Karpenter ${target} serves no ${kind} in \`${apiVersion}\``,
      help: `Write \`apiVersion: ${sameKind.apiVersion}\`.`,
      ...optional(replacing(manifest, ['apiVersion'], sameKind.apiVersion)),
    };
  }
  const kinds = here.filter((one) => one.apiVersion === apiVersion).map((one) => one.kind);
  const meant = kind.length > 64 ? undefined : nearest(kind, kinds);
  return {
    code,
    path: ['kind'],
    message: `Karpenter ${target} serves no kind \`${kind.slice(0, 64)}\` in \`${apiVersion}\``,
    ...(meant === undefined ? {} : { help: didYouMean(meant), ...optional(replacing(manifest, ['kind'], meant)) }),
  };
}
