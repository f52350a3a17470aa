import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { listIf } from '../../../text/list-if.ts';
import { mappingsOf, stringOf, stringsOf } from '../repository/yaml-data.ts';

/** Stands for all kinds, if a kustomization does not name the kinds that it changes. */
export const anyKind = '*';

/**
 * The kinds with `spec.replicas`, which the field `replicas` of a kustomization sets (kustomize
 * api/internal/konfig/builtinpluginconsts/replicas.go).
 */
const scaledKinds = ['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'];

/**
 * The kinds of objects that a kustomization changes in ways that matter to a review. Patch files without a target are left out, because
 * they name the kind themselves. So are names, labels, namespaces and images.
 */
export function changedKindsOf(data: Mapping): string[] {
  const patches = [...mappingsOf(data.patches), ...mappingsOf(data.patchesJson6902)];
  const inline = [...stringsOf(data.patchesStrategicMerge), ...stringsOf(data.patches)];
  const targets = mappingsOf(data.replacements).flatMap(({ targets }) => mappingsOf(targets));

  return [
    ...patches.flatMap(kindsOfPatch),
    // A text in one line is the path of a file.
    ...inline.filter((text) => text.includes('\n')).flatMap(kindsIn),
    ...targets.flatMap(({ select }) => kindOfTarget(select)),
    ...listIf(
      mappingsOf(data.replacements).some(({ path }) => path !== undefined),
      anyKind,
    ),
    ...(mappingsOf(data.replicas).length > 0 ? scaledKinds : []),
    ...listIf(stringsOf(data.transformers).length > 0, anyKind),
  ];
}

const kindsOfPatch = ({ target, patch }: Mapping): string[] => {
  if (target !== undefined) return kindOfTarget(target);
  if (typeof patch === 'string') return kindsIn(patch);
  return [];
};

/** The kind of a target is a regular expression. */
function kindOfTarget(target: Value | undefined): string[] {
  const kind = isObject(target) ? stringOf(target.kind) : undefined;
  return [kind !== undefined && /^\w+$/.test(kind) ? kind : anyKind];
}

const topKind = /^(?:["']?kind["']?|[ \t]*"kind")[ \t]*:[ \t]*["']?(\w+)/gm;

/** The kinds that a patch names. */
export function kindsIn(patch: string): string[] {
  const kinds = [...patch.matchAll(topKind)].map(([, kind]) => kind!);
  if (kinds.length > 0) return kinds;
  return [anyKind];
}
