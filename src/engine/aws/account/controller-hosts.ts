import { readTaints, readTolerations } from '../../cluster/provisioning/pods/pod-spec.ts';
import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { Taint, Toleration } from '../../karpenter/api/pod.ts';
import { formatResource, parseResource } from '../../karpenter/api/quantity.ts';
import type { Catalog, InstanceType } from '../../karpenter/cloud-provider/catalog.ts';
import { type HelmRelease, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import { untolerated } from '../../karpenter/scheduling/taints.ts';
import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import {
  mayHaveMoreTerms,
  type NodeExpression,
  requiredNodeTerms,
} from '../../rules/lint/fields/required-node-affinity.ts';
import { isKnown } from '../../text/evidence.ts';
import { ownValue } from '../../text/own-value.ts';
import { karpenterController } from '../cluster/documented-pods.ts';
import { isEksctl } from './account-place.ts';

/** A group of nodes that Karpenter does not launch. */
export interface ControllerHost {
  readonly manifest: Manifest;
  readonly name: string;
  /** Where it is written, if that is not the whole object. */
  readonly path: Path;
  readonly taints: readonly Taint[];
  /** Undefined if some are unknown. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** Undefined if some are unknown. */
  readonly instanceTypes: readonly string[] | undefined;
  /** Whether the files ask for no nodes, and set their number. */
  readonly isEmpty: boolean;
  /** Whether all of its nodes are spot instances; undefined if that is unknown. */
  readonly isSpot: boolean | undefined;
}

/** The node groups that the files of a cluster show, of Terraform and eksctl. */
export const nodeGroupsOf = (cluster: ObjectCluster): readonly ControllerHost[] => [
  ...cluster.ofKind('ManagedNodeGroup').map((manifest) => ({
    manifest,
    name: manifest.name,
    path: ['spec'],
    taints: asList(manifest.get(['spec', 'taints'])).flatMap(managedTaint),
    labels: labelsIn(manifest.get(['spec', 'labels'])),
    instanceTypes: typesIn(manifest.get(['spec', 'instanceTypes']) ?? manifest.get(['spec', 'instanceType'])),
    isEmpty: manifest.get(['spec', 'count']) === 0 && manifest.get(['spec', 'ignoresCount']) !== true,
    isSpot: isManagedOnSpot(manifest.get(['spec', 'capacityType'])),
  })),
  ...cluster.manifests.filter(isEksctl).flatMap(eksctlGroups),
];

/** On-demand is the default. Source: `capacityType` of https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html. */
function isManagedOnSpot(capacityType: Value | undefined): boolean | undefined {
  if (capacityType !== undefined && holdsPlaceholder(capacityType)) return undefined;
  return capacityType === 'SPOT';
}

/** The node groups of a configuration of eksctl. */
export function eksctlGroups(config: Manifest): ControllerHost[] {
  return ['managedNodeGroups', 'nodeGroups'].flatMap((list) =>
    asList(config.get([list])).map((item, index) => {
      const group = asMapping(item);
      return {
        manifest: config,
        name: asText(group?.name) ?? '',
        path: [list, index],
        taints: readTaints(group?.taints) ?? [],
        labels: labelsIn(group?.labels),
        instanceTypes: typesIn(group?.instanceTypes ?? group?.instanceType),
        // eksctl sets the number of nodes only once.
        isEmpty: false,
        isSpot: list === 'nodeGroups' && group?.instancesDistribution !== undefined ? undefined : group?.spot === true,
      };
    }),
  );
}

/** The names of instance types in a list or a text; undefined if there is none, or if one is unknown. */
function typesIn(value: Value | undefined): readonly string[] | undefined {
  const names = Array.isArray(value) ? value : [value];
  const texts = names.filter((name) => typeof name === 'string' && !hasPlaceholder(name));
  if (texts.length === 0 || texts.length < names.length) return undefined;
  return texts;
}

const managedEffects: Readonly<Record<string, string>> = { NO_SCHEDULE: 'NoSchedule', NO_EXECUTE: 'NoExecute' };

function managedTaint(value: Value): readonly Taint[] {
  const { key, value: text, effect } = asMapping(value) ?? {};
  const taintEffect = ownValue(managedEffects, asText(effect) ?? '');
  if (typeof key !== 'string' || taintEffect === undefined || holdsPlaceholder([value])) return [];
  return [{ key, value: asText(text) ?? '', effect: taintEffect }];
}

function labelsIn(value: Value | undefined): ControllerHost['labels'] {
  if (value === undefined || value === null) return {};
  const labels = asMapping(value);
  if (!labels || holdsPlaceholder([labels])) return undefined;
  return Object.fromEntries(Object.entries(labels).map(([key, text]) => [key, asText(text) ?? '']));
}

/** Where Karpenter's controller may run, by the values of its chart and the chart's defaults. */
interface ControllerPlacement {
  readonly tolerations: readonly Toleration[];
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** The terms of required node affinity, of which one has to match. Empty if the values have none. */
  readonly terms: readonly (readonly NodeExpression[])[];
  /** What the controller requests, as far as it is known: amounts in the units of `Resources`. */
  readonly requests: ReadonlyMap<string, number>;
}

/** Where the controller of a release may run; undefined if a part of that is unknown, or if it may run on nodes that Karpenter launches. */
export function controllerPlacement(release: HelmRelease): ControllerPlacement | undefined {
  const { manifest, values } = release;
  const tolerations = tolerationsOf(release);
  const selector = releaseValue(release, 'nodeSelector');
  const affinity = [...values, 'affinity'];
  const written = releaseValue(release, 'affinity');
  const isAffinityUnknown = !isKnown(written) || written.value === null || mayHaveMoreTerms(manifest, affinity);
  if (tolerations === undefined || !isKnown(selector) || isAffinityUnknown) return undefined;

  const nodeSelector = labelsIn(selector.value);
  const terms = requiredNodeTerms(manifest, affinity).map(({ expressions }) => expressions);
  if (
    nodeSelector === undefined ||
    terms.flat().some(({ key, values: texts }) => hasPlaceholder(key) || texts.some(hasPlaceholder))
  )
    return undefined;

  // Affinity without terms, such as that between pods, leaves those of the chart.
  if (!terms.every((term) => term.some(isOffOwnNodes))) return undefined;

  return { tolerations, nodeSelector, terms, requests: requestsOf(release) };
}

const isOffOwnNodes = ({ key, operator }: NodeExpression): boolean =>
  key === 'karpenter.sh/nodepool' && operator === 'DoesNotExist';

/** A list in the values replaces the default of the chart. */
function tolerationsOf(release: HelmRelease): readonly Toleration[] | undefined {
  const written = releaseValue(release, 'tolerations');
  if (!isKnown(written)) return undefined;
  if (written.value === undefined) return karpenterController.tolerations;
  if (written.value === null) return [];
  if (holdsPlaceholder([written.value])) return undefined;
  return readTolerations(written.value);
}

/** What the values request for the controller. A limit without a request is also the request. The chart requests nothing by itself since 0.27. */
function requestsOf(release: HelmRelease): ReadonlyMap<string, number> {
  const written = releaseValue(release, 'controller', 'resources');
  const { requests, limits } = (isKnown(written) && asMapping(written.value)) || {};
  const amounts = new Map<string, number>();

  for (const [name, text] of Object.entries({ ...asMapping(limits), ...asMapping(requests) })) {
    const amount = parseResource(name, asText(text) ?? '');
    if (amount !== undefined) amounts.set(name, amount);
  }

  return amounts;
}

/** Why a group cannot run the controller. */
export interface Misfit {
  readonly group: ControllerHost;
  /** The taint that the controller does not tolerate. */
  readonly taint?: Taint;
  /** The label that the controller requires, as `key=value` or a key. */
  readonly label?: string;
  /** Whether the group may have the label from elsewhere, such as its user data. */
  readonly isLabelUnlisted?: boolean;
  /** The resource of which every instance type of the group has too little. */
  readonly shortOf?: Shortage;
  /** A label of the group that the controller must not find on its node. */
  readonly forbidden?: string;
  /** The group could run the controller, and has no nodes. */
  readonly isEmpty?: true;
}

/** A request that the largest instance type of a group cannot hold, as amounts for people. */
interface Shortage {
  readonly resource: 'cpu' | 'memory';
  readonly requested: string;
  readonly instanceType: string;
  readonly has: string;
}

/** Why a group cannot run the controller; undefined if it can, or may. */
export function misfitOf(
  group: ControllerHost,
  placement: ControllerPlacement,
  catalog: Catalog | null,
): Misfit | undefined {
  const [taint] = untolerated(
    group.taints.filter(({ effect }) => effect !== 'PreferNoSchedule'),
    placement.tolerations,
  );
  if (taint) return { group, taint };

  // The affinity of the chart keeps the controller off nodes with this label, and terms of one's own have to do so as well.
  const ofKarpenter = 'karpenter.sh/nodepool';
  if (group.labels !== undefined && Object.hasOwn(group.labels, ofKarpenter)) return { group, forbidden: ofKarpenter };

  const selected = Object.entries(placement.nodeSelector).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
  }));
  const misfits = selected.flatMap((expression) => labelMisfit(group, expression) ?? []);
  if (misfits[0]) return misfits[0];

  const ofTerms = placement.terms.map((term) => term.flatMap((expression) => labelMisfit(group, expression) ?? [])[0]);
  if (ofTerms.length > 0 && !ofTerms.includes(undefined)) return ofTerms[0];

  const shortOf = shortageOf(group, placement, catalog);
  if (shortOf) return { group, shortOf };
  if (group.isEmpty) return { group, isEmpty: true };
  return undefined;
}

