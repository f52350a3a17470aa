import { isRegional, label } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Manifest, Path } from '../../../manifest/model/manifest.ts';
import type { Diagnostic, Label, Severity } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import { listIf, optional } from '../../../text/list-if.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { type ExplainedExclusion, explainedFailures, maxRemedies } from '../explanations/explained-failures.ts';
import { type AnyNode, nowhereBecause } from '../explanations/nowhere.ts';
import { requestAtMost } from '../explanations/remedies.ts';
import { shortReason } from '../explanations/short-reason.ts';
import { type PodError, placedPods } from '../input/results.ts';
import type { PodClass } from '../input/scheduler-input.ts';
import type { RaisedRequest } from '../pods/admission/vertical-autoscaler.ts';
import { hasTooLargePods } from '../pods/held-pods.ts';
import { workloadKeyOf } from '../pods/owner-references.ts';
import { requiredLabels } from '../pods/pod-constraints.ts';
import { maxReplicas, readCount, replicaCases } from '../pods/replicas.ts';
import type { Workload, WorkloadProblem } from '../pods/workloads.ts';
import { hasResourceClaims } from '../scheduler/pod-shape.ts';
import { areNodesKnown, type Simulation } from '../simulation.ts';
import { daemonPriorities } from './daemon-priorities.ts';
import { excludingField, podSpecPath, selectingField } from './excluding-field.ts';
import { fullNodePools, waitingFor } from './idle-pools.ts';
import { ignoredByWorkload, labelOfKarpenterNodes } from './ignored-pods.ts';
import { type ManifestDiagnostic, manifestDiagnostic } from './manifest-diagnostic.ts';
import { missingPods } from './missing-pods.ts';
import { podSecurity } from './pod-security.ts';
import { nodesUnknown } from './unknown-nodes.ts';

/** What the findings about workloads depend on, in addition to a simulation. */
export interface WorkloadFacts extends AnyNode {
  /** Whether all NodePools are simulated. Others might run pods that fit nowhere else. */
  readonly areAllPoolsKnown: boolean;
  /** Whether there is a base with NodePools. Otherwise, pods that fit none of them have other nodes. */
  readonly hadPools: boolean;
  /** By workload: the NodePools that run its pods before the change. Their reasons come first, and only they are offered a fix. */
  readonly homes?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Workloads whose pods cannot be counted, pods that are unschedulable, and pods that Karpenter ignores. */
export const workloadDiagnostics = (simulation: Simulation, facts: WorkloadFacts): readonly Diagnostic[] => [
  ...workloadProblems(simulation),
  ...leftOut(simulation),
  ...missingPods(simulation),
  ...podSecurity(simulation),
  ...daemonPriorities(simulation),
  ...unschedulable(simulation, facts),
  ...ignored(simulation, facts),
];

function workloadProblems({ workloads }: Simulation): readonly Diagnostic[] {
  return [...workloads.workloads, ...workloads.daemonSets].flatMap((workload) => {
    const finding = workload.problem && problemFinding(workload, workload.problem);
    if (finding) return [manifestDiagnostic(workload.manifest, finding)];
    return [];
  });
}

/** Reports pods that exceed what one simulation handles: whether they can be scheduled is unknown. */
function leftOut(simulation: Simulation): readonly Diagnostic[] {
  const key = replicaCases.map((which) => simulation.cases[which].cutAt).find((workload) => workload !== undefined);
  const manifest = key === undefined ? undefined : manifestsByKey(simulation).get(key);
  if (manifest === undefined) return [];

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/too-many-pods',
      severity: 'warning',
      at: ['spec'],
      message: `\`${key}\` and the workloads after it are not simulated: they exceed the limit on pods or topology domains in one simulation`,
      help: 'Lower the number of replicas, or spread the pods over a label with fewer values.',
    }),
  ];
}

