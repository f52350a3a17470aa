import { type Difference, differences } from '../engine/changes/diff/differences.ts';
import { kindOf } from '../engine/changes/plan/kinds.ts';
import { recordPrefix } from '../engine/changes/plan/planned-side.ts';
import type { Schema } from '../engine/files/schema/definitions/crd-pack.ts';
import { prune, withDefaults } from '../engine/files/schema/definitions/defaults.ts';
import {
  appliedAnnotation,
  isObject,
  type Mapping,
  mappingOrEmpty,
  type Value,
  versionOf,
} from '../engine/manifest/model/manifest.ts';
import type { ResourceRef } from '../engine/text/diagnostic.ts';
import type { Json } from '../io/kube/kube-answer.ts';

/** API path of a Karpenter object. */
export function pathOf(resource: ResourceRef): string {
  const { group, plural } = kindOf(resource)!;
  return `/apis/${group}/${versionOf(resource.apiVersion)}/${plural}/${encodeURIComponent(resource.name)}`;
}

/** Whether plumbline, kubectl or Karpenter's controllers write this annotation, and not the object's author. */
const foreignAnnotation = (key: string): boolean =>
  key.startsWith(recordPrefix) ||
  key === appliedAnnotation ||
  /^(karpenter\.sh|karpenter\.k8s\.aws)\/.*(hash|stored-version-migrated)/.test(key);

/** The desired fields of an object, as the API server would store them. */
export function desiredFields(text: string, schema: Schema): Mapping {
  const { apiVersion: _, kind: __, metadata, ...rest } = JSON.parse(text) as Mapping;
  return { ...(prune(withDefaults(rest, schema), schema) as Mapping), metadata: spokenMetadata(metadata) };
}

/** The part of a live object that people set: its spec, labels and annotations. */
export function decidedFields(live: Json): Mapping {
  const { apiVersion: _, kind: __, metadata, status: ___, ...rest } = live as Mapping;
  return { ...rest, metadata: spokenMetadata(metadata) };
}

function spokenMetadata(metadata: Value | undefined): Mapping {
  const { labels, annotations } = mappingOrEmpty(metadata);
  return { labels: strings(labels), annotations: strings(annotations, foreignAnnotation) };
}

const strings = (map: Value | undefined, isLeftOut: (key: string) => boolean = () => false): Mapping => {
  if (isObject(map)) return Object.fromEntries(Object.entries(map).filter(([key]) => !isLeftOut(key)));
  return {};
};

/**
 * Where a live object differs in meaning from the desired one. Labels and annotations that others added are ignored. Every
 * field of the spec counts.
 */
export function liveDifferences(want: Mapping, live: Json): readonly Difference[] {
  const is = decidedFields(live);
  const { labels, annotations } = want.metadata as { labels: Mapping; annotations: Mapping };
  const decided = is.metadata as { labels: Mapping; annotations: Mapping };
  const metadata = { labels: only(decided.labels, labels), annotations: only(decided.annotations, annotations) };
  return differences(want, { ...is, metadata });
}

const only = (map: Mapping, keys: Mapping): Mapping =>
  Object.fromEntries(Object.entries(map).filter(([key]) => Object.hasOwn(keys, key)));
