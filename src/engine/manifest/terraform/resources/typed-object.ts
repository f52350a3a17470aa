import { ownValue } from '../../../text/own-value.ts';
import {
  knownText,
  madeText,
  objectOf,
  scalar,
  type TfEntry,
  type TfObject,
  type TfValue,
} from '../values/tf-value.ts';
import { encodeYaml } from '../values/yaml-text.ts';
import { blockObject } from './block-object.ts';
import { oneText, type ResourceMaker } from './resource-makers.ts';

/** How an argument or block of Terraform's Kubernetes provider becomes a field. */
interface Field {
  /** The name of the field. If it is absent, that of the argument in camel case. */
  readonly name?: string;
  /** Terraform converts numbers and booleans to text, and back, as the provider declares an argument. Default: text, also in maps and lists. */
  readonly type?: 'boolean' | 'number';
  /** The fields of a block. Without them, the value is copied with its keys. */
  readonly fields?: Fields;
  /** Whether the block can be repeated. */
  readonly isList?: true;
  /** The values of fields that the provider sets if they are absent. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** Fields by the names of Terraform. Other arguments do not matter for a review, and the provider itself validates them. */
type Fields = Readonly<Record<string, Field>>;

const plain: Field = {};
const number: Field = { type: 'number' };

/** Arguments with text, or with maps or lists of text. */
const values = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, plain]));
const numbers = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, number]));
const boolean: Field = { type: 'boolean' };
const block = (fields: Fields, defaults?: Field['defaults']): Field => ({ fields, ...(defaults && { defaults }) });
const blocks = (name: string, fields: Fields): Field => ({ name, fields, isList: true });

const metadata = block(values('name', 'generate_name', 'namespace', 'labels', 'annotations'));
const expressions = (name: string): Field => blocks(name, values('key', 'operator', 'values'));
const selector = block({ match_labels: plain, match_expressions: expressions('matchExpressions') });
const nodeTerm: Fields = {
  match_expressions: expressions('matchExpressions'),
  match_fields: expressions('matchFields'),
};
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const podTerm: Fields = { ...values('topology_key', 'namespaces'), label_selector: selector };
const podAffinity = block({
  required_during_scheduling_ignored_during_execution: blocks(required, podTerm),
  preferred_during_scheduling_ignored_during_execution: blocks(preferred, {
    weight: number,
    pod_affinity_term: block(podTerm),
  }),
});
const affinity = block({
  node_affinity: block({
    required_during_scheduling_ignored_during_execution: block({
      node_selector_term: blocks('nodeSelectorTerms', nodeTerm),
    }),
    preferred_during_scheduling_ignored_during_execution: blocks(preferred, {
      weight: number,
      preference: block(nodeTerm),
    }),
  }),
  pod_affinity: podAffinity,
  pod_anti_affinity: podAffinity,
});
/** Old releases of the provider have blocks here, new ones have maps. */
const resources = block({ requests: plain, limits: plain });
const container: Fields = {
  ...values('name', 'image'),
  resources,
  port: blocks('ports', { ...numbers('container_port', 'host_port'), protocol: plain }),
};
const podSpec: Fields = {
  ...values('node_name', 'node_selector', 'priority_class_name', 'restart_policy', 'scheduler_name'),
  host_network: boolean,
  termination_grace_period_seconds: number,
  affinity,
  container: blocks('containers', container),
  init_container: blocks('initContainers', container),
  toleration: blocks('tolerations', { ...values('key', 'operator', 'value', 'effect'), toleration_seconds: number }),
  topology_spread_constraint: blocks('topologySpreadConstraints', {
    ...numbers('max_skew', 'min_domains'),
    ...values('topology_key', 'when_unsatisfiable', 'match_label_keys'),
    ...values('node_affinity_policy', 'node_taints_policy'),
    label_selector: selector,
  }),
  volume: blocks('volumes', { name: plain, persistent_volume_claim: block(values('claim_name')) }),
};
const template = block({ metadata, spec: block(podSpec) });
const jobSpec: Fields = {
  ...numbers('parallelism', 'completions', 'backoff_limit'),
  template: block({ metadata, spec: block(podSpec, { restartPolicy: 'Never' }) }),
};
const claim = block({ ...values('access_modes', 'storage_class_name'), resources });

const workload = (fields: Fields = {}): Fields => ({
  metadata,
  spec: block({ replicas: number, selector, template, ...fields }),
});

