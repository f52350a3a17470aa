import { clusterVersions } from '../../cluster/provisioning/snapshot/cluster-versions.ts';
import type { KarpenterSettings, Settings } from '../../karpenter/api/settings.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { HelmSettings } from '../../manifest/hints/helm-values.ts';
import { type Hint, regionPattern } from '../../manifest/hints/hint.ts';
import { type HintAnswer, repositoryHints } from '../../manifest/hints/hints.ts';
import { noZoneHints, type ZoneHints } from '../../manifest/hints/zone-hints.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isObject, type Value } from '../../manifest/model/manifest.ts';
import { listIf } from '../../text/list-if.ts';
import { LineIndex, type Source, type Span } from '../../text/source.ts';
import { crdsInRepository, mayHoldCrds } from './crds-in-repository.ts';
import type { Facts } from './facts.ts';
import { distinct, type KarpenterTarget, karpenterVersionOf, knownVersion } from './karpenter-version.ts';
import type { SourceSet } from './source-set.ts';

/** What a review is checked against, and where that was found. */
export interface Target extends KarpenterTarget {
  /** A minor version; undefined if nothing names it or files contradict each other. */
  readonly kubernetesVersion: string | undefined;
  readonly kubernetesVersionSource: string;
  /** The place in the repository that names it. */
  readonly kubernetesVersionSpan?: Span;
  /** The version that the files name although the provider no longer runs it, so that it is not what runs. */
  readonly retiredKubernetes?: RetiredKubernetes;
  /** Every place that names a version. */
  readonly kubernetesHints: readonly Hint[];
  readonly region: string;
  readonly regionSource: string;
  /** Whether the region is assumed, because nothing names one. */
  readonly isRegionAssumed: boolean;
  /** Files name several regions, and nothing says which one it is. */
  readonly isRegionDisputed?: boolean;
  /** Zones that head or base names. */
  readonly zoneHints: ZoneHints;
  /** From the repository's Helm values. */
  readonly karpenterSettings: Partial<KarpenterSettings>;
  /** The places of these settings. */
  readonly helmSettings: readonly HelmSettings[];
  /** Versions that only head names, in the target of base. They may not run before the change. */
  readonly onlyInHead?: readonly ('karpenter' | 'kubernetes')[];
}

/** A minor version that the provider of the cluster no longer runs, and the place that names it. */
interface RetiredKubernetes {
  readonly version: string;
  readonly span: Span;
}

/** The region whose prices are used if nothing names one. The estimate's first assumption says so. */
const assumedRegion = 'us-east-1';

/** The input that a target is determined from. */
export interface TargetInput {
  readonly settings: Settings;
  readonly facts: Facts;
  readonly head: SourceSet;
  /** The other side, which shows what the change edits. */
  readonly base?: SourceSet | null;
}

/** Flags and configuration take precedence, then head's files, then the defaults. */
export function targetOf({ settings, facts, head, base = null }: TargetInput): Target {
  const sources = [...head.sources, ...head.hintSources];
  const hints = repositoryHints(sources);
  const where = places(sources, head.originals ?? []);
  const regions = [...facts.regions, ...uncatalogued(facts)];
  const answer = withoutNewZones(hints.region, base);
  const region = regionOf(settings, { answer, where, regions, priced: facts.regions });
  const managed = () => managedKubernetes(region.region, facts, settings.today);

  return {
    ...karpenterVersionOf(settings.karpenterVersion, {
      hints: hints.karpenterVersion,
      sources,
      where,
      edited: (hints) => {
        if (base === null) return [];
        return editedHints(hints, { head, base });
      },
      crds: () => crdsInRepository(sources, facts),
    }),
    ...kubernetesVersionOf(settings.kubernetesVersion, { answer: hints.kubernetesVersion, where, managed }),
    ...region,
    zoneHints: withRemoved(hints.zones, { head, base }),
    karpenterSettings: karpenterSettings(hints.settings, facts.providers),
    helmSettings: hints.settingsCandidates,
  };
}

/**
 * The target that head is checked against. What a cluster runs in and on is what its files say before the change, if the change removes
 * the whole cluster, and so is the region if the change removes the only files that name one. `of` determines the target of a side.
 */
export function targetAfter(
  input: TargetInput,
  {
    isClusterRemoved,
    of = targetOf,
  }: { readonly isClusterRemoved: boolean; readonly of?: (input: TargetInput) => Target },
): Target {
  const target = of(input);
  const { base = null } = input;
  const isRegionUnnamed = target.isRegionAssumed && target.isRegionDisputed !== true;
  if (base === null || !(isClusterRemoved || isRegionUnnamed)) return target;

  const before = of({ ...input, head: base, base: input.head });
  // Objects that no Karpenter served say nothing about which one runs.
  if (isClusterRemoved && before.isKarpenterAssumed)
    return { ...before, possibleKarpenterVersions: target.possibleKarpenterVersions };
  if (isClusterRemoved) return before;
  if (before.isRegionAssumed) return target;

  const { region, regionSource } = before;
  return { ...target, region, regionSource: `${regionSource} before the change`, isRegionAssumed: false };
}

