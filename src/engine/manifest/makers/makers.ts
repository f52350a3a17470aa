import { asList, asMapping, asText, groupOf, isObject, type Mapping, type Value } from '../manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';
import { batch } from './batch.ts';
import { databases } from './databases.ts';
import { requestsOf } from './forms.ts';
import type { DottedPath, MadeBudget, MadeCount, MadePods, Maker, PodPart } from './maker.ts';
import { searchAndMessaging } from './search-and-messaging.ts';
import { servingAndMonitoring } from './serving-and-monitoring.ts';

/** All kinds whose controllers create pods, apart from those of Kubernetes itself. */
export const makers: readonly Maker[] = [...databases, ...searchAndMessaging, ...batch, ...servingAndMonitoring];

const byKind = new Map(makers.map((maker) => [`${maker.group}/${maker.kind}`, maker]));

/** The row of an object; undefined if its controller creates no pods, or if it is unknown. */
export const makerOf = ({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): Maker | undefined => byKind.get(`${groupOf(apiVersion)}/${kind}`);

/** Matches the API version of every such kind. */
export const makerApi = new RegExp(
  `\\bapiVersion["']?\\s*:\\s*["']?(?:${[...new Set(makers.map(({ group }) => group.replaceAll('.', '\\.')))].join('|')})/`,
);

/** The most groups of one object that are read. */
const maxGroups = 50;

/** The pods that the controller of an object creates, one entry for each group of equal pods. */
export function madePods(maker: Maker, object: Mapping): readonly MadePods[] {
  const name = asText(asMapping(object.metadata)?.name) ?? '';
  const paused = maker.paused === undefined ? undefined : find(object, object, maker.paused);
  return maker.parts.flatMap((part) =>
    entriesOf(part, object).flatMap(([group, entry]): MadePods[] => {
      const at = (path: DottedPath): Value | undefined => find(object, entry, path);
      if (!exists(part, at)) return [];
      const isDaemon = part.daemon !== undefined && asText(at(part.daemon[0])) === part.daemon[1];
      const count = paused === true ? noPods : countOf(part, at);
      return [{ name: group, count, isDaemon, ...templateOf(part, at, { object, name }) }];
    }),
  );
}

const noPods: MadeCount = { low: 0, likely: 0, high: 0 };

/** The entries of a part, with their names. */
function entriesOf({ each, name }: PodPart, object: Mapping): readonly (readonly [string | undefined, Mapping])[] {
  if (each === undefined) return [[name, object]];
  const all = find(object, object, each);
  const entries: (readonly [string, Value])[] = isObject(all)
    ? Object.entries(all)
    : asList(all).map((entry, index) => [nameOfEntry(entry) ?? `${index}`, entry]);
  return entries.slice(0, maxGroups).flatMap(([key, entry]) => (isObject(entry) ? [[key, entry] as const] : []));
}

const nameOfEntry = (entry: Value): string | undefined => {
  const { name, groupName } = asMapping(entry) ?? {};
  return asText(name) ?? asText(groupName);
};

function exists({ when, unless }: PodPart, at: (path: DottedPath) => Value | undefined): boolean {
  const value = when === undefined ? true : at(when);
  if (value === undefined || value === null || value === false || value === 0) return false;
  return unless === undefined || asText(at(unless[0])) !== unless[1];
}

/** The first of the alternatives of a path that is written. */
function find(object: Mapping, entry: Mapping, path: DottedPath): Value | undefined {
  for (const alternative of path.split('|')) {
    const isFromRoot = alternative.startsWith('/');
    const found = walk(isFromRoot ? object : entry, isFromRoot ? alternative.slice(1) : alternative);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

function walk(root: Value, path: DottedPath): Value | undefined {
  let value: Value | undefined = root;
  for (const step of path === '' ? [] : path.split(/(?<!\\)\./)) {
    const key = step.replaceAll('\\', '');
    // A placeholder in place of a mapping stands for everything below it.
    if (hasPlaceholder(value)) return value;
    value = Array.isArray(value) ? value[Number(key)] : asMapping(value)?.[key];
    if (value === undefined) return undefined;
  }
  return value;
}

/** A whole number of 0 or more, also if it is written as text; null for anything else. */
function numberOf(value: Value | undefined, fallback: number): number | null {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
}

function countOf(
  { count = [], fallback = 1, bounds }: PodPart,
  at: (path: DottedPath) => Value | undefined,
): MadeCount {
  const factors = count.map((factor, index) => {
    const { at: path, less } = typeof factor === 'string' ? { at: factor, less: 0 } : factor;
    const number = numberOf(at(path), index === 0 ? fallback : 1);
    return number === null ? null : Math.max(0, number - less);
  });
  const product = (all: readonly (number | null)[]): number | null =>
    all.reduce<number | null>((total, factor) => (total === null || factor === null ? null : total * factor), 1);
  const likely = product(factors);
  if (bounds === undefined) return { low: likely, likely, high: likely };

  const when = bounds.when === undefined ? true : at(bounds.when);
  const isScaled = when !== undefined && when !== false;
  const [min, max] = [numberOf(at(bounds.min), isScaled ? 0 : (likely ?? 0)), numberOf(at(bounds.max), likely ?? 0)];
  const others = product(factors.slice(1));
  if (min === null || max === null || others === null || likely === null)
    return isScaled ? { low: null, likely: null, high: null } : { low: likely, likely, high: likely };
  const first = factors[0] ?? 1;
  if (!isScaled) return { low: likely, likely, high: likely };
  const within = Math.min(Math.max(first, min), Math.max(min, max));
  return { low: min * others, likely: within * others, high: Math.max(min, max) * others };
}

/** Fields of pods that decide where they run and whether they may be moved. */
const placementFields = [
  ...['nodeSelector', 'affinity', 'tolerations', 'topologySpreadConstraints', 'priorityClassName', 'schedulerName'],
  ...['runtimeClassName', 'hostNetwork', 'terminationGracePeriodSeconds', 'resourceClaims', 'schedulingGates'],
];

interface Named {
  readonly object: Mapping;
  readonly name: string;
}

function templateOf(
  part: PodPart,
  at: (path: DottedPath) => Value | undefined,
  named: Named,
): Pick<MadePods, 'metadata' | 'spec'> {
  const template = part.template === undefined ? undefined : at(part.template);
  const written = part.pod === undefined ? asMapping(template)?.spec : at(part.pod);
  const metadata = asMapping(asMapping(template)?.metadata) ?? {};
  const labels = { ...(asMapping(metadata.labels) ?? {}), ...labelsOf(part.labels ?? {}, named) };
  const isUnknown = hasPlaceholder(template) || hasPlaceholder(written);
  const spec = isUnknown ? { containers: [{ resources: { requests: { cpu: `${template ?? written}` } } }] } : {};
  const complete = { ...(asMapping(written) ?? {}), ...spec };
  return {
    metadata: { ...metadata, labels },
    spec: { ...placed(part, at), ...complete, ...containersOf(part, complete, at) },
  };
}

/** The places that a part names, under those of its template. */
function placed({ placement = [], scheduler }: PodPart, at: (path: DottedPath) => Value | undefined): Mapping {
  const mappings = placement.map(at).filter(isObject);
  const entries = placementFields.flatMap((field): [string, Value][] => {
    const from = mappings.find((mapping) => mapping[field] !== undefined && mapping[field] !== null);
    return from === undefined || !isPlacement(field, from[field]!) ? [] : [[field, from[field]!]];
  });
  return { ...(scheduler !== undefined && { schedulerName: scheduler }), ...Object.fromEntries(entries) };
}

/** CloudNativePG has its own fields under `affinity`, next to those of pods. */
const podAffinities = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'];
const isPlacement = (field: string, value: Value): boolean =>
  field !== 'affinity' || hasPlaceholder(value) || podAffinities.some((key) => asMapping(value)?.[key] !== undefined);

function containersOf(
  { container, isFallback, resources, form, defaults, adds = {} }: PodPart,
  written: Mapping,
  at: (path: DottedPath) => Value | undefined,
): Mapping {
  const containers = asList(written.containers).filter(isObject);
  const named = container === undefined ? undefined : containers.find(({ name }) => name === container);
  const set = resources === undefined ? undefined : at(resources);
  const requests = form === undefined ? asResources(set) : requestsOf(form, asMapping(set) ?? {});
  const isAdded = container !== undefined && !(isFallback && containers.length > 0);
  const main = named ?? (isAdded ? { name: container } : undefined);
  const completed = main && { ...main, resources: completeResources(main.resources, requests, defaults) };
  const others = containers.filter((one) => one !== named);
  const added = Object.entries(adds)
    .filter(([name]) => !containers.some((one) => one.name === name))
    .map(([name, amounts]): Mapping => ({ name, resources: { requests: amounts } }));
  return { containers: [...(completed ? [completed] : []), ...others, ...added] };
}

/** A mapping of requests and limits, and nothing else that is next to them. */
function asResources(value: Value | undefined): Mapping | undefined {
  if (hasPlaceholder(value)) return { requests: { cpu: `${value}` } };
  const { requests, limits } = asMapping(value) ?? {};
  return requests === undefined && limits === undefined
    ? undefined
    : { ...(requests !== undefined && { requests }), ...(limits !== undefined && { limits }) };
}

/** What a container has itself, otherwise what the object sets, otherwise the documented defaults. */
function completeResources(
  own: Value | undefined,
  set: Mapping | undefined,
  defaults: Readonly<Record<string, string>> | undefined,
): Mapping {
  const written = asMapping(own) ?? set ?? {};
  const [requests, limits] = [asMapping(written.requests) ?? {}, asMapping(written.limits) ?? {}];
  const missing = Object.entries(defaults ?? {}).filter(
    ([name]) => requests[name] === undefined && limits[name] === undefined,
  );
  return missing.length === 0 ? written : { ...written, requests: { ...Object.fromEntries(missing), ...requests } };
}

const labelsOf = (labels: Readonly<Record<string, string>>, named: Named): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, filled(value, named)]));

