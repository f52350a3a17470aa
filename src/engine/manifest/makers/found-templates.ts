import {
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Mapping,
  type Path,
  type Value,
  valueAt,
} from '../model/manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';
import type { MadePods } from './maker.ts';

/** How deep templates are looked for, how many values are looked at, and how many templates of one object are read. */
const most = { depth: 10, values: 2000, templates: 20 };

/** Keys next to a template, or next to the mapping that has it, that say how many pods there are. */
const counts = ['replicas', 'replicaCount', 'instances', 'size', 'count', 'parallelism', 'minReplicas', 'workers'];

/**
 * Kinds and groups that contain pod templates and make no pods of them: policies, templates of other objects, and definitions that another
 * object refers to.
 */
const otherKinds =
  /(?:Template|Policy|Runtime|Task|Pipeline|Class|Definition|Config|Configuration|Patch|Trait|Blueprint|Overlay|Kustomization|Application|ApplicationSet|HelmRelease|Recipe|Provider|Workflow|Run)$/;
const otherGroups =
  /^(?:kyverno\.io|policies\.kyverno\.io|mutations\.gatekeeper\.sh|tekton\.dev|argoproj\.io|core\.oam\.dev|apiextensions\.k8s\.io|admissionregistration\.k8s\.io|kustomize\.config\.k8s\.io|karpenter\..+|eks\.amazonaws\.com|.*\.toolkit\.fluxcd\.io|autoscaling\.x-k8s\.io|cluster\.x-k8s\.io|.*\.crossplane\.io|.*\.upbound\.io)$/;

/** Whether pods may be assumed of an object of an unknown kind that contains a pod template. */
const mayMakePods = (apiVersion: string, kind: string): boolean => {
  const group = groupOf(apiVersion);
  return group.includes('.') && !group.endsWith('.k8s.io') && !otherGroups.test(group) && !otherKinds.test(kind);
};

/** A text of a pod template, in YAML or JSON. */
const template = /\bcontainers["']?\s*:/;
const customApi = /\bapiVersion["']?\s*:\s*["']?[a-z0-9-]+\.[a-z0-9.-]+\//;

/** Whether a text may have an object of an unknown kind with a pod template. */
export const mayHaveTemplate = (text: string): boolean => template.test(text) && customApi.test(text);

/**
 * The pods of an object of an unknown kind: one group for each pod template that has a number next to it. That its controller creates so
 * many pods of it is assumed.
 */
export function assumedPods(apiVersion: string, kind: string, object: Mapping): readonly MadePods[] {
  if (!mayMakePods(apiVersion, kind)) return [];

  const pods = podsOfObject.get(object) ?? templatesIn(object);
  podsOfObject.set(object, pods);
  return pods;
}

/** What was looked for once, because each changed line of an object asks for it. */
const podsOfObject = new WeakMap<Mapping, readonly MadePods[]>();

function templatesIn(object: Mapping): readonly MadePods[] {
  const madePods: MadePods[] = [];
  let valuesLeft = most.values;

  const visit = (value: Value, path: readonly string[], around: readonly Mapping[]): void => {
    if (valuesLeft-- <= 0 || path.length > most.depth || madePods.length >= most.templates) return;

    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item as Value, [...path, `${index}`], around);
      return;
    }

    if (!isObject(value)) return;

    const pods = podsOf(value, path, around);
    if (pods !== undefined) madePods.push(pods);
    else for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key], [value, ...around]);
  };

  visit(object.spec ?? null, [], []);

  if (madePods.length === 1) return [{ ...madePods[0]!, name: undefined }];
  return madePods;
}

/** The group of a pod template; undefined for any other mapping, and for a template without a number. */
function podsOf(value: Mapping, path: readonly string[], around: readonly Mapping[]): MadePods | undefined {
  const spec = asMapping(value.spec);
  if (spec === undefined || !isContainers(spec.containers)) return undefined;

  const count = around.slice(0, 2).flatMap((mapping) => counts.flatMap((key) => numberAt(mapping, key)))[0];
  if (count === undefined) return undefined;

  const name =
    asText(around[0]?.name) ?? path.filter((step) => !/^(?:template|podTemplate|spec)$/.test(step)).join('-');

  return {
    name: name === '' ? undefined : name,
    count: { low: count, likely: count, high: count },
    metadata: asMapping(value.metadata) ?? {},
    spec,
    isDaemon: false,
  };
}

/** Containers of pods have an image or resources, unlike the parts of a patch. */
const isContainers = (value: Value | undefined): boolean =>
  asList(value).some((item) => isObject(item) && (item.image !== undefined || item.resources !== undefined));

/** The number at a key, or null if a placeholder stands for it. Nothing if there is none. */
function numberAt(mapping: Mapping, key: string): (number | null)[] {
  const value = mapping[key];
  if (hasPlaceholder(value)) return [null];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return [value];
  return [];
}

/**
 * Where in a pod template a value of an object is, such as `metadata.annotations.a`, and an empty path for a value with a template in it.
 * Undefined outside all templates.
 */
export function placeInTemplate(object: Mapping, path: Path): Path | undefined {
  for (let length = 0; length <= path.length; length++) {
    const around = asMapping(valueAt(object, path.slice(0, length)));
    if (isContainers(asMapping(around?.spec)?.containers)) return path.slice(length);
  }

  let valuesLeft = most.values;

  const holdsTemplate = (value: Value | undefined, depth: number): boolean => {
    if (valuesLeft-- <= 0 || depth > most.depth || typeof value !== 'object' || value === null) return false;
    if (isContainers(asMapping(asMapping(value)?.spec)?.containers)) return true;
    return Object.values(value).some((inner) => holdsTemplate(inner as Value, depth + 1));
  };

  if (holdsTemplate(valueAt(object, path), 0)) return [];
  return undefined;
}