/** Whether a change removes all objects of a cluster. */
export const isClusterRemoved = (
  { base, head }: { readonly base: ManifestSet | null; readonly head: ManifestSet },
  owns: (file: string) => boolean = () => true,
): boolean => {
  const hasObjects = ({ manifests }: ManifestSet): boolean => manifests.some(({ source }) => owns(source.file));
  return base !== null && hasObjects(base) && !hasObjects(head);
};

/** The target with versions from the cluster's snapshot, if nothing else names them. */
export function withClusterVersions(target: Target, live: ManifestSet | null): Target {
  const versions = clusterVersions(live?.manifests ?? []);
  const source = 'from the snapshot';

  return {
    ...target,
    ...(target.isKarpenterAssumed && versions.karpenterVersion && knownVersion(versions.karpenterVersion, source)),
    ...(target.kubernetesVersion === undefined &&
      versions.kubernetesVersion && {
        kubernetesVersion: versions.kubernetesVersion,
        kubernetesVersionSource: source,
      }),
  };
}

/**
 * The target that base is checked against. It is head's target, except for the Karpenter version, its settings and the Kubernetes
 * version if the change touches the files that name them. If one side names no version, or the configuration names it, both sides
 * have the same. `of` determines the target of a side.
 */
export function targetBefore(
  target: Target,
  input: TargetInput,
  of: (input: TargetInput) => Target = targetOf,
): Target {
  const { base = null } = input;
  if (base === null) return target;

  const files = [differing(base, input.head), differing(input.head, base)];
  const touched = files.map(repositoryHints);
  const isVersionTouched =
    touched.some(({ karpenterVersion }) => karpenterVersion.candidates.length > 0) || files.flat().some(mayHoldCrds);
  const areSettingsTouched = touched.some(({ settingsCandidates }) => settingsCandidates.length > 0);
  const isKubernetesTouched = touched.some(({ kubernetesVersion }) => kubernetesVersion.candidates.length > 0);
  if (!isVersionTouched && !areSettingsTouched && !isKubernetesTouched) return target;

  const reviewed = of({ ...input, head: base, base: input.head });
  const isUpgraded = isVersionTouched && !target.isKarpenterAssumed && !reviewed.isKarpenterAssumed;

  const onlyInHead = [
    ...listIf(!target.isKarpenterAssumed && reviewed.isKarpenterAssumed, 'karpenter' as const),
    ...listIf(
      target.kubernetesVersion !== undefined && reviewed.kubernetesVersion === undefined,
      'kubernetes' as const,
    ),
  ];

  return {
    ...target,
    ...(onlyInHead.length > 0 && { onlyInHead }),
    ...(isUpgraded && karpenterOf(reviewed)),
    ...(isKubernetesTouched && { kubernetesHints: reviewed.kubernetesHints }),
    ...(isKubernetesTouched && areBothKnown(target, reviewed) && kubernetesOf(reviewed)),
    ...(isKubernetesTouched && reviewed.retiredKubernetes && { retiredKubernetes: reviewed.retiredKubernetes }),
    ...(areSettingsTouched && { karpenterSettings: reviewed.karpenterSettings }),
  };
}

/** Hints on Karpenter's version in files that differ and that name another version, or none, on the other side. */
function editedHints(
  hints: readonly Hint[],
  { head, base }: { readonly head: SourceSet; readonly base: SourceSet },
): Hint[] {
  const files = new Set(differing(head, base).map(({ file }) => file));
  const present = new Set([...head.sources, ...head.hintSources].map(({ file }) => file));
  const before = repositoryHints(differing(base, head)).karpenterVersion.candidates;

  // A file that is gone may have moved.
  const isSame = (hint: Hint, other: Hint): boolean =>
    hint.value === other.value && (hint.span.file === other.span.file || !present.has(hint.span.file));

  return hints.filter((hint) => files.has(hint.span.file) && !before.some((earlier) => isSame(earlier, hint)));
}

const noAnswer: HintAnswer = { value: undefined, candidates: [], decisive: [] };

/** What says in which region the cluster is. A zone that the change writes into pods or volumes does not, because it may be the mistake to find. */
function withoutNewZones(answer: HintAnswer, base: SourceSet | null): HintAnswer {
  const areOfPods =
    answer.decisive.length > 0 && answer.decisive.every(({ isNoLimit, isOfNodes }) => isNoLimit && !isOfNodes);
  if (base === null || !areOfPods) return answer;

  const { candidates } = repositoryHints([...base.sources, ...base.hintSources]).region;
  const before = new Set(candidates.map(({ value }) => value));
  if (answer.decisive.some(({ value }) => before.has(value))) return answer;
  return noAnswer;
}

