import { parseDuration } from '../../karpenter/api/duration.ts';
import { formatResource, parseResource } from '../../karpenter/api/quantity.ts';
import { chartDefaults } from '../../karpenter/installation/chart-defaults.ts';
import { type HelmRelease, knownTextAt, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asList, asMapping, asText, type Path, type Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isKnown } from '../../text/evidence.ts';
import { compareNames } from '../../text/name-order.ts';
import { textIf } from '../../text/words/text-if.ts';

/** A release of Karpenter before and after a change. */
export type ReleasePair = readonly [before: HelmRelease, after: HelmRelease];

/**
 * Says what other values of the controller itself do: its replicas, its resources, its role, how it waits for pods, and which API server its nodes
 * join.
 */
export const controllerChange = (pair: ReleasePair): Diagnostic[] => [
  ...replicasChange(pair),
  ...resourcesChange(pair),
  ...roleChange(pair),
  ...leaderChange(pair),
  ...batchChange(pair),
  ...endpointChange(pair),
];

type Statement = Pick<Diagnostic, 'severity' | 'message' | 'help'>;

/** A finding at the first of some values that is written, or at the closest mapping around the first one. */
function finding({ manifest, values }: HelmRelease, paths: readonly Path[], statement: Statement): Diagnostic {
  const places = paths.map((path) => [...values, ...path]);
  const written = places.find((path) => manifest.get(path) !== undefined);
  const around = (path: Path): Path => {
    if (path.length === 0 || manifest.get(path) !== undefined) return path;
    return around(path.slice(0, -1));
  };

  return {
    code: 'upgrade/settings',
    span: written ? manifest.span(written) : manifest.keySpan(around(places[0] ?? values)),
    labels: [],
    resource: null,
    chartValues: paths.map((path) => path.join('.')),
    ...statement,
  };
}

/** A value of both sides; undefined if one of them is unknown, or if it is the same. A value that is not written is `otherwise`. */
function changed(
  [before, after]: ReleasePair,
  path: readonly string[],
  otherwise?: Value,
): readonly [Value, Value] | undefined {
  const [valueBefore, valueAfter] = [releaseValue(before, ...path), releaseValue(after, ...path)];
  if (!isKnown(valueBefore) || !isKnown(valueAfter)) return undefined;

  const [from, to] = [valueBefore.value ?? otherwise ?? null, valueAfter.value ?? otherwise ?? null];
  if (canonical(from) === canonical(to) || holdsPlaceholder([from, to])) return undefined;
  return [from, to];
}

/** One replica works, the others wait for its lease (core pkg/operator/operator.go LeaderElection). */
function replicasChange(pair: ReleasePair): Diagnostic[] {
  const [from, to] = changed(pair, ['replicas'], chartDefaults.replicas) ?? [];
  // `controller-nodes` reports a controller without replicas.
  if (typeof from !== 'number' || typeof to !== 'number' || to < 1) return [];

  const isAlone = to === 1;

  const message = () => {
    if (isAlone)
      return `Karpenter’s controller has one replica instead of ${from}. While it moves to another node or restarts, nothing launches nodes or reacts to interruptions`;
    return `Karpenter’s controller has ${to} replicas instead of ${from}. One works, and the others wait to replace it`;
  };

  return [
    finding(pair[1], [['replicas']], {
      severity: 'note',
      message: message(),
      help: isAlone
        ? 'Keep 2 replicas, the default of the chart, in clusters that matter.'
        : 'Check that each replica has a node of its own that Karpenter did not launch.',
    }),
  ];
}

const rolePath = ['serviceAccount', 'annotations', 'eks.amazonaws.com/role-arn'];

/**
 * EKS gives the controller the role that its service account names. Source:
 * https://docs.aws.amazon.com/eks/latest/userguide/associate-service-account-role.html
 */
