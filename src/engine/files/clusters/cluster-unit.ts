import type { Settings } from '../../karpenter/api/settings.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import { folderOf, type Source } from '../../text/source.ts';
import { comparedEnvironment } from '../places/compared-environment.ts';
import { environmentFolder } from '../places/environment-name.ts';
import { objectPlace } from '../places/object-place.ts';
import { canBeOneName } from './cluster-names.ts';

/** Objects that are certainly in one cluster, because one root creates them or one folder contains them. */
export interface ClusterUnit {
  /** What it is, for people: `the Terraform root \`infra\``. */
  readonly title: string;
  /** Its folder in the repository. */
  readonly folder: string;
  readonly isTerraform: boolean;
  /** The example or test that it is part of. It is never related to anything outside. Empty for everything else. */
  readonly example: string;
  readonly facts: ClusterFacts;
}

/** What is known about the cluster of some objects. */
export interface ClusterFacts {
  /** Environments as they are compared, with their names as they are written. */
  readonly environments: Map<string, string>;
  /** The folder that is named after the environment, if the environment is known from its name. */
  readonly environmentFolders: Set<string>;
  /** Names of the cluster. The value says whether an object defines the name. */
  readonly names: Map<string, boolean>;
  /** Where roots are applied, equal for those that are certainly applied to the same cluster. */
  readonly destinations: Set<string>;
  /** The NodePools and node classes, as `Kind/name`. One cluster has each of them once. */
  readonly karpenterObjects: Set<string>;
  /** The number of objects that create a cluster. */
  creators: number;
}

interface Sorting {
  readonly environments: Settings['environments'];
  readonly providers: readonly CloudProvider[];
}

/** The units of a set, by the sources of their objects. */
export function clusterUnits(all: ManifestSet, { environments, providers }: Sorting): Map<Source, ClusterUnit> {
  const factsOf = new Map<Source, ClusterFacts>();
  for (const manifest of all.manifests) {
    const facts = factsOf.get(manifest.source) ?? noFacts();
    factsOf.set(manifest.source, facts);
    addEvidence(facts, manifest, providers);
  }

  const units = new Map<Source, ClusterUnit>();
  for (const [place, sources] of groupBy(factsOf.keys(), (source) => objectPlace(source, environments).key)) {
    const together = unitOf(sources, { environments, factsOf });
    // A folder with objects of several clusters is divided by file.
    const isDivided = place.startsWith('folder ') && !hasOneName(together.facts);
    for (const source of sources) units.set(source, isDivided ? unitOf([source], { environments, factsOf }) : together);
  }

  return units;
}

/** The names to compare: those that objects define, else those of tags. */
export function comparedNames({ names }: ClusterFacts): string[] {
  const defined = [...names].flatMap(([name, isDefined]) => {
    if (isDefined) return [name];
    return [];
  });
  if (defined.length > 0) return defined;
  return [...names.keys()];
}

/** More names than this are never one cluster. */
const maxNames = 8;

/** Whether all these names can be those of one cluster. */
export const canAllBeOneName = (names: readonly string[]): boolean =>
  names.length <= maxNames && names.every((a, i) => names.slice(i + 1).every((b) => canBeOneName(a, b)));

/** Whether all known names can be those of one cluster. */
export const hasOneName = (facts: ClusterFacts): boolean => canAllBeOneName(comparedNames(facts));

function unitOf(
  sources: readonly Source[],
  { environments, factsOf }: Pick<Sorting, 'environments'> & { readonly factsOf: ReadonlyMap<Source, ClusterFacts> },
): ClusterUnit {
  const source = sources[0]!;
  const folder = unitFolder(source);
  const facts = environmentFacts(source, environments);

  for (const source of sources) addFacts(facts, factsOf.get(source)!);

  const isTerraform = source.origin?.tool === 'terraform';
  return { title: titleOf(source, folder), folder, isTerraform, example: exampleOf(folder), facts };
}

