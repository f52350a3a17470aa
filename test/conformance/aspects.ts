import type { NewNodeClaim } from '../../src/engine/cluster/provisioning/input/results.ts';
import { parseResource } from '../../src/engine/karpenter/api/quantity.ts';
import type { Requirement } from '../../src/engine/karpenter/scheduling/requirement.ts';
import { compareNames } from '../../src/engine/text/name-order.ts';
import type { ExpectedClaim, ExpectedRequirement, ExpectedResult, Outcome } from './scenario.ts';

/** The compared aspects, from coarse to fine. */
export const aspects = [
  'podErrors',
  'nodeCount',
  'composition',
  'placement',
  'types',
  'launch',
  'launchTypes',
  'cost',
  'existing',
  'messages',
] as const;
export type Aspect = (typeof aspects)[number];

/** Each aspect in one comparable form. Equal texts mean agreement. */
export type Picture = Readonly<Record<Aspect, string>>;

const hidden: ReadonlySet<string> = new Set([
  'karpenter.sh/nodepool',
  'karpenter.sh/registered',
  'karpenter.sh/initialized',
  'kubernetes.io/hostname',
  'karpenter.k8s.aws/ec2nodeclass',
]);

interface Claim {
  readonly nodePool: string;
  readonly pods: Readonly<Record<string, number>>;
  readonly requirements: Readonly<Record<string, ExpectedRequirement>>;
  readonly requests: Readonly<Record<string, number>>;
  readonly types: string;
  readonly launch: { readonly price: number; readonly choice: unknown; readonly types: string };
}

interface Facts {
  readonly claims: readonly Claim[];
  readonly existing: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly staticNodes: Readonly<Record<string, string>>;
  readonly errors: unknown;
  readonly messages: unknown;
}

/** The recorded result. */
export const pictureOfExpected = (expected: ExpectedResult): Picture => picture(factsOfExpected(expected));

/** Our result. */
export const pictureOf = (outcome: Outcome): Picture => picture(factsOf(outcome));

function picture({ claims, existing, staticNodes, errors, messages }: Facts): Picture {
  const multiset = (view: (claim: Claim) => unknown): string =>
    claims
      .map((claim) => text(view(claim)))
      .sort()
      .join('\n');
  return {
    podErrors: text(errors),
    nodeCount: text(claims.length),
    composition: multiset(({ nodePool, pods }) => ({ nodePool, pods })),
    placement: multiset(({ types: _, launch: __, ...claim }) => claim),
    types: multiset(({ launch: _, ...claim }) => claim),
    launch: multiset(({ types: _, launch, ...claim }) => ({ ...claim, launch: launch.choice })),
    launchTypes: multiset(({ types: _, ...claim }) => claim),
    cost: text(round(claims.reduce((sum, { launch }) => sum + launch.price, 0))),
    existing: Object.keys(staticNodes).length === 0 ? text(existing) : text([existing, staticNodes]),
    messages: text(messages),
  };
}

const round = (price: number): number => Math.round(price * 1e6) / 1e6;

/** JSON with sorted keys. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareNames(a, b)))
      : inner,
  );

/** `Deployment/web` is short for `Deployment/default/web`. */
const workload = (key: string): string => (key.split('/').length === 2 ? key.replace('/', '/default/') : key);

const spelt = <T>(record: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [workload(key), value]));

/** `m5.{large,xlarge} c5.large` → the names, sorted. */
function expand(compact: string): string[] {
  return compact
    .split(' ')
    .flatMap((part) => {
      const [, family, sizes] = /^([^.]+)\.\{?([^}]*)\}?$/.exec(part) ?? [];
      return (sizes ?? '').split(',').map((size) => `${family}.${size}`);
    })
    .sort();
}

function factsOfExpected(expected: ExpectedResult): Facts {
  const sets = expected.typeSets ?? {};
  const types = (id: string | undefined): string => (id === undefined ? '' : expand(sets[id] ?? '').join(' '));
  const claims = expected.newNodeClaims.flatMap((claim) =>
    Array.from({ length: claim.count }, () => claimOfExpected(claim, types)),
  );
  const counts = (pods: ExpectedResult['podErrors']) =>
    Object.fromEntries(Object.entries(spelt(pods)).map(([key, { count }]) => [key, count]));
  const messages = (pods: ExpectedResult['podErrors']) =>
    Object.fromEntries(Object.entries(spelt(pods)).map(([key, own]) => [key, own.messages.map(message).sort()]));
  return {
    claims,
    existing: Object.fromEntries(
      Object.entries(expected.existingNodes ?? {}).map(([name, pods]) => [name, spelt(pods)]),
    ),
    staticNodes: expected.staticNodes ?? {},
    errors: [
      counts(expected.podErrors),
      counts(expected.ignoredPods),
      Object.keys(expected.nodePoolsNotReady ?? {}).sort(),
      (expected.events ?? []).map((event) => event.replace('NoCompatibleInstanceTypes ', '')).sort(),
    ],
    messages: [messages(expected.podErrors), messages(expected.ignoredPods)],
  };
}