function roleChange(pair: ReleasePair): Diagnostic[] {
  const [from, to] = changed(pair, rolePath) ?? [];
  if (typeof from !== 'string' || typeof to !== 'string') return [];

  return [
    finding(pair[1], [rolePath], {
      severity: 'note',
      message: `Karpenter’s controller takes the role \`${to}\` instead of \`${from}\`. Without its permissions, it launches and replaces no nodes. Running nodes stay`,
      help: 'Check that the role exists, that it trusts the service account of the controller, and that it has the permissions of this version of Karpenter.',
    }),
  ];
}

const resourcesPath = ['controller', 'resources'];
/** The installation guide gives the controller 1Gi. It is killed with a quarter of that in clusters of ordinary size. */
const leastMemory = '512Mi';

function resourcesChange(pair: ReleasePair): Diagnostic[] {
  const [from, to] = changed(pair, resourcesPath, {}) ?? [];
  if (from === undefined || to === undefined) return [];

  const [amountsBefore, amountsAfter] = [amountsIn(from), amountsIn(to)];
  const names = [...new Set([...amountsBefore.keys(), ...amountsAfter.keys()])].filter(
    (name) => amountsBefore.get(name) !== amountsAfter.get(name),
  );
  const paths = [...names.map((name) => name.split('.')), ['requests'], ['limits'], []].map((path) => [
    ...resourcesPath,
    ...path,
  ]);

  const limit = amountsAfter.get('limits.memory');
  if (limit !== undefined && isLowered(amountsBefore.get('limits.memory'), limit) && isBelow(limit, leastMemory))
    return [
      finding(pair[1], [[...resourcesPath, 'limits', 'memory'], ...paths], {
        severity: 'warning',
        message: `Karpenter’s controller may use only \`${limit}\` of memory. It caches all pods, nodes and instance types, and if it is killed for lack of memory, nothing launches nodes until it has restarted`,
        help: 'Set `controller.resources.limits.memory` to `1Gi`, as the installation guide does, unless you have measured less.',
      }),
    ];

  if (amountsAfter.size === 0)
    return [
      finding(pair[1], paths, {
        severity: 'note',
        message:
          'Karpenter’s controller no longer requests any resources, so on a busy node it may be slow or run out of memory',
        help: 'Request at least what the installation guide does: `cpu: 1` and `memory: 1Gi`.',
      }),
    ];

  const changes = names.sort(compareNames).map((name) => {
    const [old, now] = [amountsBefore.get(name) ?? 'unset', amountsAfter.get(name) ?? 'unset'];
    return `\`${name}\` from \`${old}\` to \`${now}\``;
  });
  if (changes.length === 0 || changes.length > 4) return [];

  return [
    finding(pair[1], paths, {
      severity: 'note',
      message: `The change sets ${changes.join(', ')} for Karpenter’s controller`,
      help: 'Check that a node that Karpenter did not launch has room for each replica.',
    }),
  ];
}

/** Each amount of `requests` and `limits`, by the path of its value. */
function amountsIn(resources: Value): ReadonlyMap<string, string> {
  const amounts = new Map<string, string>();

  for (const part of ['requests', 'limits'])
    for (const [name, written] of Object.entries(asMapping(asMapping(resources)?.[part]) ?? {})) {
      const text = asText(written);
      const amount = text === undefined ? undefined : parseResource(name, text);
      if (amount !== undefined) amounts.set(`${part}.${name}`, formatResource(name, amount, text));
    }

  return amounts;
}

const bytes = (text: string): number => parseResource('memory', text) ?? 0;
const isBelow = (amount: string, other: string): boolean => bytes(amount) < bytes(other);
const isLowered = (from: string | undefined, to: string): boolean => from === undefined || isBelow(to, from);

const variable = 'DISABLE_LEADER_ELECTION';

/** Without an election, each replica works (core pkg/operator/options/options.go). */
function leaderChange(pair: ReleasePair): Diagnostic[] {
  const [from, to] = changed(pair, ['controller', 'env'], []) ?? [];
  const replicas = releaseValue(pair[1], 'replicas');
  if (from === undefined || to === undefined || !isKnown(replicas)) return [];

  const count = replicas.value ?? chartDefaults.replicas;
  if (isWithoutElection(from) || !isWithoutElection(to) || typeof count !== 'number' || count < 2) return [];

  return [
    finding(pair[1], [['controller', 'env']], {
      severity: 'error',
      message: `\`${variable}\` lets all ${count} replicas of Karpenter’s controller work at the same time, so each launches nodes for the same pods and removes nodes that another one uses`,
      help: `Remove \`${variable}\`, or set \`replicas: 1\`.`,
    }),
  ];
}