function problemFinding({ key, manifest }: Workload, problem: WorkloadProblem): ManifestDiagnostic | undefined {
  switch (problem.kind) {
    case 'placeholder':
      return undefined;
    case 'bad-request':
      return {
        code: 'provisioning/bad-request',
        severity: 'error',
        at: ['spec'],
        message: `\`${key}\` requests \`${problem.request.resource}: ${problem.request.value}\`, which is not a valid amount`,
        help: 'Set an amount such as `500m` or `1Gi`. Until then, the figures that depend on it are unknown.',
      };
    case 'too-many':
      return {
        code: 'provisioning/too-many-pods',
        severity: 'error',
        at: problem.path,
        message: `\`${key}\` has more than ${maxReplicas} pods, the most that one simulation handles for a workload`,
        help: 'Check the number of replicas. While it is this high, the figures that depend on it are unknown.',
      };
    case 'bad-replicas':
      if (isBadNumber(manifest, problem.path))
        return {
          code: 'provisioning/bad-replicas',
          severity: 'error',
          at: problem.path,
          message: `The number of pods of \`${key}\` is not a whole number of 0 or more`,
          help: 'Set it to a whole number, for example 1. Until then, the figures that depend on it are unknown.',
        };

      return undefined;
  }
}

/** Whether the file has a number at this path that counts no pods. Text may be a placeholder, and an autoscaler may be what is unknown. */
const isBadNumber = (manifest: Manifest, path: Path): boolean => {
  const value = manifest.get(path);
  return typeof value === 'number' && readCount(value) === null;
};

/** Key of a workload → its object. A workload that is known only by its pods has no object. */
function manifestsByKey({ workloads, manifests }: Simulation): ReadonlyMap<string, Manifest> {
  const entries = workloads.workloads.map(({ key, manifest }) => [key, manifest] as const);
  return new Map([...manifests.map((manifest) => [workloadKeyOf(manifest), manifest] as const), ...entries]);
}

function unschedulable(simulation: Simulation, facts: WorkloadFacts): readonly Diagnostic[] {
  const byKey = manifestsByKey(simulation);
  const { likely, high } = simulation.cases;
  const [unplacedLikely, unplacedHigh] = [placedPods(likely.results).podErrors, placedPods(high.results).podErrors];
  // The API server never creates these pods, so nothing schedules them.
  const refused = new Set(simulation.workloads.workloads.filter(hasTooLargePods).map(({ key }) => key));
  const keys = new Set(unplacedLikely.map(({ workload }) => workload));
  const atHighest = unplacedHigh.filter(({ workload }) => !keys.has(workload));

  const report = (errors: readonly PodError[], which: 'likely' | 'high'): readonly Diagnostic[] => {
    const waiting = new Set([...waitingFor(simulation, which).values()].flat().map(({ workload }) => workload));
    const { input, wanted } = simulation.cases[which];
    const [pending, all] = [input.podClasses, wanted].map((some) => groupBy(some, ({ workload }) => workload));
    const classes = new Map([...pending!, ...all!]);
    return errors.flatMap((error) => {
      const manifest = byKey.get(error.workload);
      if (refused.has(error.workload)) return [];
      const finding = manifest && unplaced(manifest, error, { simulation, which, waiting, classes, ...facts });
      if (finding) return [finding];
      return [];
    });
  };

  return [...report(unplacedLikely, 'likely'), ...report(atHighest, 'high')];
}

interface Seen extends WorkloadFacts {
  readonly simulation: Simulation;
  readonly which: 'likely' | 'high';
  /** The workloads that wait for a NodePool which launches nothing. */
  readonly waiting: ReadonlySet<string>;
  readonly classes: ReadonlyMap<string, readonly PodClass[]>;
}