/** Errors of several NodePools in any order, and placeholder hostnames without their numbers. */
const message = (joined: string): string =>
  joined
    .split(/ ;; |; /)
    .map((part) => part.replaceAll(/hostname-placeholder-\d+/g, 'hostname-placeholder'))
    .sort()
    .join(' ;; ');

function claimOfExpected(claim: ExpectedClaim, types: (id: string | undefined) => string): Claim {
  const { launch } = claim;
  const requests = Object.entries(claim.requests).map(
    ([name, amount]) => [name, parseResource(name, amount)!] as const,
  );
  return {
    nodePool: claim.nodePool,
    pods: spelt(claim.pods),
    requirements: claim.requirements,
    requests: Object.fromEntries(requests),
    types: types(claim.instanceTypes),
    launch: {
      price: launch?.cheapest?.price ?? 0,
      choice: choice({
        capacityType: launch?.capacityType || undefined,
        offer:
          launch?.cheapest &&
          `${launch.cheapest.instanceType} ${launch.cheapest.zone} ${launch.cheapest.price.toPrecision(9)}`,
        ties: launch?.ties,
        hasFailed: launch?.error !== undefined,
      }),
      types: types(launch?.types),
    },
  };
}

interface Choice {
  readonly capacityType: string | undefined;
  readonly offer: string | undefined;
  readonly ties: readonly string[] | undefined;
  readonly hasFailed: boolean;
}

const choice = ({ ties = [], ...rest }: Choice): unknown => ({ ...rest, ties: [...ties].sort() });

function factsOf({ results, nodePoolsNotReady, staticNodes }: Outcome): Facts {
  const counts = (entries: readonly { workload: string; count: number }[]): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const { workload: key, count } of entries) sums[key] = (sums[key] ?? 0) + count;
    return sums;
  };
  const shown = (entries: readonly string[]): string[] => {
    const sorted = [...new Set(entries.map(message))].sort();
    return sorted.length > 4
      ? [...sorted.slice(0, 4), `(and ${sorted.length - 4} more distinct messages)`].sort()
      : sorted;
  };
  const errors = results.podErrors.map(({ workload: key, messages }) => [key, shown(messages)] as const);
  return {
    claims: results.newNodeClaims.map(claimOf),
    existing: Object.fromEntries(results.existingNodes.map(({ name, pods }) => [name, Object.fromEntries(pods)])),
    staticNodes,
    errors: [
      counts(results.podErrors),
      counts(results.ignored),
      [...nodePoolsNotReady].sort(),
      results.events.map(({ nodePool, reason }) => `${nodePool}: ${reason}`).sort(),
    ],
    messages: [
      Object.fromEntries(errors),
      Object.fromEntries(results.ignored.map(({ workload: key, reason }) => [key, [message(reason)]])),
    ],
  };
}

function claimOf(claim: NewNodeClaim): Claim {
  const { launch } = claim;
  const requirements = claim.requirements.values().filter(({ key }) => !hidden.has(key));
  return {
    nodePool: claim.nodePool,
    pods: Object.fromEntries(claim.pods),
    requirements: Object.fromEntries(requirements.map((requirement) => [requirement.key, requirementOf(requirement)])),
    requests: Object.fromEntries(claim.requests),
    types: claim.instanceTypes.join(' '),
    launch:
      'error' in launch
        ? {
            price: 0,
            choice: choice({ capacityType: undefined, offer: undefined, ties: [], hasFailed: true }),
            types: '',
          }
        : {
            price: launch.hourlyUsd,
            choice: choice({
              capacityType: launch.capacityType,
              offer: `${launch.instanceType} ${launch.zone} ${launch.hourlyUsd.toPrecision(9)}`,
              ties: launch.ties,
              hasFailed: false,
            }),
            types: launch.types.join(' '),
          },
  };
}

function requirementOf({ operator, values, gte, lte, minValues }: Requirement): ExpectedRequirement {
  return {
    op: operator,
    ...(values.size > 0 && { values: [...values].sort() }),
    ...(gte !== undefined && { gte: String(gte) }),
    ...(lte !== undefined && { lte: String(lte) }),
    ...(minValues !== undefined && { minValues }),
  };
}
