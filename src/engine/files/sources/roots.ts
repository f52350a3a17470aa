import type { Settings } from '../../karpenter/api/settings.ts';
import type { DefinitionKind } from '../../manifest/model/definition-kinds.ts';
import { isKustomizationPath } from '../../manifest/model/kustomization-names.ts';
import { isObject } from '../../manifest/model/manifest.ts';
import type { RootRelease } from '../../manifest/terraform/terraform.ts';
import { titleOf } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import { folderOf, isWithin, type Source } from '../../text/source.ts';
import { byCount } from '../../text/words/plural.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { areTwoEnvironments } from '../places/compared-environment.ts';
import { environmentInName } from '../places/environment-name.ts';
import { isUnusedName } from '../places/unused-folder.ts';
import type { Discovery } from './discovery/discovery.ts';
import { environmentOf } from './environment.ts';
import { expandApplicationSet } from './gitops/application-set.ts';
import { applicationRoots } from './gitops/argo-application.ts';
import { cutRoot, rootElsewhere, unmadeRoot } from './gitops/declared-root.ts';
import {
  configMapData,
  type Definition,
  definitionsIn,
  hasTooManyDefinitions,
  tooManyApplications,
  tooManyDefinitions,
  unknownObstacle,
} from './gitops/definition.ts';
import { clusterOfPlace, namedDestination } from './gitops/destination.ts';
import { fluxKustomizationRoot, helmReleaseRoot } from './gitops/flux.ts';
import { helmfileRoots } from './gitops/helmfile.ts';
import { otherRepositories, repositoriesHere } from './gitops/other-repositories.ts';
import { chartRoots } from './helm/chart-roots.ts';
import { kustomizeRoots, patchFilesIn } from './kustomize/kustomize-roots.ts';
import { namedRoot } from './named-root.ts';
import { mappingsOf, stringOf } from './repository/yaml-data.ts';
import { type DataReference, dataReferencesIn } from './root/data-references.ts';
import type { Obstacle, Root } from './root/root.ts';
import { terraformCharts } from './terraform-charts.ts';

/** What defines roots in addition to the files of a side. */
interface RootOrigins {
  /** Definitions that no file has any more, and that the cluster still has. */
  readonly staying?: readonly Definition[];
  /** The charts that Terraform installs. */
  readonly releases?: readonly RootRelease[] | undefined;
}

/**
 * All roots of one side, by name: first what Argo CD and Flux objects and helmfiles refer to, then the other charts and the
 * kustomizations that no other kustomization includes. Roots whose files are applied as they are, are among them.
 */