/** The zones of head, and those that only base names. They still have their subnets if a NodePool no longer uses them. */
function withRemoved(zones: ZoneHints, { head, base }: Pick<TargetInput, 'head' | 'base'>): ZoneHints {
  const removed = base ? repositoryHints(differing(base, head)).zones : noZoneHints;
  return {
    ofNodes: [...new Set([...zones.ofNodes, ...removed.ofNodes])],
    ofPools: [...new Set([...zones.ofPools, ...removed.ofPools])],
    others: [...new Set([...zones.others, ...removed.others])],
  };
}

/** Files of a side that are missing or different on the other side. Equal files are the same Source. */
function differing(side: SourceSet, other: SourceSet): Source[] {
  const shared = new Set([...other.sources, ...other.hintSources]);
  return [...side.sources, ...side.hintSources].filter((source) => !shared.has(source));
}

/** The part of a target that is about Karpenter's version. */
export const karpenterOf = (target: KarpenterTarget): KarpenterTarget => ({
  karpenterVersion: target.karpenterVersion,
  karpenterVersionSource: target.karpenterVersionSource,
  isKarpenterAssumed: target.isKarpenterAssumed,
  possibleKarpenterVersions: target.possibleKarpenterVersions,
  ...(target.namedKarpenterVersion !== undefined && { namedKarpenterVersion: target.namedKarpenterVersion }),
  ...(target.karpenterRelease !== undefined && { karpenterRelease: target.karpenterRelease }),
  ...(target.karpenterVersionSpan && { karpenterVersionSpan: target.karpenterVersionSpan }),
});

/** The part of a target that is about the Kubernetes version. */
export const kubernetesOf = (target: Target): Pick<Target, KubernetesKeys> => ({
  kubernetesVersion: target.kubernetesVersion,
  kubernetesVersionSource: target.kubernetesVersionSource,
  kubernetesHints: target.kubernetesHints,
  ...(target.kubernetesVersionSpan && { kubernetesVersionSpan: target.kubernetesVersionSpan }),
  ...(target.retiredKubernetes && { retiredKubernetes: target.retiredKubernetes }),
});

const areBothKnown = (...targets: readonly Target[]): boolean =>
  targets.every(({ kubernetesVersion }) => kubernetesVersion !== undefined);

type Where = (span: Span) => string;

/** `file:line` of a span. */
function places(sources: readonly Source[], originals: readonly Source[]): Where {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const texts = new Map([...originals, ...sources].map(({ file, text }) => [file, text]));
  return (span) => {
    const origin = byFile.get(span.file)?.origin;
    const { file, start } = origin?.trace(span.start, span.end).span ?? span;
    const text = texts.get(file) ?? origin?.textOf?.(file) ?? '';
    return `${file}:${new LineIndex(text).position(start).line}`;
  };
}

type KubernetesKeys =
  | 'kubernetesVersion'
  | 'kubernetesVersionSource'
  | 'kubernetesVersionSpan'
  | 'kubernetesHints'
  | 'retiredKubernetes';

function kubernetesVersionOf(
  setting: string | undefined,
  { answer, where, managed }: { answer: HintAnswer; where: Where; managed: () => KnownKubernetes | undefined },
): Pick<Target, KubernetesKeys> {
  if (setting !== undefined)
    return { kubernetesVersion: setting, kubernetesVersionSource: 'as configured', kubernetesHints: [] };

  const { value, candidates: kubernetesHints } = answer;
  const unknown = (why: string) => ({ kubernetesVersion: undefined, kubernetesVersionSource: why, kubernetesHints });
  if (kubernetesHints.length === 0) return unknown('no file names one');
  if (value === undefined) return unknown(`the repository names several versions: ${distinct(kubernetesHints)}`);

  const { span } = kubernetesHints.find((hint) => hint.value === value)!;
  // The named version cannot be what runs, because the provider upgrades clusters whose support has ended.
  const kubernetes = managed();
  if (kubernetes?.isRun(value) === false)
    return {
      ...unknown(`${kubernetes.name} no longer runs ${value}, which ${where(span)} names`),
      retiredKubernetes: { version: value, span },
    };

  const kubernetesVersionSource = `from ${where(span)}`;
  return { kubernetesVersion: value, kubernetesVersionSource, kubernetesVersionSpan: span, kubernetesHints };
}

/** Null if the region's instance types are unknown. */
export const catalogOf = (region: string, facts: Facts): Catalog | null => {
  if (uncatalogued(facts).includes(region)) return null;
  return facts.catalog(region);
};

