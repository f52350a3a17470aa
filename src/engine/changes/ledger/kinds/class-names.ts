import { isNodeClassKind } from '../../../manifest/model/karpenter-kinds.ts';
import { asMapping, asText, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** Fields of a node class with the name, id or alias of a resource of AWS, which an instance then needs. */
const nameFields = /^(?:ssmParameter|kmsKeyID|instanceProfile|role|id|snapshotID|name)$/;

/** The names of resources of AWS in node classes, each with the class: of parameters, keys, profiles, roles, subnets, images and reservations. */
export function namesInClasses(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  const names = manifests
    .filter(({ kind }) => isNodeClassKind(kind))
    .flatMap(({ kind, name, object }) => namesIn(object.spec).map((named) => [named, `${kind} ${name}`] as const));
  return new Map(names);
}

function namesIn(value: Value | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);

  return Object.entries(asMapping(value) ?? {}).flatMap(([key, inner]) => {
    const text = asText(inner);
    if (text === undefined) return namesIn(inner);
    if (!nameFields.test(key) || hasPlaceholder(text) || text.includes('*')) return [];
    return [text];
  });
}