/** What every instance type of a group lacks. The kubelet keeps a part of a node, so a request of the whole node does not fit. */
function shortageOf(
  { instanceTypes }: ControllerHost,
  { requests }: ControllerPlacement,
  catalog: Catalog | null,
): Shortage | undefined {
  const types = instanceTypes?.map((name) => catalog?.type(name)) ?? [];
  if (types.length === 0 || types.includes(undefined)) return undefined;

  for (const resource of ['cpu', 'memory'] as const) {
    const sizeOf = ({ vcpus, memoryMib }: InstanceType): number => {
      if (resource === 'cpu') return vcpus * 1000;
      return memoryMib * 1024 * 1024;
    };
    const requested = requests.get(resource) ?? 0;
    const largest = types
      .map((type) => type!)
      .reduce((a, b) => {
        if (sizeOf(b) > sizeOf(a)) return b;
        return a;
      });
    if (requested < sizeOf(largest)) continue;

    return {
      resource,
      requested: formatResource(resource, requested),
      instanceType: largest.name,
      has: formatResource(resource, sizeOf(largest)),
    };
  }

  return undefined;
}

/** Labels that nodes have without being listed: those of Kubernetes, of AWS and of the cloud provider. */
const isUnlistedLabel = (key: string): boolean =>
  /(?:^|\.)(?:kubernetes\.io|k8s\.io|k8s\.aws|amazonaws\.com|eksctl\.io)\//.test(key);

function labelMisfit(group: ControllerHost, expression: Omit<NodeExpression, 'path'>): Misfit | undefined {
  const { key, operator, values } = expression;
  if (group.labels === undefined || isUnlistedLabel(key) || !['In', 'Exists'].includes(operator)) return undefined;

  const label = operator === 'In' && values.length === 1 ? `${key}=${values[0]}` : key;
  const value = ownValue(group.labels, key);
  // Karpenter's labels are only on nodes that it launches.
  if (value === undefined) return { group, label, isLabelUnlisted: !key.startsWith('karpenter.sh/') };
  if (operator === 'Exists' || values.includes(value)) return undefined;

  return { group, label };
}