/** Undefined where NodePools that are not known might run the pods, and where the finding about a NodePool says that they wait for it. */
function unplaced(manifest: Manifest, error: PodError, seen: Seen): Diagnostic | undefined {
  const { simulation, which } = seen;
  const { workload, count, reasons, message } = error;
  const classes = seen.classes.get(workload) ?? [];
  const wanted = classes.reduce((sum, pods) => sum + pods.count, 0);
  const [podClass] = classes;
  const nowhere = podClass && nowhereBecause(podClass.pod, seen);
  const isOfOtherRegion = nowhere === undefined && requiresPlace(podClass?.pod, seen);
  const isUnknown = !seen.areAllPoolsKnown || (isOfOtherRegion && !seen.hadPools);
  if (nowhere === undefined && isUnknown) return undefined;
  if (nowhere === undefined && seen.waiting.has(workload)) return undefined;

  const exclusions = explainedFailures(simulation.cases[which].rounds).get(workload) ?? [];
  const full = podClass ? fullNodePools(simulation.cases[which], simulation, podClass.pod) : [];
  const isCertain = nowhere !== undefined || areNodesKnown(simulation);
  const when = textIf(which !== 'likely', ' when its autoscaler scales to the maximum');

  const what = isCertain
    ? byCount(count, 'is unschedulable', 'are unschedulable')
    : byCount(count, 'fits no NodePool', 'fit no NodePool');
  const why = reasons.map(({ nodePool, reason }) => {
    if (nodePool === '') return reason;
    return `NodePool \`${nodePool}\`: ${shortReason(reason)}`;
  });
  const { stopped, preempted } = simulation.cases[which];
  const running = stopped?.get(workload);
  const by = preempted?.get(workload);

  const autoscaler = raisingAutoscaler(simulation, workload, exclusions);
  const cause = why.length > 0 ? why.join('; ') : message;

  const severity = () => {
    if (isOfOtherRegion) return 'note';
    // What a chart is installed with may be quite different from its default values.
    if (manifest.source.origin?.isGuessed && !seen.hadPools) return 'note';
    return severityOf(which, { isCertain, hadPools: seen.hadPools });
  };

  const diagnostic = manifestDiagnostic(manifest, {
    code: 'provisioning/pod-unschedulable',
    severity: severity(),
    at: excludingField(manifest, exclusions) ?? ['metadata', 'name'],
    message:
      running === undefined
        ? `${count} of ${plural(wanted, 'pod')} of \`${workload}\` ${what}${when}`
        : `${plural(count, 'new pod')} of \`${workload}\` ${what}${when}, so its rollout stops`,
    measures: [{ value: count, better: 'fewer' }],
    unplacedPods: { areNodesUnknown: !isCertain, isLater: false },
    because: causesOf(exclusions, reasons),
    ...advised(exclusions),
    labels: [...autoscalerLabels(autoscaler), ...reasonLabels(simulation, reasons)],
    help: [
      ...(running === undefined ? [] : [oldPodsRun(running)]),
      ...listIf(by !== undefined, `Pods of \`${by}\` have a higher priority and take their room.`),
      ...optional(nowhere),
      ...listIf(full.length > 0, `The capacity reservations of NodePool ${quotedNames(full)} have no room.`),
      ...listIf(podClass !== undefined && hasResourceClaims(podClass.pod), claimsRefused),
      ...listIf(isOfOtherRegion, regionIsAssumed),
      ...listIf(!isCertain, nodesUnknown),
      ...plainReasons(exclusions, { homes: seen.homes?.get(workload), autoscaler }),
      `Karpenter says: ${cause}`,
    ].join(' '),
  });

  if (autoscaler === undefined) return diagnostic;
  return { ...diagnostic, span: autoscaler.manifest.span(autoscaler.path) };
}

/** The limits that the help of a finding advises. */
function advised(exclusions: readonly ExplainedExclusion[]): Pick<Diagnostic, 'advisedLimits'> {
  const advisedLimits = exclusions.flatMap(({ limit }) => limit ?? []);
  if (advisedLimits.length === 0) return {};
  return { advisedLimits };
}

/** The bound of a VerticalPodAutoscaler because of which pods fit nowhere. */
interface RaisingAutoscaler extends RaisedRequest {
  readonly manifest: Manifest;
}

/** The autoscaler of a workload, if it raises a request for which no NodePool has room. */
function raisingAutoscaler(
  { workloads }: Simulation,
  key: string,
  exclusions: readonly ExplainedExclusion[],
): RaisingAutoscaler | undefined {
  const autoscaled = workloads.workloads.find((workload) => workload.key === key)?.autoscaled;
  if (autoscaled === undefined) return undefined;

  const lacks = (resource: string): boolean =>
    exclusions.some(({ exclusion }) => exclusion.kind === 'resource' && exclusion.resource === resource);

  const bound = autoscaled.raised.find(({ resource }) => lacks(resource));
  return bound && { ...bound, manifest: autoscaled.by };
}

