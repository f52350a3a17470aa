import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, asText, groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { applicationSources } from '../../manifest/objects/objects-in-values.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { selects } from '../api/label-selector.ts';
import { namespaceOf, selectorOf } from '../workloads/workload-fields.ts';
import { helmReleasesOf, namespaceOfRelease } from './helm-releases.ts';

/** Pods that NetworkPolicies may select. */
export interface PolicedPods {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The labels that the chart of Karpenter gives to the pods of its controller. */
export const controllerLabels = { 'app.kubernetes.io/name': 'karpenter', 'app.kubernetes.io/instance': 'karpenter' };

/** The namespaces in which the files install Karpenter; its usual one if they do not install it. One that is unknown is left out. */
export function controllerNamespaces(all: ManifestSet): readonly string[] {
  const releases = helmReleasesOf(all).map(({ manifest }) => manifest);
  const installing = [...releases, ...all.manifests.filter(appliesFolder)].filter(({ kind }) => installers.has(kind));
  if (installing.length === 0) return ['karpenter'];

  const namespaces = installing.flatMap((manifest) => namespaceOfRelease(manifest) ?? []);
  return [...new Set(namespaces)].sort();
}

const installers: ReadonlySet<string> = new Set(['Application', 'HelmRelease']);

/** Whether an Application applies a folder that is named after Karpenter, such as a chart of one's own. */
const appliesFolder = (manifest: Manifest): boolean =>
  manifest.kind === 'Application' &&
  [['spec', 'source'], ...applicationSources(manifest.object)].some((source) =>
    asText(manifest.get([...source, 'path']))?.includes('karpenter'),
  );

/** A NetworkPolicy that restricts egress. */
export const isEgressPolicy = (manifest: Manifest): boolean =>
  manifest.kind === 'NetworkPolicy' &&
  groupOf(manifest.apiVersion) === 'networking.k8s.io' &&
  !manifest.isPartial &&
  (manifest.get(['spec', 'egress']) !== undefined ||
    asList(manifest.get(['spec', 'policyTypes'])).some((type) => type === 'Egress'));

/** Whether a policy selects some pods, or may. */
export function mayApplyTo(policy: Manifest, { namespace, labels }: PolicedPods): boolean {
  if (namespaceOf(policy) !== namespace) return false;
  const selector = asMapping(policy.get(['spec', 'podSelector']));
  const isForAll = selector === undefined || Object.keys(selector).length === 0;
  return isForAll || isUnknownPolicy(policy) || selects(selectorOf(policy, ['spec', 'podSelector']), labels);
}

/** Whether a part of a policy is decided elsewhere. */
export const isUnknownPolicy = (policy: Manifest): boolean => holdsPlaceholder(policy.get(['spec']) ?? null);

/** Policies that are not compared, and may allow what a NetworkPolicy does not. */
export const hasOtherPolicies = ({ manifests }: ManifestSet): boolean =>
  manifests.some(({ kind, apiVersion }) => /NetworkPolicy$/.test(kind) && groupOf(apiVersion) !== 'networking.k8s.io');
