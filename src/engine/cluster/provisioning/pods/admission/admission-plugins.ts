import type { Container, Pod, PodSpec, Toleration } from '../../../../karpenter/api/pod.ts';
import type { Launching } from '../../../../karpenter/cloud-provider/cloud-provider.ts';
import { groupOf, type Manifest } from '../../../../manifest/model/manifest.ts';
import { type DefaultRequests, defaultRequests, limitsByDefault } from '../../../../manifest/objects/limit-range.ts';
import { mapOf, readQuantity, readText } from '../../input/value-reader.ts';
import { readTolerations } from '../pod-spec.ts';
import type { AdmissionStep } from './admission-step.ts';

/** A pod after the admission plugins of the API server, and who changed it. */
interface Admitted {
  readonly spec: PodSpec;
  readonly steps: readonly AdmissionStep[];
}

/**
 * What the API server of a cluster with these objects adds to pods when they are created: the overhead and scheduling
 * of their RuntimeClass, the default requests of LimitRanges, and what webhooks of the cloud request. A pod that has
 * them already does not change. Source: kubernetes plugin/pkg/admission/{runtimeclass,limitranger}/admission.go.
 */
export function admissionPlugins(
  manifests: readonly Manifest[],
  { addedRequests }: Pick<Launching, 'addedRequests'>,
): (pod: Pod) => Admitted {
  const classes = new Map(manifests.filter(isRuntimeClass).map((manifest) => [manifest.name, manifest]));
  const defaults = defaultRequests(manifests);
  const limits = limitsByDefault(manifests);
  const added = addedRequests?.(manifests);

  return (pod) => {
    const { runtimeClassName = '' } = pod.spec;
    const runtimeClass = classes.get(runtimeClassName);
    const spec = ofRuntimeClass(pod.spec, runtimeClass);
    const requests = defaults.get(pod.metadata.namespace);
    const limited =
      requests === undefined ? spec : withDefaults(spec, requests, limits.get(pod.metadata.namespace) ?? {});
    const more = added?.({ ...pod, spec: limited });
    const steps: AdmissionStep[] = [];
    if (runtimeClass !== undefined)
      steps.push({ by: `RuntimeClass ${runtimeClassName}`, what: 'adds its overhead and where its pods run' });
    if (limited !== spec && JSON.stringify(requestsOf(limited)) !== JSON.stringify(requestsOf(spec)))
      steps.push({ by: 'LimitRange', what: `sets ${amounts(requests!)} for containers without a request` });
    if (more !== undefined) steps.push({ by: 'A webhook of the cloud', what: `adds ${amounts(more)}` });

    return { spec: withAdded(limited, more), steps };
  };
}

const amounts = (requests: DefaultRequests): string =>
  Object.entries(requests)
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ');

const isRuntimeClass = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'RuntimeClass' && groupOf(apiVersion) === 'node.k8s.io';

function ofRuntimeClass(spec: PodSpec, runtimeClass: Manifest | undefined): PodSpec {
  if (runtimeClass === undefined) return spec;

  const overhead = mapOf(readQuantity)(runtimeClass.get(['overhead', 'podFixed']));
  const nodeSelector = mapOf(readText)(runtimeClass.get(['scheduling', 'nodeSelector']));
  const tolerations = readTolerations(runtimeClass.get(['scheduling', 'tolerations']));

  const has = (toleration: Toleration): boolean =>
    (spec.tolerations ?? []).some((other) => JSON.stringify(other) === JSON.stringify(toleration));

  const missing = tolerations?.filter((toleration) => !has(toleration)) ?? [];

  return {
    ...spec,
    ...(overhead && { overhead }),
    ...(nodeSelector && { nodeSelector: { ...spec.nodeSelector, ...nodeSelector } }),
    ...(missing.length > 0 && { tolerations: [...(spec.tolerations ?? []), ...missing] }),
  };
}

const requestsOf = ({ containers, initContainers = [] }: PodSpec) =>
  [...containers, ...initContainers].map(({ resources }) => resources?.requests ?? {});

function withDefaults(spec: PodSpec, requests: DefaultRequests, limits: DefaultRequests): PodSpec {
  const fill = (container: Container): Container =>
    withLimits(withRequests(container, { ...requests, ...container.resources?.requests }), limits);
  return {
    ...spec,
    containers: spec.containers.map(fill),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(fill) }),
  };
}

function withAdded(spec: PodSpec, added: DefaultRequests | undefined): PodSpec {
  const [first, ...others] = spec.containers;
  if (first === undefined || added === undefined) return spec;
  return { ...spec, containers: [withRequests(first, { ...first.resources?.requests, ...added }), ...others] };
}

const withLimits = (container: Container, limits: DefaultRequests): Container => {
  if (Object.keys(limits).length === 0) return container;
  return { ...container, resources: { ...container.resources, limits: { ...limits, ...container.resources?.limits } } };
};

const withRequests = ({ resources, ...container }: Container, requests: DefaultRequests): Container => ({
  ...container,
  resources: { ...resources, requests },
});
