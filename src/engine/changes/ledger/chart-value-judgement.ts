import { isObject, type Path, type Value } from '../../manifest/model/manifest.ts';
import { valueTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { deciding, harmless, type Judgement, modelled, notUnderstood, ruled, withTopics } from './judgement.ts';

/** Values that no node and no pod depends on. */
const inertValues =
  /(?:^|\.)(?:logLevel|logConfig|logEncoding|logOutputPaths|logErrorOutputPaths|serviceMonitor|additionalLabels|podLabels|revisionHistoryLimit)(?:\.|$)/;

/** The tag of the image, which is another version of Karpenter. */
const imageVersion = /(?:^|\.)image(?:\.(?:tag|digest))?$/;

/** Values by which rules know the role of the controller. */
const credentials = /(?:^|\.)serviceAccount(?:\.|$)/;

/** The role that the controller takes by web identity (IRSA). A note says which other one it takes. */
const roleOfController = /(?:^|\.)(serviceAccount\.annotations\.eks\.amazonaws\.com\/role-arn)$/;

/** Values that rules and the simulation read, from the key that they begin with. */
const readValues = /(?:^|\.)((?:settings|controller\.(?:resources|env)|replicas)(?:\..*)?)$/;

/**
 * A value of Karpenter’s chart. That a rule reads it does not mean that it compares it: what is not said about this very value is not understood
 * (ADR 0041).
 */
export function judgedChartValue(path: Path, what: string): Judgement {
  const field = path.join('.');
  if (inertValues.test(field)) return harmless(what, 'changes what Karpenter logs or which labels it has');
  if (imageVersion.test(field)) return modelled(what, 'names the version of Karpenter');

  if (credentials.test(field)) {
    const judgement = ruled(what, 'decides which role the controller has', 'access');
    const role = roleOfController.exec(field)?.[1];
    if (role === undefined) return judgement;
    return withTopics(judgement, ['access', valueTopic(role)]);
  }

  const value = readValues.exec(nameOfValue(path))?.[1];
  if (value !== undefined) return ruled(what, 'a setting of Karpenter that rules read', valueTopic(value));

  const open = notUnderstood(what, 'plumbline does not judge this value of Karpenter’s chart', true);
  const decides = decisions.find(([names]) => names.test(field))?.[1];
  if (decides === undefined) return open;
  return deciding(open, decides);
}

/** What values of the chart decide that no rule compares. Source: karpenter-provider-aws charts/karpenter/README.md. */
const decisions: readonly (readonly [names: RegExp, decides: string])[] = [
  [
    /(?:^|\.)(?:tolerations|nodeSelector|affinity|topologySpreadConstraints)(?:\.|$)/,
    'on which nodes Karpenter’s controller may run',
  ],
  [
    /(?:^|\.)(?:podDisruptionBudget|strategy|terminationGracePeriodSeconds)(?:\.|$)/,
    'how pods of the controller are replaced',
  ],
  [/(?:^|\.)priorityClassName$/, 'which pods make room for the controller'],
  [/(?:^|\.)(?:dnsPolicy|dnsConfig|hostNetwork)(?:\.|$)/, 'how the controller reaches the network'],
  [/(?:^|\.)(?:podSecurityContext|securityContext)(?:\.|$)/, 'what the container of the controller may do'],
  [/(?:^|\.)(?:livenessProbe|readinessProbe|healthProbe)(?:\.|$)/, 'when the controller counts as healthy'],
];

/**
 * How the controller resolves names after the change; undefined for another value, or if that is unknown. With `Default`, it uses the resolver of its
 * node, so that it needs no CoreDNS. Source: https://karpenter.sh/docs/troubleshooting/, "DNS policy".
 */
export function judgedNames(
  path: Path,
  [before, after]: readonly (Value | undefined)[],
  what: string,
): Judgement | undefined {
  if (path.at(-1) !== 'dnsPolicy') return undefined;
  // The chart writes `ClusterFirst` if nobody else does.
  const [from, to] = [before ?? 'ClusterFirst', after ?? 'ClusterFirst'];
  if (from === to) return harmless(what, 'the value that the chart has anyway');
  if (to === 'Default') return harmless(what, 'the controller resolves names by its node, and no longer needs CoreDNS');
  if (from !== 'Default' || to !== 'ClusterFirst') return undefined;
  return deciding(
    notUnderstood(what, '', true),
    'that the controller needs CoreDNS, which must not wait for nodes of Karpenter',
  );
}

const spreadKeys = /^(?:topology\.kubernetes\.io\/zone|kubernetes\.io\/hostname)$/;

/**
 * A topology spread constraint of the controller that keeps its pods apart as the chart does by default, or only if there is room: one over zones,
 * which the chart has, and one over nodes, of which each has one replica. Source: charts/karpenter/values.yaml.
 */
const isPlainSpread = (constraint: Value): boolean => {
  if (!isObject(constraint)) return false;
  const { maxSkew, topologyKey, whenUnsatisfiable, ...others } = constraint;

  return (
    typeof maxSkew === 'number' &&
    maxSkew >= 1 &&
    typeof topologyKey === 'string' &&
    spreadKeys.test(topologyKey) &&
    (whenUnsatisfiable === 'DoNotSchedule' || whenUnsatisfiable === 'ScheduleAnyway') &&
    Object.keys(others).every((key) => key === 'labelSelector')
  );
};

/** Where the topology spread constraints of the controller are in the values of its chart; undefined for any other value. */
export function placeOfSpread(path: Path): Path | undefined {
  const at = path.indexOf('topologySpreadConstraints');
  if (at === -1) return undefined;
  return path.slice(0, at + 1);
}

/**
 * What topology spread constraints do to the controller after the change; undefined if a pod of it may stay pending.
 * Without any, the chart has its own.
 */
export function judgedSpread(constraints: Value | undefined, what: string): Judgement | undefined {
  const isPlain = constraints == null || (Array.isArray(constraints) && constraints.every(isPlainSpread));
  if (!isPlain) return undefined;
  return harmless(what, 'spreads the pods of Karpenter’s controller, and touches no node of a NodePool');
}

/** The path of a value without the indexes of lists in it, so that an entry of a list counts as the list. */
function nameOfValue(path: Path): string {
  const start = path.findIndex((step) => step === 'settings' || step === 'controller' || step === 'replicas');
  const index = path.findIndex((step, at) => at > start && typeof step === 'number');
  return path.slice(0, index === -1 ? path.length : index).join('.');
}