const isWithoutElection = (variables: Value): boolean =>
  asList(variables).some((entry) => {
    const { name, value } = asMapping(entry) ?? {};
    return name === variable && asText(value) === 'true';
  });

/** Karpenter waits for more pods before it launches nodes: until none has come for the idle duration, and at most the other one. */
function batchChange(pair: ReleasePair): Diagnostic[] {
  const names = ['batchIdleDuration', 'batchMaxDuration'] as const;
  const changes = names.filter(
    (name) => changed(pair, ['settings', name], chartDefaults[`settings.${name}`]) !== undefined,
  );
  if (changes.length === 0) return [];

  const [textsBefore, textsAfter] = pair.map((release) => names.map((name) => textOf(release, name)));
  const [idle, most] = textsAfter!.map((text) => text && parseDuration(text));
  if (![...textsBefore!, ...textsAfter!].every((text) => text !== undefined && parseDuration(text) !== undefined))
    return [];

  const isIdleLonger = idle! > most!;
  const consequence = textIf(isIdleLonger, '. `batchIdleDuration` is above `batchMaxDuration`, so it has no effect');

  const help = () => {
    if (isIdleLonger) return 'Set `batchIdleDuration` below `batchMaxDuration`.';
    return 'Longer durations give fewer and larger nodes, and pods start later.';
  };

  return [
    finding(
      pair[1],
      changes.map((name) => ['settings', name]),
      {
        severity: 'note',
        message: `Karpenter launches nodes after ${textsAfter![0]} without a new pod, at the latest after ${textsAfter![1]}. Before the change, these were ${textsBefore![0]} and ${textsBefore![1]}${consequence}`,
        help: help(),
      },
    ),
  ];
}

/** A duration of a side as text; undefined if it is unknown. */
function textOf(release: HelmRelease, name: 'batchIdleDuration' | 'batchMaxDuration'): string | undefined {
  const value = releaseValue(release, 'settings', name);
  if (!isKnown(value)) return undefined;
  return asText(value.value ?? chartDefaults[`settings.${name}`]);
}

const endpointPath = ['settings', 'clusterEndpoint'];
/** The address that EKS gives an API server: the id of the cluster, and its region. */
const eksEndpoint = /^https:\/\/([0-9A-Z]+)\.[\w.-]*?\.?([a-z]{2}(?:-[a-z]+)+-\d)\.eks\.amazonaws\.com/i;

/** Karpenter writes the endpoint into the user data of new nodes (provider-aws pkg/providers/amifamily/bootstrap). */
function endpointChange(pair: ReleasePair): Diagnostic[] {
  const [from, to] = pair.map(({ manifest, values }) => knownTextAt(manifest, [...values, ...endpointPath]));
  const [old, now] = [from, to].map((text) => eksEndpoint.exec(text ?? ''));
  const names = pair.map(({ manifest, values }) => knownTextAt(manifest, [...values, 'settings', 'clusterName']));
  const isOtherCluster = names[0] === undefined || names[0] !== names[1];
  if (!old || !now || old[1]!.toUpperCase() === now[1]!.toUpperCase() || isOtherCluster) return [];

  const isOtherRegion = old[2] !== now[2];
  const where = textIf(isOtherRegion, ` in ${now[2]}`);

  return [
    finding(pair[1], [endpointPath], {
      severity: isOtherRegion ? 'error' : 'warning',
      message: `\`clusterEndpoint\` is the API server of another cluster${where}. Unless \`${names[1]}\` was created again, its endpoint never changes, and new nodes do not join it`,
      help: `Set the endpoint of \`${names[1]}\`, or remove it: then Karpenter asks EKS for it.`,
    }),
  ];
}
