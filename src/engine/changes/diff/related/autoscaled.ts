import type { FieldChange } from '../../../manifest/change.ts';
import { isObject, type Manifest } from '../../../manifest/model/manifest.ts';
import type { ChangedObject } from './class-effects.ts';

const autoscalers: ReadonlySet<string> = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

/** Changes in which `replicas` of a workload with an autoscaler has no lasting effect. `siblings` are the objects of its cluster in head. */
export const withAutoscalers = (
  changed: readonly ChangedObject[],
  siblings: (manifest: Manifest) => readonly Manifest[],
): ChangedObject[] =>
  changed.map((object) => {
    const { change, manifest } = object;
    if (change.type !== 'modified' || !change.fields.some(isReplicas)) return object;

    const by = siblings(manifest).find((other) => autoscalers.has(other.kind) && scales(other, manifest));
    if (by === undefined) return object;

    const reason = `has no lasting effect: ${by.kind} \`${by.name}\` sets the number of pods`;
    const fields = change.fields.map((field) =>
      isReplicas(field) ? { ...field, cause: 'autoscaled' as const, reason } : field,
    );

    return { ...object, change: { ...change, fields } };
  });

const isReplicas = ({ path, cause }: FieldChange): boolean =>
  cause === 'pod-count' && path.join('.') === 'spec.replicas';

function scales(autoscaler: Manifest, { kind, name, ref: { namespace = 'default' } }: Manifest): boolean {
  const target = autoscaler.get(['spec', 'scaleTargetRef']);
  if (!isObject(target) || target.name !== name || (autoscaler.ref.namespace ?? 'default') !== namespace) return false;
  // KEDA scales Deployments if nothing else is said.
  return (target.kind ?? 'Deployment') === kind;
}
