import { workloadKey } from '../../cluster/provisioning/pods/owner-references.ts';
import { differInOneFolder } from '../../files/places/renamed-folder.ts';
import type { Change } from '../../manifest/change.ts';

/** A workload of the same kind and name that the change creates, so that its pods start again. */
export interface WorkloadSuccessor {
  readonly namespace: string | undefined;
  /** The root that has it, if it is another one. */
  readonly root?: string;
}

/** The deletions and creations of a change. */
interface Successions {
  readonly gone: readonly Change[];
  readonly added: readonly Change[];
}

/** What takes the place of a deleted workload: the same object of another root, or the same root's object in another namespace. */
export function successorOf(change: Change, { gone, added }: Successions): WorkloadSuccessor | undefined {
  const { resource } = change;
  const isNamesake = ({ resource: { kind, name } }: Change): boolean =>
    kind === resource.kind && name === resource.name;
  const namesakes = added.filter(isNamesake);

  const same = namesakes.find((other) => other.resource.namespace === resource.namespace);
  const root = same?.roots?.find((name) => !(change.roots ?? []).includes(name));
  if (same) return { namespace: resource.namespace, ...(root !== undefined && { root }) };

  const [moved, ...others] = namesakes.filter((other) => isOfOnePlace(other, change));
  if (moved === undefined || others.length > 0 || gone.filter(isNamesake).length > 1) return undefined;
  return { namespace: moved.resource.namespace };
}

/** Whether the same root renders two objects, or the same file has them, or the file of a folder that is renamed. */
function isOfOnePlace(change: Change, other: Change): boolean {
  if (differInOneFolder(change.span.file, other.span.file)) return true;
  if (change.roots === undefined || other.roots === undefined) return change.span.file === other.span.file;
  return change.roots.join() === other.roots.join();
}

/** Whether it is deleted in the cluster, and not only taken out of git. */
export const isDeletion = ({ type, stays, condition }: Change): boolean =>
  type === 'removed' && stays === undefined && condition === undefined;

/** Whether it exists for certain after the change, and not before it. */
export const isCreation = ({ type, condition }: Change): boolean => type === 'added' && condition === undefined;

/** The keys of workloads that the change creates in another namespace, with the keys that they had before it. */
export function formerWorkloads(changes: readonly Change[]): ReadonlyMap<string, string> {
  const [gone, added] = [changes.filter(isDeletion), changes.filter(isCreation)];
  if (added.length === 0) return new Map();

  return new Map(
    gone.flatMap((change) => {
      const successor = successorOf(change, { gone, added });
      if (successor === undefined || successor.namespace === change.resource.namespace) return [];
      return [
        [
          keyOfWorkload({ ...change.resource, namespace: successor.namespace }),
          keyOfWorkload(change.resource),
        ] as const,
      ];
    }),
  );
}

/** What figures know a workload by. */
export const keyOfWorkload = ({
  kind,
  namespace = 'default',
  name,
}: {
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}): string => workloadKey(kind, namespace, name);
