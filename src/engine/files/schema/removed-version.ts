import {
  compareMinors,
  isServed,
  nextMinor,
  type ServedApi,
  servedApi,
  servedApis,
} from '../../karpenter/api/versions.ts';
import { isOfKarpenter, karpenterKindOf } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, isObject, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { didYouMean, nearest } from '../../text/nearest.ts';
import { textIf } from '../../text/words/text-if.ts';
import { replacing } from './advice/fixes.ts';
import type { Fault } from './definitions/fault.ts';

/** A built-in API version that Kubernetes stopped serving. */
interface RemovedApi {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** The first Kubernetes minor that no longer serves it. */
  readonly removedIn: string;
  /** What to write instead. */
  readonly replacement: string | undefined;
  /** What else must change; absent if only the apiVersion changes. */
  readonly changes?: string;
}

const workloads = ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'];
const roles = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
const storage = ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'];
const webhooks = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const ingressChanges = 'Rewrite `backend`, whose structure changed, and give every path a `pathType`';

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
    changes: 'Give every version its own structural schema',
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: webhooks,
    removedIn: '1.22',
    replacement: 'admissionregistration.k8s.io/v1',
    changes: 'Set `sideEffects` and `admissionReviewVersions`, which are required',
  },
  { apiVersion: 'batch/v1beta1', kinds: ['CronJob'], removedIn: '1.25', replacement: 'batch/v1' },
  { apiVersion: 'policy/v1beta1', kinds: ['PodDisruptionBudget'], removedIn: '1.25', replacement: 'policy/v1' },
  {
    apiVersion: 'policy/v1beta1',
    kinds: ['PodSecurityPolicy'],
    removedIn: '1.25',
    replacement: undefined,
    changes: 'Use Pod Security admission',
  },
  {
    apiVersion: 'discovery.k8s.io/v1beta1',
    kinds: ['EndpointSlice'],
    removedIn: '1.25',
    replacement: 'discovery.k8s.io/v1',
    changes: 'Replace `topology` with `nodeName` and `zone`',
  },
  {
    apiVersion: 'events.k8s.io/v1beta1',
    kinds: ['Event'],
    removedIn: '1.25',
    replacement: 'events.k8s.io/v1',
    changes: 'Rename the fields that have new names',
  },
  { apiVersion: 'node.k8s.io/v1beta1', kinds: ['RuntimeClass'], removedIn: '1.25', replacement: 'node.k8s.io/v1' },
  {
    apiVersion: 'autoscaling/v2beta1',
    kinds: ['HorizontalPodAutoscaler'],
    removedIn: '1.25',
    replacement: 'autoscaling/v2',
    changes: 'Move the target value of every metric under `target`',
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

/** The fault of a built-in kind in an API version that the target Kubernetes, or a newer one if it is unknown, no longer serves. */
export function removedBuiltinFault(manifest: Manifest, kubernetesVersion: string | undefined): Fault | undefined {
  const { apiVersion, kind } = manifest;
  // Public charts contain conditional templates for old clusters. Only rendering shows whether they are ever applied.
  if (manifest.isPartial) return undefined;

  const removed = removedApis.find((api) => api.apiVersion === apiVersion && api.kinds.includes(kind));
  if (removed === undefined) return undefined;
  if (kubernetesVersion !== undefined && compareMinors(kubernetesVersion, removed.removedIn) < 0) return undefined;

  const { replacement, changes } = removed;
  const isPlain = changes === undefined && isCompatible(manifest);
  const fix = isPlain && replacement !== undefined ? replacing(manifest, ['apiVersion'], replacement) : undefined;

  const refusal = () => {
    if (kubernetesVersion === undefined) return 'Newer API servers refuse';
    return 'The API server refuses';
  };

  return {
    code: 'schema/removed-version',
    path: ['apiVersion'],
    message: `\`${apiVersion}\` ${kind} was removed in Kubernetes ${removed.removedIn}. ${refusal()} it`,
    help: [replacement && `Use \`${replacement}\``, changes].filter(Boolean).join('. ').concat('.'),
    ...optional(fix),
  };
}

/** apps/v1 requires the selector, which older versions derived from the labels. */
function isCompatible(manifest: Manifest): boolean {
  return !workloads.includes(manifest.kind) || isObject(manifest.get(['spec', 'selector']));
}

const optional = (fix: Fault['fix']): Pick<Fault, 'fix'> => {
  if (fix === undefined) return {};
  return { fix };
};

/** The fault of a Karpenter object whose kind and API version the target Karpenter does not serve. */
export function unservedFault(manifest: Manifest, karpenterVersion: string): Fault | undefined {
  if (!isOfKarpenter(manifest) || hasPlaceholder(manifest.kind)) return undefined;
  if (hasPlaceholder(manifest.apiVersion)) return undefined;
  const served = servedApi(manifest.apiVersion, manifest.kind);
  if (served === undefined) return unknownKind(manifest, karpenterVersion);
  if (isServed(served, karpenterVersion)) return undefined;
  return unservedVersion(served, karpenterVersion);
}

/** The fault of an API that only late patches of the target minor serve. Which patch runs is unknown. */
export function backportedFault(manifest: Manifest, karpenterVersion: string): Fault | undefined {
  const served = servedApi(manifest.apiVersion, manifest.kind);
  if (served?.home === undefined || compareMinors(karpenterVersion, served.home) >= 0) return undefined;
  if (isServed(served, karpenterVersion))
    return future(
      manifest,
      `was introduced in Karpenter ${served.home}. Of Karpenter ${karpenterVersion}, only the last patches serve it`,
    );

  return undefined;
}

const future = ({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>, what: string): Fault => ({
  code: 'schema/future-version',
  path: ['apiVersion'],
  message: `\`${apiVersion}\` ${kind} ${what}`,
  help: 'Upgrade Karpenter first, or set `karpenter.version` to the version that you run.',
});

function unservedVersion(served: ServedApi, target: string): Fault {
  const { apiVersion, kind, first, last, home = first } = served;
  if (last === undefined || (first !== undefined && compareMinors(target, first) < 0))
    return future(served, `was introduced in Karpenter ${home}. Karpenter ${target} does not serve it`);

  const name = `\`${apiVersion}\` ${kind}`;
  const kindNow = karpenterKindOf(served)?.successor ?? kind;

  return {
    code: 'schema/removed-version',
    path: ['apiVersion'],
    message: `${name} was removed in Karpenter ${nextMinor(last)}. With Karpenter ${target}, the API server refuses it`,
    help: `Write a \`${groupOf(apiVersion)}/v1\` ${kindNow}.${textIf(kindNow !== 'NodeClaim', ' `plumbline migrate` does it and keeps comments and order.')}`,
  };
}

function unknownKind(manifest: Manifest, target: string): Fault {
  const { apiVersion, kind } = manifest;
  const here = servedApis.filter((api) => isServed(api, target));
  const sameKind = here.find((api) => api.kind === kind);
  const code = 'schema/unknown-kind';

  if (sameKind !== undefined) {
    return {
      code,
      path: ['apiVersion'],
      message: `Karpenter ${target} does not serve \`${kind}\` in \`${apiVersion}\``,
      help: `Write \`apiVersion: ${sameKind.apiVersion}\`.`,
      ...optional(replacing(manifest, ['apiVersion'], sameKind.apiVersion)),
    };
  }

  const kinds = here.filter((api) => api.apiVersion === apiVersion).map((api) => api.kind);
  const meant = kind.length > 64 ? undefined : nearest(kind, kinds);

  return {
    code,
    path: ['kind'],
    message: `Karpenter ${target} does not serve \`${kind.slice(0, 64)}\` in \`${apiVersion}\``,
    ...(meant !== undefined && { help: didYouMean(meant), ...optional(replacing(manifest, ['kind'], meant)) }),
  };
}