/** Kinds by the type of the resource without `kubernetes_` and its version. */
const kinds: Readonly<Record<string, { readonly api: string; readonly kind: string; readonly fields: Fields }>> = {
  deployment: { api: 'apps/v1', kind: 'Deployment', fields: workload() },
  stateful_set: {
    api: 'apps/v1',
    kind: 'StatefulSet',
    fields: workload({
      ...values('service_name', 'pod_management_policy'),
      volume_claim_template: blocks('volumeClaimTemplates', { metadata, spec: claim }),
    }),
  },
  daemonset: { api: 'apps/v1', kind: 'DaemonSet', fields: workload() },
  daemon_set: { api: 'apps/v1', kind: 'DaemonSet', fields: workload() },
  job: { api: 'batch/v1', kind: 'Job', fields: { metadata, spec: block(jobSpec) } },
  cron_job: {
    api: 'batch/v1',
    kind: 'CronJob',
    fields: {
      metadata,
      spec: block({ schedule: plain, suspend: boolean, job_template: block({ metadata, spec: block(jobSpec) }) }),
    },
  },
  pod: { api: 'v1', kind: 'Pod', fields: { metadata, spec: block(podSpec) } },
  pod_disruption_budget: {
    api: 'policy/v1',
    kind: 'PodDisruptionBudget',
    fields: { metadata, spec: block({ min_available: number, max_unavailable: number, selector }) },
  },
  horizontal_pod_autoscaler: {
    api: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    fields: {
      metadata,
      spec: block({
        ...numbers('min_replicas', 'max_replicas'),
        // Kubernetes used to accept a reference without a group, and some modules still have none.
        scale_target_ref: block(values('api_version', 'kind', 'name'), { apiVersion: 'apps/v1' }),
      }),
    },
  },
  persistent_volume_claim: { api: 'v1', kind: 'PersistentVolumeClaim', fields: { metadata, spec: claim } },
  priority_class: {
    api: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    fields: { metadata, value: number, global_default: boolean, preemption_policy: plain },
  },
  namespace: { api: 'v1', kind: 'Namespace', fields: { metadata } },
  resource_quota: {
    api: 'v1',
    kind: 'ResourceQuota',
    fields: {
      metadata,
      spec: block({
        ...values('hard', 'scopes'),
        scope_selector: block({
          match_expression: blocks('matchExpressions', values('scope_name', 'operator', 'values')),
        }),
      }),
    },
  },
  limit_range: {
    api: 'v1',
    kind: 'LimitRange',
    fields: {
      metadata,
      spec: block({
        limit: blocks('limits', { ...values('type', 'default', 'max', 'min'), default_request: plain }),
      }),
    },
  },
  storage_class: {
    api: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    fields: {
      metadata,
      storage_provisioner: { name: 'provisioner' },
      ...values('reclaim_policy', 'volume_binding_mode', 'parameters'),
    },
  },
};

const versions = ['', '_v1', '_v2', '_v2beta2'];

/** Resources for one kind each, such as `kubernetes_deployment_v1`, as the objects that they create. */
export const typedResources: Readonly<Record<string, ResourceMaker>> = Object.fromEntries(
  Object.entries(kinds).flatMap(([type, { api, kind, fields }]) =>
    versions.map((version) => [
      `resource.kubernetes_${type}${version}`,
      oneText((instance) => {
        const object = converted(blockObject(instance), fields);
        const at = instance.block.head;
        const text = (value: string): TfEntry => ({ value: madeText(value, at) });
        const entries = [...object.entries].filter(([name]) => name !== 'kind');

        return encodeYaml(
          objectOf([['apiVersion', text(api)], ['kind', text(kind)], ...entries] as const, at, object.isPartial),
        );
      }),
    ]),
  ),
);

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function converted({ entries, at, isPartial }: TfObject, fields: Fields, defaults: Field['defaults'] = {}): TfObject {
  const pairs = [...entries].flatMap(([key, entry]): [string, TfEntry][] => {
    const field = ownValue(fields, key);
    const value = field && fieldValue(entry.value, field);
    if (!value) return [];
    const name = field.name ?? camelCase(key);
    const place = entry.key?.at ?? entry.value.at;
    return [[name, { value, key: { text: name, at: place, form: 'made' } }]];
  });

  const names = new Set(pairs.map(([name]) => name));
  const added = Object.entries(defaults)
    .filter(([name]) => !names.has(name))
    .map(([name, text]): [string, TfEntry] => [name, { value: madeText(text, at) }]);

  return objectOf([...pairs, ...added], at, isPartial);
}

/** The value of a field. Undefined for null, which means that it is not set. */
function fieldValue(value: TfValue, { fields, isList, type, defaults }: Field): TfValue | undefined {
  if (value.kind === 'scalar' && value.value === null) return undefined;
  if (type === 'number') return asNumber(value);
  if (type === 'boolean') return asBoolean(value);
  if (!fields) return asTexts(onlyBlock(value));

  const items = value.kind === 'list' ? value.items : [value];
  const values = items.map((item) => {
    if (item.kind === 'object') return converted(item, fields, defaults);
    return item;
  });

  if (isList) return { kind: 'list', items: values, at: value.at };
  return values[0];
}

/** A map that an old release of the provider has as a block. */
const onlyBlock = (value: TfValue): TfValue => {
  if (value.kind === 'list' && value.items.length === 1 && value.items[0]!.kind === 'object') return value.items[0]!;

  return value;
};

/** Values that are numbers or booleans as text, in maps and lists too. */
function asTexts(value: TfValue): TfValue {
  if (value.kind === 'scalar') {
    if (value.value === null) return value;
    return madeText(String(value.value), value.at);
  }
  if (value.kind === 'list') return { ...value, items: value.items.map(asTexts) };
  if (value.kind !== 'object') return value;
  const entries = [...value.entries].map(([key, entry]) => [key, { ...entry, value: asTexts(entry.value) }] as const);
  return objectOf(entries, value.at, value.isPartial);
}

function asBoolean(value: TfValue): TfValue {
  const text = knownText(value);
  if (text === 'true' || text === 'false') return scalar(text === 'true', value.at);
  return value;
}

function asNumber(value: TfValue): TfValue {
  const text = knownText(value);
  if (text !== undefined && /^\d{1,9}$/.test(text)) return scalar(Number(text), value.at);
  return value;
}
