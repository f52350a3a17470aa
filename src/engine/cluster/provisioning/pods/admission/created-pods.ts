import type { PodSpec } from '../../../../karpenter/api/pod.ts';
import type { Launching } from '../../../../karpenter/cloud-provider/cloud-provider.ts';
import type { Manifest, Mapping } from '../../../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../../../manifest/model/manifest.ts';
import { concerns, patched } from '../../../../manifest/pod-policies/patched-pod.ts';
import type { PodPolicy } from '../../../../manifest/pod-policies/pod-policy.ts';
import { podPolicies } from '../../../../manifest/pod-policies/policies.ts';
import { mapOf, readText } from '../../input/value-reader.ts';
import { workloadKey } from '../owner-references.ts';
import { defaultDaemonSpec, defaultPodSpec } from '../pod-defaults.ts';
import { readPodSpec } from '../pod-spec.ts';
import { admissionPlugins } from './admission-plugins.ts';
import type { AdmissionStep } from './admission-step.ts';
import { type InjectedContainer, injectedContainers, type Marks } from './injected-containers.ts';
import { type AutoscaledSpec, autoscaled, verticalAutoscalers } from './vertical-autoscaler.ts';

/** A pod template, and what creates pods of it. */
export interface PodTemplate {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly isDaemon: boolean;
  readonly metadata: Mapping;
  readonly spec: Mapping;
}

/** The pod that a cluster makes of a template. */
export interface CreatedPod extends Marks {
  /** As written, with the defaults of the API server. A CapacityBuffer keeps room for such pods. */
  readonly template: PodSpec;
  /** As it is once it is created. */
  readonly spec: PodSpec;
  /** Who changed it, in the order of the API server. */
  readonly steps: readonly AdmissionStep[];
  readonly injected: readonly InjectedContainer[];
  /** What a VerticalPodAutoscaler makes of its requests; undefined if there is none. */
  readonly autoscaled: (Pick<AutoscaledSpec, 'certainty' | 'raised'> & { readonly by: Manifest }) | undefined;
}

/** Creates the pod of a template. */
export type PodCreation = (template: PodTemplate) => CreatedPod;

const readTexts = mapOf(readText);

/**
 * The one way from a template to a pod, in the API server's order: policies of the cluster, webhooks, and once more the plugins of the API
 * server, which run again after webhooks. ResourceQuotas are last and concern all pods of a namespace (`namespace-quotas.ts`).
 * Source: kubernetes pkg/kubeapiserver/options/plugins.go AllOrderedPlugins, docs "reinvocation policy".
 */
export function podCreation(manifests: readonly Manifest[], launching: Pick<Launching, 'addedRequests'>): PodCreation {
  const { plain } = podPolicies(manifests);
  const scalers = verticalAutoscalers(manifests);
  const namespaces = namespaceMarks(manifests);
  const plugins = admissionPlugins(manifests, launching);

  return (template) => {
    const { namespace, name, kind, isDaemon } = template;
    const ofNamespace = namespaces.get(namespace) ?? noMarks;
    const { pod, steps: ofPolicies } = withPolicies(template, plain, ofNamespace);
    const { labels, annotations } = marksOf(mappingOrEmpty(pod.metadata));
    const written = readPodSpec(mappingOrEmpty(pod.spec)) ?? { containers: [] };

    const injected = injectedContainers({
      labels,
      annotations,
      namespace,
      ofNamespace,
      isHostNetwork: written.hostNetwork === true,
      written: new Set(written.containers.map((container) => container.name)),
    });

    const complete = { ...written, containers: [...written.containers, ...injected.map(({ container }) => container)] };
    const scaler = scalers.get(workloadKey(kind, namespace, name));
    const filled = isDaemon ? defaultDaemonSpec(complete) : defaultPodSpec(complete);
    const scaled = scaler && autoscaled(filled, scaler);
    const admitted = plugins({ metadata: { name, namespace, labels }, spec: scaled?.spec ?? filled });

    return {
      labels,
      annotations,
      injected,
      template: filled,
      spec: admitted.spec,
      steps: [
        ...ofPolicies,
        ...injected.map(injectionStep),
        ...(scaler === undefined ? [] : [autoscalerStep(scaler)]),
        ...admitted.steps,
      ],
      autoscaled: scaler && scaled && { by: scaler, certainty: scaled.certainty, raised: scaled.raised },
    };
  };
}

const noMarks: Marks = { labels: {}, annotations: {} };

const marksOf = (metadata: Mapping): Marks => ({
  labels: readTexts(metadata.labels) ?? {},
  annotations: readTexts(metadata.annotations) ?? {},
});

/** Namespace → its labels and annotations, as far as files show them. */
const namespaceMarks = (manifests: readonly Manifest[]): ReadonlyMap<string, Marks> =>
  new Map(
    manifests
      .filter(({ kind, apiVersion }) => kind === 'Namespace' && apiVersion === 'v1')
      .map(({ name, object }) => [name, marksOf(mappingOrEmpty(object.metadata))]),
  );

interface Patched {
  readonly pod: Mapping;
  readonly steps: readonly AdmissionStep[];
}

function withPolicies(template: PodTemplate, policies: readonly PodPolicy[], { labels }: Marks): Patched {
  const { name, namespace, metadata, spec } = template;
  let pod: Mapping = { metadata, spec };
  const steps: AdmissionStep[] = [];
  for (const policy of policies) {
    if (!concerns(policy, pod, { name, namespace, namespaceLabels: labels })) continue;

    const next = patched(pod, policy.patch);
    if (next === undefined || JSON.stringify(next) === JSON.stringify(pod)) continue;

    pod = next;
    steps.push({ by: policy.name, what: `changes ${changedFields(policy)}` });
  }

  return { pod, steps };
}

/** The fields of a pod that a policy sets, for people. */
function changedFields({ patch }: PodPolicy): string {
  const fields =
    patch.kind === 'merge'
      ? [patch.value.metadata, patch.value.spec].flatMap((part) => Object.keys(mappingOrEmpty(part)))
      : patch.operations.map(({ path }) => path.split('/').slice(2, 3).join());
  return [...new Set(fields.map((field) => `\`${field.replace(/^[+]?\(|\)$/g, '')}\``))].join(', ');
}

const injectionStep = ({ container, because, requests }: InjectedContainer): AdmissionStep => {
  const amounts = Object.entries(container.resources?.requests ?? {}).map(([name, amount]) => `${name} ${amount}`);
  const sources = { annotations: ', by annotations', defaults: ', by default', unknown: '' };
  const asked = amounts.length === 0 ? 'whose requests are unknown' : `with ${amounts.join(', ')}${sources[requests]}`;
  return { by: 'A webhook', what: `adds the container \`${container.name}\` ${asked}: ${because}` };
};

const autoscalerStep = ({ name }: Manifest): AdmissionStep => ({
  by: `VerticalPodAutoscaler ${name}`,
  what: 'sets the requests, within its bounds',
});