export function rootsOf(
  discovery: Discovery,
  sources: readonly Source[],
  settings: RootSettings,
  { staying = [], releases = [] }: RootOrigins = {},
): Root[] {
  const named = settings.sources.roots.map((root) => namedRoot(root, discovery));
  const declared = [
    ...named,
    ...declaredRoots(discovery, sources, staying),
    ...helmfileRoots(discovery),
    ...terraformCharts(releases, discovery),
  ];
  const folders = new Set(
    declared.flatMap(({ call }) => {
      if (call === null) return [];
      return ['helm' in call ? call.helm.chart : call.kustomize.folder];
    }),
  );
  // Its Kustomizations may also be elsewhere, such as in the cluster, and apply what no definition here refers to.
  const hasFlux = declared.some(({ tool }) => tool === 'flux');

  const kustomizations = kustomizeRoots(discovery, hasFlux).filter(
    (root) =>
      root.call === null ||
      'helm' in root.call ||
      !(folders.has(root.call.kustomize.folder) || isGivenByFlux(root, declared)),
  );

  const rendered = [...declared, ...kustomizations].filter(({ isPlain }) => !isPlain);
  const taken = new Set(rendered.flatMap(({ files }) => files));
  const charts = chartRoots(discovery, (folder) => taken.has(folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`));
  const isIgnored = ({ file }: Root): boolean => settings.sources.ignore.some((folder) => isWithin(file, folder));

  const applied = [...declared, ...kustomizations, ...charts].filter((root) => !isIgnored(root));
  const ofClusters = new Set(applied.flatMap((root) => clusterEnvironment(root, settings) ?? []));

  return byName(
    applied.map((root) =>
      withKubernetes(inItsCluster(withEnvironment(root, settings), settings, ofClusters), settings),
    ),
  );
}

/**
 * Whether Flux applies a kustomization as part of a parent folder that has no kustomization itself. If an obstacle prevents
 * rendering that folder, the kustomizations that the obstacle does not affect are rendered separately.
 */
const isGivenByFlux = ({ file, obstacles }: Root, declared: readonly Root[]): boolean =>
  declared.some(
    (root) =>
      root.tool === 'flux' && root.files.includes(file) && (root.obstacles.length === 0 || obstacles.length > 0),
  );

/** The part of the configuration that discovery uses. */
export type RootSettings = Pick<Settings, 'sources' | 'environments'> & Partial<Pick<Settings, 'kubernetesVersion'>>;

/** Charts are rendered for the Kubernetes version of their environment, if the configuration sets it. */
function withKubernetes(root: Root, { environments, kubernetesVersion }: RootSettings): Root {
  const version = environments[root.environment ?? '']?.own.kubernetesVersion ?? kubernetesVersion;
  if (version === undefined) return root;
  return { ...root, kubernetesVersion: version };
}

function withEnvironment(root: Root, { environments }: RootSettings): Root {
  const { call, file, terraform } = root;

  const applied = () => {
    if (terraform) return terraform.place;
    if (call === null) return file;
    if ('helm' in call) return call.helm.valueFiles.at(-1) ?? call.helm.chart;
    return call.kustomize.folder;
  };

  const path = applied();
  const byPath = environmentOf(path, environments);
  if (byPath.isEnvironmentKnown && !root.isEnvironmentKnown) return { ...root, ...byPath };

  const inherited = inheritedEnvironment(root);
  if (inherited.isEnvironmentKnown) return { ...inherited, ...root };
  if (byPath.environment !== undefined) return { ...byPath, ...root };
  if (inherited.environment !== undefined) return { ...inherited, ...root };
  return { ...environmentOfDestination(root), ...environmentOfDefinition(root, environments), ...root };
}

/** The environment of the cluster that a definition applies a root to, by the name of the cluster or the place of the definition. */
function clusterEnvironment(root: Root, { environments }: RootSettings): string | undefined {
  if (root.by === undefined) return undefined;
  return (
    environmentOfDestination(root).environment ??
    inheritedEnvironment(root).environment ??
    environmentOfDefinition(root, environments).environment
  );
}

/**
 * A root whose definition is in one environment and whose files are in the folder of another one, which has definitions of its own: `clusters/prod`
 * applies `apps/stage`. Its cluster decides.
 */
function inItsCluster(root: Root, settings: RootSettings, ofClusters: ReadonlySet<string>): Root {
  const cluster = clusterEnvironment(root, settings);
  if (cluster === undefined || root.isEnvironmentKnown || root.environment === undefined) return root;

  const named = root.environment;
  const hasCluster = [...ofClusters].some((other) => !areTwoEnvironments(other, named));
  if (!areTwoEnvironments(cluster, named) || !hasCluster) return root;
  return { ...root, environment: cluster };
}

/** The environment that Argo CD's name of the cluster is, or that the address of its API server begins with. */
function environmentOfDestination({ destination }: Root): Pick<Root, 'environment'> {
  const { kind, name = '' } = namedDestination(destination) ?? {};
  const called = kind === 'address' ? name.replace(/^\w+:\/\//, '').split('.')[0]! : name;
  const environment = kind === 'address' || kind === 'name' ? environmentInName(called) : undefined;
  if (environment === undefined) return {};
  return { environment };
}

/** The environment of the folder of a definition that is applied to the cluster that it is in itself. */
function environmentOfDefinition({ by, file, destination }: Root, environments: RootSettings['environments']) {
  if (by === undefined || namedDestination(destination)?.kind !== 'itself') return {};
  return environmentOf(file, environments);
}

/** The environment of the root that renders its definition, if it is applied to the same cluster as that definition. */
function inheritedEnvironment({ parent, destination }: Root): Pick<Root, 'environment' | 'isEnvironmentKnown'> {
  if (parent?.environment === undefined || destination !== clusterOfPlace(parent.name)) return {};
  const { environment, isEnvironmentKnown } = parent;
  return { environment, ...(isEnvironmentKnown && { isEnvironmentKnown }) };
}

/** What Argo CD and Flux objects in some files refer to. */
function declaredRoots(discovery: Discovery, sources: readonly Source[], staying: readonly Definition[]): Root[] {
  const patches = patchFilesIn(discovery);
  const objects = sources.filter(({ file, origin }) => origin !== undefined || !patches.has(file));
  const definitions = [...definitionsIn(objects), ...staying];
  const informed = {
    ...discovery,
    otherRepositories: otherRepositories(definitions, discovery),
    repositoriesHere: repositoriesHere(definitions, discovery),
    hasPatchedVariables: hasPatchedVariables(definitions, patches, discovery),
  };
  const rootsFor = (definition: Definition): Root[] => rootsOfKind[definition.kind](definition, informed);

  const aside = definitions.filter(({ file }) => isUnusedName(folderOf(file)));
  const inUse = definitions.filter((definition) => !aside.includes(definition)).flatMap(rootsFor);

  const listing = () => {
    if (aside.length === 0) return [];
    return kustomizeRoots(discovery, false).filter(({ file }) => !isUnusedName(folderOf(file)));
  };

  const applied = new Set([...inUse, ...listing()].flatMap(({ files }) => files));
  // Without others, it says how the repository is applied, wherever it is.
  const isKept = ({ file }: Definition): boolean => inUse.length === 0 || applied.has(file);

  return byName([
    ...sources.filter(hasTooManyDefinitions).map(({ file }) => cutRoot('argocd', tooManyDefinitions(file))),
    ...inUse,
    ...aside.filter(isKept).flatMap(rootsFor),
  ]);
}

/** Whether a kustomization, a file of patches, or patches of a Kustomization of Flux set variables of others. */
function hasPatchedVariables(
  definitions: readonly Definition[],
  patches: ReadonlySet<string>,
  { tree }: Discovery,
): boolean {
  if (definitions.some(({ spec }) => JSON.stringify(spec.patches ?? []).includes('postBuild'))) return true;

  const patched = [...patches, ...[...tree.files.keys()].filter(isKustomizationPath)];
  return patched.some((file) => tree.text(file)?.includes('postBuild') === true);
}

/** The definitions that create some roots, with the Applications of ApplicationSets in place of these. */
export function definitionsOfRoots(
  roots: readonly Root[],
  discovery: Discovery,
  sources: readonly Source[],
): readonly Definition[] {
  if (roots.length === 0) return [];
  const keys = new Set(roots.map(({ file, by }) => JSON.stringify([file, by])));

  const applicationsOf = (definition: Definition): readonly Definition[] => {
    if (definition.kind !== 'ApplicationSet') return [definition];
    return expandApplicationSet(definition, discovery).applications;
  };

  return definitionsIn(sources)
    .flatMap(applicationsOf)
    .filter((definition) => keys.has(JSON.stringify([definition.file, titleOf(definition)])));
}

/** The roots of each kind of definition. */
const rootsOfKind: Readonly<Record<DefinitionKind, (definition: Definition, discovery: Discovery) => Root[]>> = {
  Application: applicationRoots,
  ApplicationSet: applicationSetRoots,
  HelmRelease: (definition, discovery) => [withTaken(definition, helmReleaseRoot(definition, discovery), discovery)],
  Kustomization: (definition, discovery) => [
    withTaken(definition, fluxKustomizationRoot(definition, discovery), discovery),
  ],
};

/** A root with the data that its definition takes, and that nobody reads. */
function withTaken(definition: Definition, root: Root, discovery: Discovery): Root {
  const { spec, namespace } = definition;
  // It is rendered with a ConfigMap that is here.
  const isRead = ({ kind, name }: DataReference): boolean =>
    kind === 'ConfigMap' && root.obstacles.length === 0 && 'data' in configMapData(discovery, name, definition);
  const from = dataReferencesIn(spec).filter((reference) => !isRead(reference));
  if (from.length === 0) return root;
  return { ...root, takes: { from, namespace } };
}

function applicationSetRoots(definition: Definition, discovery: Discovery): Root[] {
  const { applications, unknown: generators, isPatchUnknown, isCut } = expandApplicationSet(definition, discovery);
  const excess = isCut ? [unmadeRoot({ definition, tool: 'argocd' }, [tooManyApplications(definition)])] : [];

  if (isPatchUnknown)
    return [
      ...excess,
      unknownSetRoot(
        unknownObstacle(
          definition,
          'uses a `templatePatch` that plumbline cannot evaluate',
          'templatePatch',
          'plumbline cannot evaluate its `templatePatch`',
        ),
        definition,
        discovery,
      ),
    ];

  const named = `${byCount(generators.length, 'generator', 'generators')} ${quotedNames(generators)}`;

  const unmadeOf = () => {
    if (generators.length === 0) return [];
    return [
      unknownSetRoot(
        unknownObstacle(
          definition,
          `uses the ${named}, whose results are not in the repository`,
          generators[0],
          `the results of the ${named} are not in this repository`,
        ),
        definition,
        discovery,
      ),
    ];
  };

  const unmade = unmadeOf();

  const roots = applications.flatMap((application) => applicationRoots(application, discovery));

  // For the roots left out here, the obstacle above already gives the reason.
  return [...excess, ...unmade, ...roots.filter(({ call }) => unmade.length === 0 || call !== null)];
}

/** An ApplicationSet whose Applications are unknown, with what it gives to charts and folders. */
function unknownSetRoot(obstacle: Obstacle, definition: Definition, discovery: Discovery): Root {
  const declared = { definition, tool: 'argocd' } as const;
  const { generators, template, templatePatch } = definition.spec;
  const spec = isObject(template) && isObject(template.spec) ? template.spec : {};
  const sources = [...(isObject(spec.source) ? [spec.source] : []), ...mappingsOf(spec.sources)];
  const declaration = [generators, sources, templatePatch];

  const roots = sources.flatMap(({ chart, path }) => {
    const what = stringOf(chart) ?? stringOf(path);
    if (what === undefined) return [];
    return [rootElsewhere(declared, { what, said: declaration, obstacle }, discovery)];
  });

  return roots.find(({ elsewhere }) => elsewhere !== undefined) ?? unmadeRoot(declared, [obstacle]);
}

/**
 * Makes names unique. Roots with the same name get the path of what they apply, and if that is the same, too, the
 * environment or else the name of the root that renders them, and then the folder of their definition. These do not
 * depend on the order in which they are found, so they are the same before and after a change. If they are not unique
 * either, roots get a number.
 */
function byName(roots: readonly Root[]): Root[] {
  const counts = new Map<string, number>();

  const named = distinguished(withParents(distinguished(roots, placeOf)), folderOfDefinition);
  const unique = named.map((root) => {
    const { name } = root;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1) return root;
    return { ...root, name: `${name} (${count})` };
  });

  return unique.sort((a, b) => compareNames(a.name, b.name));
}

/** Roots of one name with what distinguishes them in it, unless that is the same for all of them. */
function distinguished(roots: readonly Root[], markOf: (root: Root) => string): Root[] {
  const marks = new Map<string, Set<string>>();
  for (const root of roots) marks.set(root.name, (marks.get(root.name) ?? new Set()).add(markOf(root)));

  return roots.map((root) => {
    const mark = markOf(root);
    if (mark === '' || marks.get(root.name)!.size === 1) return root;
    return { ...root, name: `${root.name} (${mark})` };
  });
}

const withParents = (roots: readonly Root[]): Root[] =>
  distinguished(
    distinguished(roots, ({ parent }) => parent?.environment ?? parent?.name ?? ''),
    ({ parent }) => parent?.name ?? '',
  );

const folderOfDefinition = ({ by, file }: Root): string => {
  if (by === undefined) return '';
  return folderOf(file);
};

const placeOf = ({ call, file }: Root): string => {
  if (call && 'kustomize' in call) return call.kustomize.folder || '.';
  return file;
};
