import type { FieldChange } from '../../../manifest/change.ts';
import { isObject, type Manifest } from '../../../manifest/model/manifest.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import type { ChangedObject } from './class-effects.ts';

const autoscalers: ReadonlySet<string> = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

/** Changes in which `replicas` of a workload lasts until an autoscaler sets another number. `siblings` are the objects of its cluster in head. */
export const withAutoscalers = (
  changed: readonly ChangedObject[],
  siblings: (manifest: Manifest) => readonly Manifest[],
): ChangedObject[] =>
  changed.map((object) => {
    const { change, manifest } = object;
    if (change.type !== 'modified' || !change.fields.some(isReplicas)) return object;

    const by = siblings(manifest).find((other) => autoscalers.has(other.kind) && scales(other, manifest));
    if (by === undefined) return object;

    const reason = `lasts until ${by.kind} \`${by.name}\` sets another number of pods`;
    const fields = change.fields.map((field) => {
      if (isReplicas(field)) return { ...field, cause: 'autoscaled' as const, reason };
      return field;
    });

    return { ...object, change: { ...change, fields } };
  });

/**
 * `; Deployment `web` keeps the pods that it has, and nothing scales it any more`: what a removed autoscaler leaves, if nothing in the files is
 * the number of pods. Empty otherwise. `siblings` are the objects of its cluster in head.
 */
export function releasedWorkload(autoscaler: Manifest, siblings: readonly Manifest[]): string {
  const target = autoscalers.has(autoscaler.kind) ? siblings.find((other) => scales(autoscaler, other)) : undefined;
  const isFree =
    target !== undefined &&
    target.get(['spec', 'replicas']) === undefined &&
    !siblings.some((other) => autoscalers.has(other.kind) && scales(other, target));
  if (!isFree) return '';
  return `; ${target.kind} ${quoted(target.name)} keeps the pods that it has, and nothing scales it any more`;
}

const isReplicas = ({ path, cause }: FieldChange): boolean =>
  cause === 'pod-count' && path.join('.') === 'spec.replicas';

function scales(autoscaler: Manifest, { kind, name, ref: { namespace = 'default' } }: Manifest): boolean {
  const target = autoscaler.get(['spec', 'scaleTargetRef']);
  if (!isObject(target) || target.name !== name || (autoscaler.ref.namespace ?? 'default') !== namespace) return false;
  // KEDA scales Deployments if nothing else is said.
  return (target.kind ?? 'Deployment') === kind;
}