function autoscalerLabels(autoscaler: RaisingAutoscaler | undefined): readonly Label[] {
  if (autoscaler === undefined) return [];
  const { manifest, path } = autoscaler;
  return [
    { span: manifest.span(path), message: `VerticalPodAutoscaler \`${manifest.name}\` raises the requests to this` },
  ];
}

/** Source: core pkg/controllers/provisioning/scheduling/scheduler.go, DRA requirements. */
const claimsRefused =
  'The pods have `resourceClaims`, and Karpenter launches no nodes for Dynamic Resource Allocation. Request the device as a resource such as `nvidia.com/gpu` instead, or give the pods nodes that are there.';

/** Why pods fit no node of each NodePool. Where only Karpenter's message is known, the kind is `message`. */
function causesOf(
  exclusions: readonly ExplainedExclusion[],
  reasons: PodError['reasons'],
): NonNullable<Diagnostic['because']> {
  const causes = exclusions.map(({ nodePool, exclusion: { kind } }) => ({ nodePool, kind }));
  const others = reasons.flatMap(({ nodePool }) => {
    if (nodePool === '' || causes.some((exclusion) => exclusion.nodePool === nodePool)) return [];
    return [{ nodePool, kind: 'message' }];
  });
  return [...causes, ...others];
}

/** What still runs if a rollout stops. */
const oldPodsRun = (running: number): string =>
  `${plural(running, 'old pod')} ${byCount(running, 'keeps', 'keep')} running.`;

const regionIsAssumed =
  'They require a zone or an instance type, and no file names the region of the cluster. If it is the region of that zone, set `region` in plumbline.yaml.';

/** Whether the pods may be schedulable in the region that nothing names: they require its zones or instance types. */
const requiresPlace = (pod: Pod | undefined, { region }: Seen): boolean =>
  region === undefined && pod !== undefined && requiredLabels(pod.spec).some(isRegional);

/** Pods may run on nodes that nobody described. If there were no NodePools before, that is more likely than a mistake. */
function severityOf(
  which: 'likely' | 'high',
  { isCertain, hadPools }: { readonly isCertain: boolean; readonly hadPools: boolean },
): Severity {
  if (isCertain) {
    if (which === 'likely') return 'error';
    return 'warning';
  }
  if (which === 'likely' && hadPools) return 'warning';
  return 'note';
}

interface Homes {
  /** The NodePools that run the pods before the change. */
  readonly homes: ReadonlySet<string> | undefined;
  readonly autoscaler: RaisingAutoscaler | undefined;
}

/** Whether a fix lowers a request that an autoscaler would raise again. */
function lowersRequest({ exclusion, change }: ExplainedExclusion, autoscaler: RaisingAutoscaler | undefined): boolean {
  if (exclusion.kind !== 'resource' || exclusion.resource !== autoscaler?.resource) return false;
  return change?.startsWith(requestAtMost) === true;
}

/** For each NodePool, why it cannot run the pods, and the change that fixes it in a simulation. */
function plainReasons(
  exclusions: readonly ExplainedExclusion[],
  { homes = new Set(), autoscaler }: Homes,
): readonly string[] {
  const isHome = ({ nodePool }: ExplainedExclusion): boolean => homes.has(nodePool);
  const [first, others] = [exclusions.filter(isHome), exclusions.filter((exclusion) => !isHome(exclusion))];
  const rest = exclusions.length - maxRemedies;

  const textOf = (exclusion: ExplainedExclusion): string => {
    const { nodePool, plain, change } = exclusion;
    // Pods need no fix for a NodePool that never ran them, such as a toleration of the taint that keeps them off.
    const isOffered = change !== undefined && (first.length === 0 || isHome(exclusion));
    const before = textIf(
      lowersRequest(exclusion, autoscaler),
      `lower \`minAllowed\` of VerticalPodAutoscaler \`${autoscaler?.manifest.name}\` and `,
    );
    return `NodePool \`${nodePool}\`: ${plain}.${textIf(isOffered, ` To fix this, ${before}${change}.`)}`;
  };

  return [
    ...[...first, ...others].slice(0, maxRemedies).map(textOf),
    ...listIf(rest > 0, `${plural(rest, 'more NodePool')} cannot run them either.`),
  ];
}