/** A text in which `{name}` is the name of the object and `{label:x}` one of its labels. */
const filled = (text: string, { object, name }: Named): string =>
  text.replaceAll('{name}', name).replace(/\{label:([^}]+)\}/, (_, key: string) => {
    const labels = asMapping(asMapping(object.metadata)?.labels);
    return asText(labels?.[key]) ?? '';
  });

/** The specs of the PodDisruptionBudgets that the controller of an object creates, by their names. */
export function madeBudgets({ budgets = [] }: Maker, object: Mapping): readonly (readonly [string, Mapping])[] {
  const name = asText(asMapping(object.metadata)?.name) ?? '';
  const number = (path: DottedPath): number | null => numberOf(find(object, object, path), 1);
  return budgets.flatMap((budget): (readonly [string, Mapping])[] => {
    const { from, unlessFalse } = budget;
    if (unlessFalse !== undefined && find(object, object, unlessFalse) === false) return [];
    if (from !== undefined && (number(from.count) ?? 0) < from.atLeast) return [];
    const amount = amountOf(budget, number);
    if (amount === undefined) return [];
    const selector = { matchLabels: labelsOf(budget.labels, { object, name }) };
    return [[budget.name.replaceAll('{name}', name), { ...amount, selector }]];
  });
}

function amountOf(
  { minAvailable, maxUnavailable }: MadeBudget,
  number: (path: DottedPath) => number | null,
): Mapping | undefined {
  if (maxUnavailable !== undefined) return { maxUnavailable };
  if (typeof minAvailable === 'number') return { minAvailable };
  const all = minAvailable === undefined ? null : number(minAvailable.count);
  return all === null ? undefined : { minAvailable: Math.max(0, all - minAvailable!.less) };
}
