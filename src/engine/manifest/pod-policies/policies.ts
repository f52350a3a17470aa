import { parse } from 'yaml';
import { optional } from '../../text/list-if.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  type Value,
} from '../model/manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';
import { celLiteral } from './cel-literal.ts';
import { celConditions, kyvernoConditions } from './pod-conditions.ts';
import {
  everyPod,
  type PatchOperation,
  type PodMatch,
  type PodPatch,
  type PodPolicy,
  type ReadPolicies,
} from './pod-policy.ts';

/** What the policies in some manifests do to pods. */
interface PodPolicies {
  /** In the order in which the API server applies them: its own policies, then those of webhooks, each by name. */
  readonly plain: readonly PodPolicy[];
  /** Objects that change pods in a way that is not read. */
  readonly unknown: readonly Manifest[];
}

/** The policies that change pods when they are created: MutatingAdmissionPolicies with a binding, and mutate rules of Kyverno. */
export function podPolicies(manifests: readonly Manifest[]): PodPolicies {
  const bindings = manifests.filter(({ kind }) => kind === 'MutatingAdmissionPolicyBinding');
  const read = manifests
    .filter((manifest) => mutates(manifest))
    .map((manifest) => ({
      manifest,
      read: readPolicies(
        manifest.object,
        bindings.map(({ object }) => object),
      ),
    }))
    .toSorted((a, b) => order(a.manifest) - order(b.manifest) || compare(a.manifest.name, b.manifest.name));

  return {
    plain: read.flatMap(({ manifest, read: { plain } }) =>
      plain.map((policy) => ({ ...policy, manifest, name: `${manifest.kind} ${manifest.name}` })),
    ),
    unknown: read.filter(({ read: { isPartlyUnknown } }) => isPartlyUnknown).map(({ manifest }) => manifest),
  };
}

const compare = (a: string, b: string): number => {
  if (a < b) return -1;
  return Number(a > b);
};
const order = ({ kind }: Manifest): number => {
  if (kind === 'MutatingAdmissionPolicy') return 0;
  return 1;
};

