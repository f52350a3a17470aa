import { optional } from '../../text/list-if.ts';
import { asList, asMapping, asText, groupOf, isObject, type Mapping, type Value } from '../model/manifest.ts';
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
  const isPaused = ['true', 'on', 'yes'].includes(asText(paused) ?? '');

  return maker.parts.flatMap((part) =>
    entriesOf(part, object).flatMap(([group, entry]): MadePods[] => {
      const at = (path: DottedPath): Value | undefined => find(object, entry, path);
      if (!exists(part, at)) return [];

      const isDaemon = part.daemon !== undefined && asText(at(part.daemon[0])) === part.daemon[1];
      const isOpen = !isPaused && isUnwritten(part, at);

      return [
        {
          name: group,
          isDaemon,
          count: isPaused || isOpen ? noPods : countOf(part, at),
          ...(isOpen && { isOpen }),
          ...templateOf(part, at, { object, name, entry: group ?? '' }),
        },
      ];
    }),
  );
}

/** Whether the object does not say how many pods there are, and its controller has no number of its own. */
function isUnwritten(
  { count = [], fallback, unknownIf = [] }: PodPart,
  at: (path: DottedPath) => Value | undefined,
): boolean {
  if (unknownIf.some((path) => at(path) !== undefined)) return true;
  const [first] = count;
  return fallback === null && first !== undefined && at(typeof first === 'string' ? first : first.at) === undefined;
}

const noPods: MadeCount = { low: 0, likely: 0, high: 0 };

/** What the controller of an object creates next to these pods, as a noun phrase. */
export function madeRest({ rest, restWhen }: Maker, object: Mapping): string | undefined {
  const isThere = restWhen?.some((when) => exists({ when }, (path) => find(object, object, path))) ?? true;
  if (isThere) return rest;
  return undefined;
}

/** The entries of a part, with their names. */
function entriesOf(
  { each, name }: Pick<PodPart, 'each' | 'name'>,
  object: Mapping,
): readonly (readonly [string | undefined, Mapping])[] {
  if (each === undefined) return [[name, object]];
  const all = find(object, object, each);

  const entries = (): (readonly [string, Value])[] => {
    if (isObject(all)) return Object.entries(all);
    return asList(all).map((entry, index) => [nameOfEntry(entry) ?? `${index}`, entry]);
  };

  return entries()
    .slice(0, maxGroups)
    .flatMap(([key, entry]) => {
      if (isObject(entry)) return [[key, entry] as const];
      return [];
    });
}

const nameOfEntry = (entry: Value): string | undefined => {
  const { name, groupName, component, metadata } = asMapping(entry) ?? {};
  return asText(name) ?? asText(groupName) ?? asText(component) ?? asText(asMapping(metadata)?.name);
};

function exists(
  { when, unless }: Pick<PodPart, 'when' | 'unless'>,
  at: (path: DottedPath) => Value | undefined,
): boolean {
  const value = when === undefined ? true : at(when);
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (unless === undefined) return true;

  const [path, ...texts] = unless;
  return !texts.includes(asText(at(path)) ?? '');
}

/** The first of the alternatives of a path that is written. */
function find(object: Mapping, entry: Mapping, path: DottedPath): Value | undefined {
  for (const alternative of path.split('|')) {
    const isFromRoot = alternative.startsWith('/');
    const values = walk(isFromRoot ? object : entry, isFromRoot ? alternative.slice(1) : alternative);
    if (values !== undefined && values !== null) return values;
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
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0) return number;
  return null;
}

function countOf(
  { count = [], fallback = 1, bounds }: PodPart,
  at: (path: DottedPath) => Value | undefined,
): MadeCount {
  const factors = count.map((factor, index) => {
    const { at: path, less } = typeof factor === 'string' ? { at: factor, less: 0 } : factor;
    const number = numberOf(at(path), index === 0 ? (fallback ?? 0) : 1);
    if (number === null) return null;
    return Math.max(0, number - less);
  });

  const product = (all: readonly (number | null)[]): number | null =>
    all.reduce<number | null>((total, factor) => {
      if (total === null || factor === null) return null;
      return total * factor;
    }, 1);

  const likely = product(factors);
  if (bounds === undefined) return { low: likely, likely, high: likely };

  const when = bounds.when === undefined ? true : at(bounds.when);
  const isScaled = when !== undefined && when !== false;

  const [min, max] = [
    numberOf(at(bounds.min), isScaled ? (bounds.least ?? 0) : (likely ?? 0)),
    numberOf(at(bounds.max), likely ?? 0),
  ];

  const others = product(factors.slice(1));
  if (min === null || max === null || others === null || likely === null) {
    if (isScaled) return { low: null, likely: null, high: null };
    return { low: likely, likely, high: likely };
  }

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
  readonly entry: string;
}