function reasonLabels({ nodePools }: Simulation, reasons: PodError['reasons']): readonly Label[] {
  const pools = new Map(nodePools.known.map((pool) => [pool.name, pool]));
  return reasons.flatMap(({ nodePool }): Label[] => {
    const pool = pools.get(nodePool);
    if (pool === undefined) return [];
    return [{ span: pool.manifest.span(['metadata', 'name']), message: 'this NodePool cannot run the pods' }];
  });
}

/** Pods that Karpenter ignores may run on other nodes, unless no node can have what they require. */
function ignored(simulation: Simulation, facts: WorkloadFacts): readonly Diagnostic[] {
  const byKey = manifestsByKey(simulation);
  const { results, input } = simulation.cases.likely;
  const classes = groupBy(input.podClasses, (pods) => pods.workload);

  return ignoredByWorkload(results).flatMap(({ workload, count, reason }) => {
    const manifest = byKey.get(workload);
    if (manifest === undefined) return [];

    const [podClass] = classes.get(workload) ?? [];
    const nowhere = podClass && nowhereBecause(podClass.pod, facts);
    if (nowhere !== undefined)
      return [
        manifestDiagnostic(manifest, {
          code: 'provisioning/pod-unschedulable',
          severity: 'error',
          at: ['metadata', 'name'],
          message: `${plural(count, 'pod')} of \`${workload}\` ${byCount(count, 'is', 'are')} unschedulable`,
          measures: [{ value: count, better: 'fewer' }],
          help: `${nowhere} Karpenter says: ${reason}`,
        }),
      ];

    const required = podClass && labelOfKarpenterNodes(podClass.pod);
    if (required !== undefined) return [withoutLaunch(manifest, { workload, count, required })];

    const node = podClass?.pod.spec.nodeSelector?.[label.hostname];
    if (node !== undefined) return [boundToNode(manifest, { workload, count, node })];

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/pod-ignored',
        severity: 'note',
        at: ['metadata', 'name'],
        message: `Karpenter ignores ${plural(count, 'pod')} of \`${workload}\``,
        measures: [{ value: count, better: 'fewer' }],
        help: `Karpenter says: ${reason}`,
      }),
    ];
  });
}

interface BoundPods {
  readonly workload: string;
  readonly count: number;
  /** The name of the only node that they select. */
  readonly node: string;
}

const boundToNode = (manifest: Manifest, { workload, count, node }: BoundPods): Diagnostic =>
  manifestDiagnostic(manifest, {
    code: 'provisioning/pod-ignored',
    severity: 'note',
    isProminent: true,
    at: selectingField(manifest, podSpecPath(manifest), label.hostname) ?? ['metadata', 'name'],
    message: `Karpenter launches no node for ${plural(count, 'pod')} of \`${workload}\`, because ${byCount(count, 'it selects', 'they select')} the node \`${node}\` by its name. Once this node is gone or replaced, ${byCount(count, 'the pod stays', 'the pods stay')} pending`,
    measures: [{ value: count, better: 'fewer' }],
    help: `Select a label that new nodes have as well, such as \`${label.nodePool}\`.`,
  });

interface PodsWithoutLaunch {
  readonly workload: string;
  readonly count: number;
  /** The label of Karpenter's nodes that they require. */
  readonly required: string;
}

const withoutLaunch = (manifest: Manifest, { workload, count, required }: PodsWithoutLaunch): Diagnostic =>
  manifestDiagnostic(manifest, {
    code: 'provisioning/pod-ignored',
    severity: 'warning',
    at: selectingField(manifest, podSpecPath(manifest), required) ?? ['metadata', 'name'],
    message: `Karpenter launches no node for ${plural(count, 'pod')} of \`${workload}\`, because ${byCount(count, 'it requires', 'they require')} the label \`${required}\``,
    measures: [{ value: count, better: 'fewer' }],
    help: `${byCount(count, 'The pod runs', 'The pods run')} only where a running node of Karpenter has room. Require the label \`${label.nodePool}\` instead, for example with the operator \`Exists\` in a node affinity.`,
  });