const uncatalogued = ({ providers }: Facts): string[] =>
  providers.flatMap(({ regionsWithoutCatalog = [] }) => regionsWithoutCatalog);

/** The managed Kubernetes of a region's provider; undefined if it has none or is unknown. */
function managedKubernetes(region: string, facts: Facts, today: string): KnownKubernetes | undefined {
  // Support ends on the same day in all regions.
  const catalog = catalogOf(region, facts) ?? facts.catalog(assumedRegion);
  const managed = facts.providers.find(({ name }) => name === catalog.provider)?.kubernetes;
  return managed && { name: managed.name, isRun: (version) => managed.isRun(version, catalog, today) };
}

interface KnownKubernetes {
  readonly name: string;
  isRun(version: string): boolean;
}

function regionOf(
  settings: Settings,
  {
    answer,
    where,
    regions,
    priced,
  }: { answer: HintAnswer; where: Where; regions: readonly string[]; priced: readonly string[] },
): Pick<Target, 'region' | 'regionSource' | 'isRegionAssumed' | 'isRegionDisputed'> {
  if (settings.region !== undefined)
    return { region: settings.region, regionSource: 'as configured', isRegionAssumed: false };

  const zone = settings.zones?.[0];
  if (zone !== undefined)
    return { region: regionOfZone(zone), regionSource: 'from the configured zones', isRegionAssumed: false };

  const { value, candidates, decisive } = answer;
  const areOfImages = decisive.every(({ isOfImage }) => isOfImage);
  if (value !== undefined && regions.includes(value) && !areOfImages) {
    const hint = decisive[0]!;
    return { region: value, regionSource: `from ${where(hint.span)}`, isRegionAssumed: false };
  }

  const filled = regionsIn(Object.values(settings.set)).filter((region) => regions.includes(region));
  if (candidates.length === 0 && filled.length === 1)
    return { region: filled[0]!, regionSource: 'from the values of `--set`', isRegionAssumed: false };

  if (areOfImages) {
    const isNamed = value !== undefined && priced.includes(value);
    if (isNamed) return { region: value, regionSource: `assumed: images come from ${value}`, isRegionAssumed: true };

    return { region: assumedRegion, regionSource: 'assumed: no file names one', isRegionAssumed: true };
  }

  const why = () => {
    if (candidates.length > 0)
      return `the repository names ${distinct(candidates.filter(({ isOfImage }) => !isOfImage))}`;
    return 'no file names one';
  };

  // Regions without prices are rare, and often named only in a list of all registries.
  const named = decisive.map((hint) => hint.value).filter((region) => priced.includes(region));
  const region = named.includes(assumedRegion) ? assumedRegion : (named[0] ?? assumedRegion);

  return {
    region,
    regionSource: `assumed: ${why()}`,
    isRegionAssumed: true,
    ...(candidates.length > 0 && { isRegionDisputed: true }),
  };
}

/** Regions that values name, directly or by a zone. */
const regionsIn = (values: readonly string[]): string[] => [
  ...new Set(values.flatMap((value) => new RegExp(`^(${regionPattern})[a-z]?$`).exec(value)?.[1] ?? [])),
];

/** The region of a zone, including Local Zones (`us-east-1-bos-1a`). */
const regionOfZone = (zone: string): string => new RegExp(`^${regionPattern}`).exec(zone)?.[0] ?? zone.slice(0, -1);

/** Karpenter's settings in Helm values, if they have the type that Karpenter expects. */
function karpenterSettings(
  values: Readonly<Record<string, Value>>,
  providers: readonly CloudProvider[],
): Partial<KarpenterSettings> {
  const { preferencePolicy, minValuesPolicy, vmMemoryOverheadPercent, reservedENIs, clusterCABundle } = values;
  const holders = ['featureGates', ...providers.flatMap(({ ownFeatureGates }) => ownFeatureGates ?? [])];
  const gates = holders.map((name) => values[name]).filter(isObject);

  return {
    ...((preferencePolicy === 'Respect' || preferencePolicy === 'Ignore') && { preferencePolicy }),
    ...((minValuesPolicy === 'Strict' || minValuesPolicy === 'BestEffort') && { minValuesPolicy }),
    ...(isAmount(vmMemoryOverheadPercent) && { vmMemoryOverheadPercent }),
    ...(isAmount(reservedENIs) && { reservedENIs }),
    ...(typeof clusterCABundle === 'string' && { clusterCABundle }),
    ...(gates.length > 0 && { featureGates: Object.assign({}, ...gates.map(gatesOf)) }),
  };
}

const isAmount = (value: Value | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const gatesOf = (gates: Readonly<Record<string, Value>>): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(gates).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );
