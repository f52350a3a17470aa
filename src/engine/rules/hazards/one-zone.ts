import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { PodClass } from '../../cluster/provisioning/input/scheduler-input.ts';
import { solve } from '../../cluster/provisioning/scheduler/scheduler.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { selects } from '../../karpenter/api/label-selector.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Pod } from '../../karpenter/api/pod.ts';
import type { Change } from '../../manifest/change.ts';
import { asList, asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { isOfNodes, type SimulatedChange } from './change-seen.ts';

const maxWorkloads = 50;

/** Fields that decide in which zones pods find a node. */
const ofZones =
  /(?:^|\.)(?:requirements|taints|labels|subnetSelectorTerms|nodeClassRef|nodeSelector|affinity|tolerations)(?:\.|$)/;

/** Whether a change may decide in which zones pods find a node. */
const mayLoseZones = ({ type, fields }: Change): boolean =>
  type === 'removed' || (type === 'modified' && fields.some(({ path }) => ofZones.test(path.join('.'))));

/** Replicated workloads for which Karpenter launched nodes in several zones before the change, and in one zone after it. */
export function leftInOneZone({ changes, before, after }: SimulatedChange): readonly Diagnostic[] {
  const losing = changes.filter(mayLoseZones);
  const edited = new Set(losing.map(({ resource }) => keyOf(resource)));
  const isByPools = losing.some(({ resource }) => isOfNodes(resource.kind));
  const zones = [...new Set([...zonesOf(before), ...zonesOf(after)])].sort();

  const losses = after.workloads.workloads
    .filter(({ kind, manifest }) => replicated.has(kind) && (isByPools || edited.has(keyOf(manifest.ref))))
    .slice(0, maxWorkloads)
    .flatMap(({ key, manifest }): OneZone[] => {
      const loss = zoneLeft({ before, after, key, zones });
      if (loss === undefined) return [];
      return [{ key, manifest, ...loss }];
    });

  const isByItself = (workload: OneZone): boolean => edited.has(keyOf(workload.manifest.ref)) && isPinned(workload);
  const byPools = groupBy(isByPools ? losses.filter((workload) => !isByItself(workload)) : [], ({ zone }) => zone);
  const pool = after.nodePools.known.find(({ manifest }) => edited.has(keyOf(manifest.ref)))?.manifest;

  return [
    ...losses.filter(isByItself).map(pinned),
    ...[...byPools.values()].map((workloads) => withoutOtherZones(workloads, pool)),
  ];
}

const replicated: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet']);

const keyOf = ({ kind, namespace, name }: { kind: string; namespace?: string | undefined; name: string }): string =>
  `${kind} ${namespace ?? 'default'} ${name}`;

interface ZoneLeft {
  /** The only zone after the change. */
  readonly zone: string;
  /** Whether the pods ask to be spread over zones. */
  readonly isSpread: boolean;
}

interface OneZone extends ZoneLeft {
  readonly key: string;
  readonly manifest: Manifest;
}

interface ZonesOfWorkload {
  readonly before: Simulation;
  readonly after: Simulation;
  readonly key: string;
  readonly zones: readonly string[];
}

function zoneLeft({ before, after, key, zones }: ZonesOfWorkload): ZoneLeft | undefined {
  const [old, pods] = [podsOf(before, key), podsOf(after, key)];
  if (old === undefined || pods === undefined || old.count < 2 || pods.count < 2) return undefined;

  const reachable = zones.filter((zone) => isPlaced(after, pods, zone));
  const [zone] = reachable;
  if (zone === undefined || reachable.length > 1) return undefined;
  if (zones.filter((other) => isPlaced(before, old, other)).length < 2) return undefined;

  return { zone, isSpread: isSpread(pods.pod) };
}

function isSpread({ spec, metadata }: Pod): boolean {
  const constraints = spec.topologySpreadConstraints ?? [];
  const apart = spec.affinity?.podAntiAffinity;
  const terms = [
    ...(apart?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(apart?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ];

  return [...constraints, ...terms].some(
    ({ topologyKey, labelSelector }) => topologyKey === label.zone && selects(labelSelector, metadata.labels ?? {}),
  );
}

const zonesOf = ({ nodePools }: Simulation): readonly string[] => nodePools.known.flatMap(({ zones }) => zones);

const podsOf = ({ cases }: Simulation, workload: string): PodClass | undefined =>
  cases.likely.wanted.find((pods) => pods.workload === workload);

/** Whether Karpenter launches a node for one such pod in a zone. Other pods and existing nodes do not matter. */
function isPlaced({ cases }: Simulation, { pod, ...pods }: PodClass, zone: string): boolean {
  if ((pod.spec.nodeSelector?.[label.zone] ?? zone) !== zone) return false;

  const { topologySpreadConstraints: _, ...others } = pod.spec;
  const spec = { ...others, nodeSelector: { ...pod.spec.nodeSelector, [label.zone]: zone } };
  const onePod = { ...pods, pod: { ...pod, spec }, count: 1 };
  const { podErrors, ignored } = solve({ ...cases.likely.input, existingNodes: [], podClasses: [onePod] });
  return podErrors.length === 0 && ignored.length === 0;
}

const placementPaths: readonly Path[] = ['nodeSelector', 'affinity'].map((field) => [
  'spec',
  'template',
  'spec',
  field,
]);

/** Whether the workload itself names its zone. */
const isPinned = ({ manifest, zone }: OneZone): boolean =>
  placementPaths.some((path) => JSON.stringify(manifest.get(path) ?? null).includes(JSON.stringify(zone)));

const severityOf = (workloads: readonly OneZone[]): 'warning' | 'note' =>
  workloads.some(({ isSpread }) => isSpread) ? 'warning' : 'note';

const consequence = 'If this zone fails, none of them runs';

const pinned = (workload: OneZone): Diagnostic =>
  manifestDiagnostic(workload.manifest, {
    code: 'provisioning/one-zone',
    severity: severityOf([workload]),
    at: placementPaths.find((path) => workload.manifest.get(path) !== undefined) ?? ['spec', 'replicas'],
    message: `After this change, the pods of ${quoted(workload.key)} may run only in ${quoted(workload.zone)}. ${consequence}`,
    help: 'Let the pods run in several zones, unless they need something that is only in this one.',
  });

function withoutOtherZones(workloads: readonly OneZone[], pool: Manifest | undefined): Diagnostic {
  const [first] = workloads;
  const names = firstNames(workloads.map(({ key }) => quoted(key)));
  const manifest = pool ?? first!.manifest;

  return manifestDiagnostic(manifest, {
    code: 'provisioning/one-zone',
    severity: severityOf(workloads),
    at: pool === undefined ? ['metadata', 'name'] : zonePath(pool),
    message: `After this change, Karpenter launches nodes for the pods of ${names} only in ${quoted(first!.zone)}. ${consequence}`,
    help: 'Allow several zones in a NodePool for these pods, unless they need something that is only in this one.',
  });
}

const requirementsPath: Path = ['spec', 'template', 'spec', 'requirements'];

/** Where a NodePool names its zones, or else its requirements. */
function zonePath(pool: Manifest): Path {
  const index = asList(pool.get(requirementsPath)).findIndex((value) => asMapping(value)?.key === label.zone);
  if (index < 0) return requirementsPath;
  return [...requirementsPath, index, 'values'];
}
