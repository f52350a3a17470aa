import { isNodeClassKind } from '../../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { textsUnder } from './texts-under.ts';

/** Fields of a node class with the name, id or alias of a resource of AWS, which an instance then needs. */
const nameFields = /^(?:ssmParameter|kmsKeyID|instanceProfile|role|id|snapshotID|name)$/;

/** The names of resources of AWS in node classes, each with the class: of parameters, keys, profiles, roles, subnets, images and reservations. */
export function namesInClasses(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  const names = manifests
    .filter(({ kind }) => isNodeClassKind(kind))
    .flatMap(({ kind, name, object }) =>
      textsUnder(object.spec, isName).map((named) => [named, `${kind} ${name}`] as const),
    );
  return new Map(names);
}

const isName = (key: string, text: string): boolean =>
  nameFields.test(key) && !hasPlaceholder(text) && !text.includes('*');