function environmentFacts(source: Source, environments: Settings['environments']): ClusterFacts {
  const { environment: environmentName } = objectPlace(source, environments);
  const byName = environmentFolder(source.origin?.place ?? unitFolder(source));
  // An environment that covers the whole repository says less than the name of a folder.
  const isWholeRepository = environmentName !== undefined && environments[environmentName]?.paths.length === 0;
  const environment = isWholeRepository ? (byName?.name ?? environmentName) : environmentName;
  // In `test/fixtures/pools`, `test` is not an environment.
  if (byName?.name === environment && `${exampleOf(unitFolder(source))}/`.startsWith(`${byName?.folder}/`))
    return { ...noFacts(), destinations: destinationsOf(source) };

  return {
    ...noFacts(),
    environments: new Map(environment === undefined ? [] : [[comparedEnvironment(environment), environment]]),
    environmentFolders: new Set(byName && byName.name === environment ? [byName.folder] : []),
    destinations: destinationsOf(source),
  };
}

const destinationsOf = ({ origin }: Source): Set<string> =>
  new Set(origin?.destination === undefined ? [] : [origin.destination]);

export const noFacts = (): ClusterFacts => ({
  environments: new Map(),
  environmentFolders: new Set(),
  destinations: new Set(),
  names: new Map(),
  karpenterObjects: new Set(),
  creators: 0,
});

/** Adds what is known about another part of the same cluster. */
export function addFacts(facts: ClusterFacts, added: ClusterFacts): void {
  for (const [key, name] of added.environments) facts.environments.set(key, facts.environments.get(key) ?? name);
  for (const folder of added.environmentFolders) facts.environmentFolders.add(folder);
  for (const [name, isDefined] of added.names) addName(facts, name, isDefined);
  for (const destination of added.destinations) facts.destinations.add(destination);
  for (const object of added.karpenterObjects) facts.karpenterObjects.add(object);
  facts.creators += added.creators;
}

const addName = ({ names }: Pick<ClusterFacts, 'names'>, name: string, isDefined: boolean): void => {
  names.set(name, isDefined || (names.get(name) ?? false));
};

/** The folder of a root or file. The names of rendered texts continue after their path in the repository. */
function unitFolder({ file, origin }: Source): string {
  if (origin?.tool !== 'terraform') return folderOf(origin ? file.split(' (')[0]! : file);
  const root = origin.root.split(' with ')[0]!;
  if (root === '.') return '';
  return root;
}

function titleOf({ origin }: Source, folder: string): string {
  if (!origin) {
    if (folder === '') return 'the root folder';
    return `\`${folder}\``;
  }
  if (origin.tool === 'terraform') return `the Terraform root \`${origin.root}\``;
  return `\`${origin.root}\``;
}

const exampleSegment = /^(?:_?examples?|samples?|tests|test-?data|fixtures?|e2e|docs?|tutorials?|demos?)$/i;

/** The folder of an example: `examples/eks-hpa`, `modules/pools/examples/complete`. */
function exampleOf(folder: string): string {
  const parts = folder.split('/');
  const index = parts.findIndex((part, i) => exampleSegment.test(part) || (i === 0 && part === 'test'));
  if (index === -1) return '';
  return parts.slice(0, index + 2).join('/');
}

const karpenterGroup = 'karpenter.sh';

function addEvidence(facts: ClusterFacts, manifest: Manifest, providers: readonly CloudProvider[]): void {
  const group = groupOf(manifest.apiVersion);
  const isClass = providers.some(({ nodeClasses }) => nodeClasses.some((nodeClass) => nodeClass.group === group));
  if ((group === karpenterGroup || isClass) && manifest.name !== '' && !manifest.isPartial)
    facts.karpenterObjects.add(`${manifest.kind}/${manifest.name}`);

  for (const { clusterEvidence } of providers) {
    const evidence = clusterEvidence?.(manifest);
    for (const { name, isDefined } of evidence?.names ?? []) addName(facts, name, isDefined);
    if (evidence?.createsCluster) facts.creators += 1;
  }
}