function templateOf(
  part: PodPart,
  at: (path: DottedPath) => Value | undefined,
  named: Named,
): Pick<MadePods, 'metadata' | 'spec'> {
  const template = writtenTemplate(part, at);
  const written = part.pod === undefined ? asMapping(template)?.spec : at(part.pod);
  const metadata = asMapping(asMapping(template)?.metadata) ?? {};
  const labels = { ...(asMapping(metadata.labels) ?? {}), ...labelsOf(part.labels ?? {}, named) };
  const isUnknown = hasPlaceholder(template) || hasPlaceholder(written);

  const spec = () => {
    if (isUnknown) return { containers: [{ resources: { requests: { cpu: `${template ?? written}` } } }] };
    return {};
  };

  const complete = { ...(asMapping(written) ?? {}), ...spec() };

  return {
    metadata: { ...metadata, labels },
    spec: { ...placed(part, at), ...complete, ...containersOf(part, complete, at, named) },
  };
}

function writtenTemplate(
  { template, templateOf }: PodPart,
  at: (path: DottedPath) => Value | undefined,
): Value | undefined {
  if (template !== undefined) return at(template);
  if (templateOf === undefined) return undefined;
  const name = asText(at(templateOf.name));
  return asList(at(templateOf.list)).find((entry) => name !== undefined && nameOfEntry(entry) === name);
}

/** The places that a part names, under those of its template. */
function placed({ placement = [], scheduler }: PodPart, at: (path: DottedPath) => Value | undefined): Mapping {
  const mappings = placement.map(at).filter(isObject);
  const entries = placementFields.flatMap((field): [string, Value][] => {
    const from = mappings.find((mapping) => mapping[field] !== undefined && mapping[field] !== null);
    if (from === undefined || !isPlacement(field, from[field]!)) return [];
    return [[field, from[field]!]];
  });
  return { ...(scheduler !== undefined && { schedulerName: scheduler }), ...Object.fromEntries(entries) };
}

/** CloudNativePG has its own fields under `affinity`, next to those of pods. */
const podAffinities = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'];
const isPlacement = (field: string, value: Value): boolean =>
  field !== 'affinity' || hasPlaceholder(value) || podAffinities.some((key) => asMapping(value)?.[key] !== undefined);

function containersOf(
  { container: pattern, isFallback, resources, form, overhead, defaults, defaultsFor, adds = [] }: PodPart,
  written: Mapping,
  at: (path: DottedPath) => Value | undefined,
  named: Named,
): Mapping {
  const container = pattern && filled(pattern, named);
  const containers = asList(written.containers).filter(isObject);
  const existing = container === undefined ? undefined : containers.find(({ name }) => name === container);
  const set = resources === undefined ? undefined : at(resources);

  const requests = () => {
    if (form === undefined) return asResources(set);
    return requestsOf(form, asMapping(set) ?? {}, overheadOf(overhead, at));
  };

  const isAdded = container !== undefined && !(isFallback && containers.length > 0);
  const main = existing ?? (isAdded ? { name: container } : undefined);

  const completed = main && {
    ...main,
    resources: completeResources(main.resources, requests(), defaults, defaultsFor),
  };

  const others = containers.filter((other) => other !== existing);

  const added = adds
    .filter((addition) => exists(addition, at) && !containers.some(({ name }) => name === addition.name))
    .map(({ name, requests: usual = {}, resources: path }): Mapping => {
      const set = path === undefined ? undefined : asResources(at(path));
      return { name, resources: set ?? { requests: usual } };
    });

  return { containers: [...optional(completed), ...others, ...added] };
}

/** The share of memory next to the JVM that an application asks for; undefined if it leaves that to Spark. */
function overheadOf(overhead: PodPart['overhead'], at: (path: DottedPath) => Value | undefined): Value | undefined {
  if (overhead === undefined) return undefined;
  return at(overhead.factor) ?? (['Python', 'R'].includes(asText(at(overhead.language)) ?? '') ? 0.4 : undefined);
}

/** A mapping of requests and limits, and nothing else that is next to them. */
function asResources(value: Value | undefined): Mapping | undefined {
  if (hasPlaceholder(value)) return { requests: { cpu: `${value}` } };
  const { requests, limits } = asMapping(value) ?? {};
  if (requests === undefined && limits === undefined) return undefined;
  return { ...(requests !== undefined && { requests }), ...(limits !== undefined && { limits }) };
}

/** What a container has itself, otherwise what the object sets, otherwise the defaults of the controller. */
function completeResources(
  ownValue: Value | undefined,
  set: Mapping | undefined,
  defaults: Readonly<Record<string, string>> = {},
  defaultsFor: PodPart['defaultsFor'] = 'each',
): Mapping {
  const written = asMapping(ownValue) ?? set ?? {};
  const [requests, limits] = [asMapping(written.requests) ?? {}, asMapping(written.limits) ?? {}];
  const settled = defaultsFor === 'request' || defaultsFor === 'requests' ? requests : { ...limits, ...requests };
  const isTogether = defaultsFor === 'all' || defaultsFor === 'requests';

  const missingOf = () => {
    if (isTogether && Object.keys(settled).length > 0) return [];
    return Object.entries(defaults).filter(([name]) => settled[name] === undefined);
  };

  const missing = missingOf();

  if (missing.length === 0) return written;
  return { ...written, requests: { ...Object.fromEntries(missing), ...requests } };
}

const labelsOf = (labels: Readonly<Record<string, string>>, named: Named): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, filled(value, named)]));

/** A text in which `{name}` is the name of the object, `{entry}` that of the entry, and `{x.y}` a text at a path of the object. */
const filled = (text: string, { object, name, entry }: Named): string =>
  text.replace(/\{([^{}]+)\}/g, (_, key: string) => {
    if (key === 'name') return name;
    if (key === 'entry') return entry;
    return asText(find(object, object, key)) ?? '';
  });

/** The specs of the PodDisruptionBudgets that the controller of an object creates, by their names. */
export function madeBudgets({ budgets = [] }: Maker, object: Mapping): readonly (readonly [string, Mapping])[] {
  const name = asText(asMapping(object.metadata)?.name) ?? '';
  const templates = new Map<string, Mapping>();
  for (const budget of budgets)
    for (const [entryName, entry] of entriesOf({ ...(budget.each !== undefined && { each: budget.each }) }, object)) {
      const named = { object, name, entry: entryName ?? '' };
      const spec = budgetSpec(budget, (path) => find(object, entry, path), named);
      const title = filled(budget.name, named);
      if (spec !== undefined && !templates.has(title)) templates.set(title, spec);
    }

  return [...templates];
}

function budgetSpec(
  budget: MadeBudget,
  at: (path: DottedPath) => Value | undefined,
  named: Named,
): Mapping | undefined {
  const { unlessEmpty, written: path, labels } = budget;
  if (!exists(budget, at)) return undefined;
  if (unlessEmpty !== undefined && isEmpty(at(unlessEmpty))) return undefined;

  const selector = { matchLabels: labelsOf(labels, named) };
  const written = path === undefined ? {} : (asMapping(at(path)) ?? {});

  const amounts = Object.entries({
    minAvailable: written.minAvailable,
    maxUnavailable: written.maxUnavailable,
  }).filter(([, value]) => value !== undefined && value !== null);

  if (amounts.length > 0) return { ...Object.fromEntries(amounts), selector: written.selector ?? selector };

  const amount = usualAmount(budget, at);
  return amount && { ...amount, selector };
}

const isEmpty = (value: Value | undefined): boolean => isObject(value) && Object.keys(value).length === 0;

/** What a budget allows if the object does not say it; undefined if it then does not exist, or if that is a placeholder. */
function usualAmount(
  { minAvailable, maxUnavailable, from }: MadeBudget,
  at: (path: DottedPath) => Value | undefined,
): Mapping | undefined {
  if (from !== undefined && (numberOf(at(from.count), from.fallback ?? 1) ?? 0) < from.atLeast) return undefined;
  if (typeof maxUnavailable === 'object') return { maxUnavailable: at(maxUnavailable.at) ?? maxUnavailable.fallback };
  if (maxUnavailable !== undefined) return { maxUnavailable };
  if (minAvailable === undefined) return undefined;
  if (typeof minAvailable !== 'object') return { minAvailable };

  const all = numberOf(at('majority' in minAvailable ? minAvailable.majority : minAvailable.count), 1);
  if (all === null) return undefined;

  const minAvailableText = () => {
    if ('majority' in minAvailable) return Math.floor(all / 2) + 1;
    return Math.max(0, all - minAvailable.less);
  };

  return { minAvailable: minAvailableText() };
}
