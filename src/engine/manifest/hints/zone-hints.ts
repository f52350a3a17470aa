import type { Source } from '../../text/source.ts';
import { findHints, type Hint, type HintPattern, regionPattern } from './hint.ts';

/** The zones that files name, sorted. */
export interface ZoneHints {
  /** Zones that have subnets for nodes. */
  readonly ofNodes: readonly string[];
  /** Zones that only NodePools require. They have subnets, and others may have some for the NodePools that require none. */
  readonly ofPools: readonly string[];
  /** Zones that only pods and volumes name, or that a NodePool excludes. They exist, but say nothing about other zones. */
  readonly others: readonly string[];
}

/** No file names a zone. */
export const noZoneHints: ZoneHints = { ofNodes: [], ofPools: [], others: [] };

const zonePattern: HintPattern = {
  topic: 'zone',
  pattern: new RegExp(`(?<![\\w-])(?<value>${regionPattern}[a-z])(?![\\w-])`, 'gd'),
};

/** A hint on a zone to which a NodePool limits its own nodes. */
export const isZoneOfPool = ({ isOfPool = false }: Hint): boolean => isOfPool;

/** A hint on a zone that does not limit the nodes to it. */
export const isOtherZone = ({ isNoLimit = false }: Hint): boolean => isNoLimit;

/** What comes before a zone: the beginning of its document or block, the kind of its object, its requirement and the operator of that. */
const landmarks =
  /^(?:---|resource\b)|\bkind["']?\s{0,9}[:=]\s{0,9}["']?(?<kind>\w+)|\bkey["']?\s{0,9}[:=]|\boperator["']?\s{0,9}[:=]\s{0,9}["']?(?<operator>\w+)/gm;

const ofPods =
  /^(?:Pod|PodTemplate|Deployment|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob|Rollout|PersistentVolume|PersistentVolumeClaim|StorageClass)$/;

const ofClasses = /^(?:EC2NodeClass|NodeClass|AWSNodeTemplate)$/;

const ofPools = /^(?:NodePool|Provisioner)$/;

/** The zones in a file. Those of pods and volumes, and those that a requirement excludes, do not limit the nodes. */
export function zonesNamedIn(source: Source): Hint[] {
  const hints = findHints(source, [zonePattern]);
  if (hints.length === 0) return [];

  // One at a time, because a text may have a million.
  const marks = source.text.matchAll(landmarks);
  let next = marks.next();
  let [kind, isExcluded] = ['', false];

  return hints.map((hint) => {
    for (; !next.done && next.value.index < hint.span.start; next = marks.next()) {
      const { 0: mark, groups } = next.value;
      if (mark === '---' || mark === 'resource') kind = '';
      // A NodePool names the kind of its class.
      const isReference = ofPools.test(kind) && ofClasses.test(groups?.kind ?? '');
      if (!isReference) kind = groups?.kind ?? kind;
      isExcluded = groups?.operator === 'NotIn';
    }

    if (ofPods.test(kind) || isExcluded) return { ...hint, isNoLimit: true };
    if (ofPools.test(kind)) return { ...hint, isOfPool: true };
    return hint;
  });
}
