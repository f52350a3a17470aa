import type { Manifest } from '../../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { addToGroup, groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { readText } from '../input/value-reader.ts';
import { isFinished } from '../pods/workloads.ts';
import type { SnapshotPods } from './cluster-snapshot.ts';
import { type KeepsLabel, pruneLabels, pruneOwners, prunePodSpec, withoutEmptyFields } from './pruning.ts';

/** A pod, and what it shares with equal pods. */
interface Listed {
  readonly name: string;
  readonly node: string;
  readonly prefix: string;
  readonly template: SnapshotPods['template'];
}

/** Groups equal pods, sorted by what they share. `dated` are the pods whose age matters. */
export function podClassesOf(
  pods: readonly Manifest[],
  dated: ReadonlySet<Manifest>,
  keeps: KeepsLabel,
): readonly SnapshotPods[] {
  const listed = pods.map((pod) => listedPod(pod, dated.has(pod), keeps));
  const classes = groupBy(listed, ({ template, prefix }) => JSON.stringify([template, prefix]));

  const named = [...classes.values()].map((members) => ({
    members,
    first: members.map(({ name }) => name).sort()[0]!,
  }));

  return named
    .toSorted((a, b) => compareNames(namespaceOf(a.members), namespaceOf(b.members)) || compareNames(a.first, b.first))
    .map(({ members }) => classOf(members));
}

const namespaceOf = ([first]: readonly Listed[]): string =>
  readText(mappingOrEmpty(first?.template.metadata).namespace) ?? '';

function listedPod(pod: Manifest, isDated: boolean, keeps: KeepsLabel): Listed {
  const metadata = mappingOrEmpty(pod.object.metadata);
  const node = readText(pod.get(['spec', 'nodeName']));
  const generateName = readText(metadata.generateName) ?? '';

  return {
    name: pod.name,
    node: node ?? '',
    prefix: pod.name.startsWith(generateName) ? generateName : '',
    template: {
      metadata: withoutEmptyFields({
        namespace: pod.namespace,
        ...pruneLabels(metadata, keeps),
        creationTimestamp: isDated ? metadata.creationTimestamp : undefined,
        deletionTimestamp: metadata.deletionTimestamp,
        ownerReferences: pruneOwners(metadata.ownerReferences),
      }),
      spec: prunePodSpec(pod.object.spec, node),
      ...(isFinished(pod) && { status: { phase: pod.get(['status', 'phase']) ?? null } }),
    },
  };
}

function classOf(members: readonly Listed[]): SnapshotPods {
  const { template, prefix } = members[0]!;
  const names = new Map<string, string[]>();
  for (const { name, node } of members.toSorted(
    (a, b) => compareNames(a.node, b.node) || compareNames(a.name, b.name),
  )) {
    addToGroup(names, node, name.slice(prefix.length));
  }

  return { template, prefix, names: Object.fromEntries(names) };
}