const mutates = ({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean => {
  if (kind === 'MutatingAdmissionPolicy') return groupOf(apiVersion) === 'admissionregistration.k8s.io';
  return (kind === 'ClusterPolicy' || kind === 'Policy') && groupOf(apiVersion) === 'kyverno.io';
};

/** Whether every change of pods that an object makes is read. False for an object that is no such policy. */
export const isPlainPolicy = ({ apiVersion, kind, ...object }: Mapping): boolean =>
  typeof apiVersion === 'string' &&
  typeof kind === 'string' &&
  mutates({ apiVersion, kind }) &&
  !readPolicies({ apiVersion, kind, ...object }).isPartlyUnknown;

/** Reads a policy. Without `bindings`, every one is taken as bound. */
function readPolicies(object: Mapping, bindings?: readonly Mapping[]): ReadPolicies {
  if (object.kind === 'MutatingAdmissionPolicy') return admissionPolicy(object, bindings);

  const namespace = object.kind === 'Policy' ? (asText(asMapping(object.metadata)?.namespace) ?? 'default') : undefined;
  const rules = asList(asMapping(object.spec)?.rules).filter(isObject);
  const read = rules.filter(({ mutate }) => mutate !== undefined).map((rule) => kyvernoRule(rule, namespace));

  return {
    plain: read.filter((rule) => rule !== undefined && rule !== 'not about pods'),
    isPartlyUnknown: read.includes(undefined),
  };
}

type PlainPolicy = ReadPolicies['plain'][number];

/**
 * A rule of Kyverno (kyverno.io/docs/policy-types/cluster-policy/mutate). Undefined if it depends on anything but the pod and its
 * namespace.
 */
function kyvernoRule(rule: Mapping, namespace: string | undefined): PlainPolicy | 'not about pods' | undefined {
  const { match, exclude, preconditions, context, mutate } = rule;
  const matches = kyvernoMatches(match, namespace);
  if (matches === 'not about pods') return matches;

  const excludes = exclude === undefined ? [] : kyvernoMatches(exclude, undefined);
  const { patchStrategicMerge, patchesJson6902, ...others } = asMapping(mutate) ?? {};
  const conditions = kyvernoConditions(preconditions);
  const isOther = conditions === undefined || context !== undefined || Object.keys(others).length > 0;
  if (isOther || matches === undefined || excludes === undefined) return undefined;

  const patch = patchStrategicMerge === undefined ? operationsOf(patchesJson6902) : mergeOf(patchStrategicMerge);
  return patch && { matches, excludes: excludes === 'not about pods' ? [] : excludes, conditions, patch };
}

/** Kinds whose pods a rule about Pods changes as well, because Kyverno writes rules for them. */
const isPodKind = (kind: string): boolean => /^(?:\*|v1)?\/?Pod$/.test(kind) || kind === '*';

/** Which pods a rule of Kyverno is about, or is not; undefined if it depends on anything but the pod and its namespace. */
export function kyvernoMatches(
  match: Value | undefined,
  namespace: string | undefined,
): readonly PodMatch[] | 'not about pods' | undefined {
  const { any, all, ...direct } = asMapping(match) ?? {};
  const filters = any ?? all;
  const entries = filters === undefined ? [direct] : asList(filters).filter(isObject);
  if (all !== undefined && entries.length > 1) return undefined;

  const read = entries.map((entry) => kyvernoMatch(entry, namespace));
  if (read.includes(undefined)) return undefined;

  const matches = read.filter((match): match is PodMatch => typeof match === 'object');
  if (matches.length === 0) return 'not about pods';
  return matches;
}

function kyvernoMatch(entry: Mapping, namespace: string | undefined): PodMatch | 'not about pods' | undefined {
  const { resources, ...subjects } = entry;
  const { kinds, namespaces, names, name, selector, namespaceSelector, operations, ...others } =
    asMapping(resources) ?? {};
  const named = asList(kinds).flatMap((kind) => asText(kind) ?? []);
  // A rule about Deployments changes their templates, which is another path.
  if (named.length > 0 && !named.some(isPodKind)) {
    if (named.some((kind) => /^(?:apps\/v1\/)?(?:Deployment|StatefulSet|DaemonSet|Job|CronJob|ReplicaSet)$/.test(kind)))
      return undefined;

    return 'not about pods';
  }

  const when = asList(operations);
  if (when.length > 0 && !when.includes('CREATE')) return 'not about pods';

  const labels = plainLabels(selector);
  const namespaceLabels = plainLabels(namespaceSelector);
  const patterns = [...asList(namespaces), ...asList(names), name ?? ''].map((value) => asText(value) ?? '');

  if (Object.keys({ ...subjects, ...others }).length > 0 || labels === undefined || namespaceLabels === undefined)
    return undefined;
  if (patterns.some((text) => hasPlaceholder(text) || text.includes('{{'))) return undefined;

  const within = asList(namespaces).map((value) => asText(value) ?? '');
  const podNames = [...asList(names), ...optional(name)].map((value) => asText(value) ?? '');

  return {
    namespaces: namespace === undefined ? listed(within) : [namespace],
    names: listed(podNames),
    labels,
    namespaceLabels,
  };
}

const listed = (texts: readonly string[]): readonly string[] | undefined => {
  if (texts.length === 0) return undefined;
  return texts;
};

/** The labels of a selector that has nothing else; undefined for any other one. */
function plainLabels(selector: Value | undefined): Readonly<Record<string, string>> | undefined {
  if (selector === undefined) return {};

  const { matchLabels, ...others } = asMapping(selector) ?? {};
  const expressions = asList(others.matchExpressions);
  if (expressions.length > 0 || Object.keys(others).some((key) => key !== 'matchExpressions')) return undefined;

  const entries = Object.entries(asMapping(matchLabels) ?? {}).map(
    ([key, value]) => [key, asText(value) ?? ''] as const,
  );
  if (entries.some(([key, value]) => /[*?]|\{\{/.test(`${key}${value}`))) return undefined;
  return Object.fromEntries(entries);
}

/** A merge that contains no variables. Conditions of Kyverno in keys are read when it is applied. */
const mergeOf = (value: Value): PodPatch | undefined => {
  if (isObject(value) && isPlain(value)) return { kind: 'merge', value };
  return undefined;
};

const anchor = /^([+<=^X]?)\((.+)\)$/;

/** Whether a patch has no variables, and no anchors but `+(field)` and `(name): "*"`. */
function isPlain(value: Value): boolean {
  if (typeof value === 'string') return !value.includes('{{') && !hasPlaceholder(value);
  if (Array.isArray(value)) return value.every((item) => isPlain(item as Value));
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, inner]) => {
    const [, sign, field] = anchor.exec(key) ?? [];
    if (sign === undefined) return isPlain(inner);
    if (sign === '+') return isPlain(inner);
    return sign === '' && field === 'name' && (inner === '*' || inner === '?*');
  });
}

function operationsOf(value: Value | undefined): PodPatch | undefined {
  const list = typeof value === 'string' ? readOperations(value) : asList(value);
  const operations = list?.map((item): PatchOperation | undefined => {
    const { op, path, value: content } = asMapping(item) ?? {};
    const [name, at] = [asText(op), asText(path)];
    const isRead =
      (name === 'add' || name === 'replace') && at !== undefined && (content === undefined || isPlain(content));
    if (isRead) return { op: name, path: at, value: content };
    return undefined;
  });

  if (operations === undefined || operations.length === 0 || operations.includes(undefined)) return undefined;

  return { kind: 'operations', operations: operations as readonly PatchOperation[] };
}

/** How many aliases a text may resolve. Operations have none. */
const maxAliasCount = 10;

/** Operations written as text: a list in YAML. */
function readOperations(text: string): readonly Value[] | undefined {
  try {
    const read: unknown = parse(text, { maxAliasCount, logLevel: 'error' });
    if (Array.isArray(read)) return read as readonly Value[];
    return undefined;
  } catch {
    return undefined;
  }
}

/** Source: kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy. */
function admissionPolicy({ metadata, spec }: Mapping, bindings: readonly Mapping[] | undefined): ReadPolicies {
  const { matchConstraints, mutations, variables, matchConditions, paramKind } = asMapping(spec) ?? {};
  const rules = asList(asMapping(matchConstraints)?.resourceRules).filter(isObject);

  const isOfPods = rules.some(({ resources, operations }) => {
    const [names, when] = [asList(resources), asList(operations)];
    return names.some((name) => name === 'pods' || name === '*') && (when.includes('CREATE') || when.includes('*'));
  });

  const name = asText(asMapping(metadata)?.name) ?? '';
  const policyBindings = bindings?.filter((binding) => asText(asMapping(binding.spec)?.policyName) === name);
  if (!isOfPods) return { plain: [], isPartlyUnknown: false };
  // Its binding may be in another repository.
  if (policyBindings?.length === 0) return { plain: [], isPartlyUnknown: true };

  const conditions = celConditions(matchConditions);
  const isConditional = asList(variables).length > 0 || paramKind !== undefined;
  const { resourceRules: _, matchPolicy: __, ...constraints } = asMapping(matchConstraints) ?? {};

  const places =
    policyBindings === undefined
      ? [everyPod]
      : policyBindings.map((binding) => placesOf(asMapping(asMapping(binding.spec)?.matchResources) ?? {}));

  const within = placesOf(constraints);
  const patches = asList(mutations).map(mutationOf);
  const isRead = within !== undefined && !places.includes(undefined) && !patches.includes(undefined);
  if (isConditional || conditions === undefined || !isRead) return { plain: [], isPartlyUnknown: true };

  const matches = (places as readonly PodMatch[]).map(
    (place): PodMatch => ({
      ...everyPod,
      labels: { ...within.labels, ...place.labels },
      namespaceLabels: { ...within.namespaceLabels, ...place.namespaceLabels },
    }),
  );

  const plain = (patches as readonly PodPatch[]).map((patch) => ({ matches, excludes: [], conditions, patch }));

  return { plain, isPartlyUnknown: false };
}

function placesOf(resources: Mapping): PodMatch | undefined {
  const { namespaceSelector, objectSelector, matchPolicy: _, ...others } = resources;
  const [labels, namespaceLabels] = [plainLabels(objectSelector), plainLabels(namespaceSelector)];
  if (labels === undefined || namespaceLabels === undefined || Object.keys(others).length > 0) return undefined;
  return { ...everyPod, labels, namespaceLabels };
}

function mutationOf(value: Value): PodPatch | undefined {
  const { applyConfiguration, jsonPatch } = asMapping(value) ?? {};
  const expression = asText(asMapping(applyConfiguration ?? jsonPatch)?.expression);
  const literal = expression === undefined ? undefined : celLiteral(expression);
  if (jsonPatch !== undefined) {
    if (Array.isArray(literal)) return operationsOf(literal as Value);
    return undefined;
  }
  if (isObject(literal)) return { kind: 'merge', value: literal };
  return undefined;
}
