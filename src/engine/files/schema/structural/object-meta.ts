import { isObject, mappingOrEmpty, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import type { Schema } from '../definitions/crd-pack.ts';

import { type Fault, serverPathText, shownValue } from '../definitions/fault.ts';

const text: Schema = { type: 'string', nullable: true };
const texts: Schema = { type: 'object', nullable: true, additionalProperties: text };

/** `metadata` of any object (apimachinery pkg/apis/meta/v1 ObjectMeta). Go reads null as an absent value everywhere. */
export const objectMetaSchema: Schema = {
  type: 'object',
  nullable: true,
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: { type: 'integer', nullable: true },
    creationTimestamp: { type: 'string', format: 'date-time', nullable: true },
    deletionTimestamp: { type: 'string', format: 'date-time', nullable: true },
    deletionGracePeriodSeconds: { type: 'integer', nullable: true },
    labels: texts,
    annotations: texts,
    finalizers: { type: 'array', nullable: true, items: text },
    ownerReferences: {
      type: 'array',
      nullable: true,
      items: {
        type: 'object',
        nullable: true,
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean', nullable: true },
          blockOwnerDeletion: { type: 'boolean', nullable: true },
        },
      },
    },
    managedFields: {
      type: 'array',
      nullable: true,
      items: {
        type: 'object',
        nullable: true,
        properties: {
          manager: text,
          operation: text,
          apiVersion: text,
          time: { type: 'string', format: 'date-time', nullable: true },
          fieldsType: text,
          fieldsV1: { 'x-kubernetes-preserve-unknown-fields': true },
          subresource: text,
        },
      },
    },
  },
};

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualifiedPart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const annotationBytes = 256 * 1024;

/** Whether a text is a DNS subdomain of at most 253 characters, as most names must be. */
export const isSubdomain = (name: string): boolean => name.length <= 253 && subdomain.test(name);

/** Whether a text is a qualified name: an optional DNS prefix, a slash, and a name of at most 63 characters. */
function isQualifiedName(key: string): boolean {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  if (slash !== -1 && !isSubdomain(key.slice(0, slash))) return false;
  return name.length <= 63 && qualifiedPart.test(name);
}

const isLabelValue = (value: string): boolean => value === '' || (value.length <= 63 && qualifiedPart.test(value));

/** Faults of `metadata` other than wrong types (apimachinery pkg/api/validation ValidateObjectMeta). */
export function objectMetaFaults(meta: Value | undefined): Fault[] {
  if (meta !== undefined && meta !== null && !isObject(meta)) return [];

  const fields = (meta ?? {}) as { readonly [key: string]: Value };

  return [
    ...nameFaults(fields),
    ...keyFaults(fields.labels, 'labels'),
    ...keyFaults(fields.annotations, 'annotations'),
    ...annotationSizeFaults(fields.annotations),
    ...ownerFaults(fields.ownerReferences),
    ...finalizerFaults(fields.finalizers),
  ];
}

const fault = (path: Path, message: string): Fault => ({
  code: 'schema/metadata',
  path: ['metadata', ...path],
  message,
});

function nameFaults({ name, generateName, ...others }: { readonly [key: string]: Value }): Fault[] {
  if (typeof name === 'string' && name !== '') {
    if (hasPlaceholder(name) || isSubdomain(name)) return [];
    return [
      fault(
        ['name'],
        `\`metadata.name\` is ${shownValue(name)}, but must be at most 253 lowercase letters, digits, \`-\` and \`.\`, and start and end with a letter or digit`,
      ),
    ];
  }

  if (typeof generateName === 'string' && generateName !== '') {
    // The API server appends five characters and validates the result.
    const isFine = hasPlaceholder(generateName) || isSubdomain(`${generateName.slice(0, 248)}xxxxx`);
    if (isFine) return [];

    return [
      fault(
        ['generateName'],
        `\`metadata.generateName\` is ${shownValue(generateName)}, which is not a valid start of a name`,
      ),
    ];
  }

  if (Object.keys(others).some(hasPlaceholder)) return [];

  return [fault(['name'], '`metadata.name` is required')];
}

function keyFaults(map: Value | undefined, field: 'labels' | 'annotations'): Fault[] {
  if (!isObject(map)) return [];
  return Object.entries(map).flatMap(([key, value]): Fault[] => {
    const path = [field, key];
    if (hasPlaceholder(key)) return [];

    if (!isQualifiedName(field === 'annotations' ? key.toLowerCase() : key)) {
      return [
        {
          ...fault(path, `\`${serverPathText(['metadata', ...path])}\` is not a valid ${field.slice(0, -1)} key`),
          isKey: true,
        },
      ];
    }

    if (field === 'annotations' || typeof value !== 'string' || hasPlaceholder(value) || isLabelValue(value)) return [];

    return [
      fault(
        path,
        `\`${serverPathText(['metadata', ...path])}\` is ${shownValue(value)}, which is not a valid label value`,
      ),
    ];
  });
}

function annotationSizeFaults(annotations: Value | undefined): Fault[] {
  if (!isObject(annotations)) return [];
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) bytes += utf8Length(key) + utf8Length(String(value ?? ''));
  if (bytes <= annotationBytes) return [];

  return [
    fault(['annotations'], `\`metadata.annotations\` has ${bytes} bytes, but must have at most ${annotationBytes}`),
  ];
}

function utf8Length(value: string): number {
  let bytes = 0;
  for (const char of value) {
    const code = char.codePointAt(0)!;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code < 0x10000) bytes += 3;
    else bytes += 4;
  }
  return bytes;
}

const ownerFields = ['apiVersion', 'kind', 'name', 'uid'];

function ownerFaults(owners: Value | undefined): Fault[] {
  if (!Array.isArray(owners)) return [];
  return (owners as readonly Value[]).flatMap((owner, i) => {
    const fields = mappingOrEmpty(owner);
    if (fields.apiVersion === 'v1' && fields.kind === 'Event') {
      return [
        fault(['ownerReferences', i], `\`metadata.ownerReferences[${i}]\` is an Event, which must not own objects`),
      ];
    }

    return ownerFields
      .filter((field) => (fields[field] ?? '') === '')
      .map((field) =>
        fault(['ownerReferences', i, field], `\`metadata.ownerReferences[${i}].${field}\` must not be empty`),
      );
  });
}

function finalizerFaults(finalizers: Value | undefined): Fault[] {
  if (!Array.isArray(finalizers)) return [];
  return (finalizers as readonly Value[]).flatMap((finalizer, i) => {
    if (typeof finalizer !== 'string' || hasPlaceholder(finalizer) || isQualifiedName(finalizer)) return [];
    return [
      fault(['finalizers', i], `\`metadata.finalizers[${i}]\` is ${shownValue(finalizer)}, which is not a valid name`),
    ];
  });
}
