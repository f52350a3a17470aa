import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { folderOf, isWithin, LineIndex, type Source, type Span } from '../../text/source.ts';
import { megabytes } from '../../text/words/megabytes.ts';
import { plural } from '../../text/words/plural.ts';
import { installsKarpenter } from '../node-charts.ts';
import { isTerraformOfInterest, mayCreateCluster } from '../prefilter.ts';
import { moduleFolders } from './module-folders.ts';
import { chosenEnvironments, keptEnvironments, mayChooseEnvironment } from './modules/chosen-environments.ts';
import { type EvaluatedEnvironment, Module, type ModulePlace } from './modules/module.ts';
import {
  type Excess,
  type HclReader,
  type ModuleFile,
  maxTerraformLength,
  normal,
  type RepositoryFiles,
  saysWhereApplied,
  TerraformFiles,
} from './modules/terraform-files.ts';
import { type TerragruntUnit, terragruntUnits } from './modules/terragrunt.ts';
import { mayCreateNodes, type Unread, type UnreadCharts } from './modules/unread.ts';
import { foldersWithoutPlan, refusedFolders } from './refused-folders.ts';
import type { LocalRelease } from './resources/chart-release.ts';
import { type Lifecycles, lifecyclesOf } from './resources/lifecycles.ts';
import type { NamedText } from './resources/named-text.ts';
import { callersProvider, clustersByProvider } from './resources/provider-clusters.ts';
import { type ProviderRegions, providerRegions } from './resources/provider-regions.ts';
import type { KnownResources } from './resources/resource-makers.ts';
import { conditionOf, resourceTexts } from './resources/resource-texts.ts';
import { type StatePlace, statePlaceOf } from './resources/state-places.ts';
import { localSource, ofKarpenter } from './syntax/excerpt.ts';
import type { Block } from './syntax/hcl.ts';
import type { HclFile } from './syntax/read-hcl.ts';
import { rootOfCluster, type TerraformRoot, terraformSource } from './terraform-source.ts';
import { isUnfilled } from './unfilled.ts';

/** A release of a chart that is not in the repository. */
export interface ReleaseElsewhere {
  /** Its address: `helm_release.loki`. */
  readonly name: string;
  /** A text without content, at the place of the release. */
  readonly source: Source;
  /** The same text on both sides, if the change edits nothing of the chart or its values. */
  readonly said: string;
}

/** A release in its Terraform root, under the name that the objects of the resource have. */
export interface RootRelease extends LocalRelease {
  readonly name: string;
  readonly address: string;
  readonly root: TerraformRoot;
  /** Nothing here says whether Terraform creates it. */
  readonly isUndecided: boolean;
}

/** The objects that Terraform creates from a repository, for one side of a review. */
export interface TerraformSources {
  /** Objects, with their places in the repository. */
  readonly sources: readonly Source[];
  /** All objects, also those of `plainFiles`. */
  readonly made: readonly Source[];
  /** The files that the objects come from. */
  readonly originals: readonly Source[];
  /** Names of objects that exist but whose content is unknown. */
  readonly unknown: ReadonlySet<string>;
  /** What decides whether an object exists, if that is unknown: the text of `count` or `for_each` and its place, by the name of the object. */
  readonly conditions: ReadonlyMap<string, CreationCondition>;
  /** What each root module says about the removal of resources, by the name of the root. */
  readonly lifecycles: ReadonlyMap<string, Lifecycles>;
  /** The regions in which each root module creates clusters, by the name of the root. */
  readonly regions: ReadonlyMap<string, ProviderRegions>;
  /** Where each root module keeps its state, by the name of the root. */
  readonly states: ReadonlyMap<string, StatePlace>;
  /** Syntax errors and exceeded limits. Objects that the base has and `sources` does not may still exist. */
  readonly faults: readonly Diagnostic[];
  /** What makes Terraform refuse a folder, which is evaluated all the same. */
  readonly refusals: readonly Diagnostic[];
  /** The names of the root modules of which Terraform refuses a folder, so that it plans nothing. */
  readonly unplannable: ReadonlySet<string>;
  /** What is not read and probably creates Karpenter objects, by name. */
  readonly unread: ReadonlyMap<string, Unread>;
  /** Releases of charts that are not in the repository, without those of Karpenter. */
  readonly elsewhere: readonly ReleaseElsewhere[];
  /** Releases of charts that may be in the repository. */
  readonly releases: readonly RootRelease[];
  /** Manifests that Terraform applies as they are, so that they are not among the sources. */
  readonly plainFiles: ReadonlySet<string>;
  /** Those of `plainFiles` that several root modules apply, each in its own cluster, or that are applied only under a condition. */
  readonly sharedFiles: ReadonlySet<string>;
  /** Files that are Terraform templates, and therefore not manifests as they are. */
  readonly templates: ReadonlySet<string>;
  /** The files that functions read. */
  readonly usedFiles: ReadonlySet<string>;
  /** Blocks that only the defaults of variables leave out, by `placeOfBlock`. */
  readonly blocksLeftOut: ReadonlySet<string>;
  /** Blocks of which no call creates an instance, by `placeOfBlock`. */
  readonly blocksWithoutInstances: ReadonlySet<string>;
  /** The instances of blocks with `count` or `for_each`, by `placeOfBlock`. */
  readonly instancesOfBlocks: ReadonlyMap<string, ReadonlySet<string>>;
  /** The variables of root modules that have no default and that no file sets. */
  readonly requiredVariables: ReadonlySet<string>;
  /** The `moved` blocks of subnets. */
  readonly moves: ReadonlySet<string>;
  /** The environments that the code of each root module chooses between, by its folder; none if it shows none. */
  readonly environments: ReadonlyMap<string, readonly EvaluatedEnvironment[]>;
  /** The files with HCL that were read: of modules, of variables, and of Terragrunt. */
  readonly files: readonly HclFile[];
  /** The root modules, by the names of their roots. */
  readonly modules: ReadonlyMap<string, Module>;
}

/** An expression on which it depends whether Terraform creates something. */
interface CreationCondition {
  readonly text: string;
  readonly at: Span;
}

/** The largest number of root modules that are evaluated. */
const maxRoots = 300;

/**
 * Evaluates the modules of a repository that are related to Karpenter, as far as possible without a cloud. `resources` describes the
 * resources of cloud providers. With `base`, they are the modules after a change.
 */
export function terraformSources(
  files: RepositoryFiles,
  reader: HclReader,
  resources: readonly KnownResources[],
  base?: TerraformSources,
): TerraformSources {
  const terraformFiles = new TerraformFiles(files, reader, {
    known: resources,
    requiredBefore: base?.requiredVariables,
    movesBefore: base?.moves,
  });
  const graph = callGraph(terraformFiles);
  const wanted = foldersOfInterest(terraformFiles, graph, isTerraformOfInterest);
  // The cluster and its network matter only to what is said about Karpenter, so their faults are not reported.
  const around = new Set([
    ...foldersOfInterest(terraformFiles, graph, mayCreateCluster),
    ...foldersStillThere(base, terraformFiles),
  ]);
  // Read in the order of the paths, so that the same files are left out each time the limit is exceeded.
  const read = [...wanted].sort().flatMap((folder) => terraformFiles.filesIn(folder));
  const applied = terragruntUnits(terraformFiles);
  const units = groupBy(applied.units, ({ module }) => module);

  const environments = new Map<string, readonly EvaluatedEnvironment[]>();

  const wantedRoots = rootsAmong(wanted, graph, units);
  const otherRoots = rootsAmong(around, graph, units).filter((root) => !wanted.has(root));
  const uncalled = uncalledModules([...wantedRoots, ...otherRoots], terraformFiles, units);

  const variants = (roots: readonly string[]): Variant[] =>
    roots.flatMap((root) =>
      variantsOf(root, {
        terraformFiles,
        graph,
        units: units.get(root),
        environments,
        environmentsBefore: base?.environments.get(root),
        isUncalled: uncalled.has(root),
      }),
    );

  const all = variants(wantedRoots);

  const evaluation = emptyEvaluation({
    terraformFiles,
    resources,
    unread: applied.elsewhere,
    modulesBefore: base?.modules,
  });

  for (const variant of all.slice(0, maxRoots)) evaluateVariant(variant, evaluation);

  const isCutShort = terraformFiles.isCutShort || all.length > maxRoots;
  const others = variants(otherRoots);
  for (const variant of others.slice(0, Math.max(0, maxRoots - all.length))) evaluateVariant(variant, evaluation);

  const { made, unknown, unread, elsewhere } = evaluation;
  const isOther = (folder: string): boolean => !wanted.has(folder);

  const readAround = [...around]
    .filter(isOther)
    .sort()
    .flatMap((folder) => terraformFiles.filesIn(folder));

  const modules = moduleFolders([...wanted, ...around], terraformFiles, units);
  const refusals = refusedFolders(modules);
  const withoutPlan = foldersWithoutPlan(refusals);
  const isRefused = (root: string): boolean => [...calledFrom(root, graph)].some((folder) => withoutPlan.has(folder));

  // A template that ends up in no text is reviewed as it is, because nothing would be said about its objects otherwise.
  const templates = new Set([...terraformFiles.templates].filter((file) => evaluation.places.has(file)).sort());
  const templateSources = [...templates].map((file): Source => ({ file, text: files.text(file) ?? '' }));
  const plain = new Set([...made.values()].filter((source) => isReadElsewhere(source, { files, templates })));

  return {
    sources: [...made.values()].filter((source) => !plain.has(source)),
    made: [...made.values()],
    plainFiles: new Set([...plain].map(({ origin, text }) => origin!.trace(0, text.length).span.file)),
    sharedFiles: new Set(sharedFiles([...plain], files)),
    originals: [...[...read, ...readAround].map(({ source }) => source), ...templateSources],
    unknown,
    unread,
    elsewhere,
    releases: evaluation.releases,
    conditions: evaluation.conditions,
    lifecycles: evaluation.lifecycles,
    regions: evaluation.regions,
    states: evaluation.states,
    faults: [
      ...read.flatMap(({ source, fault, excess }) => {
        if (excess) return [tooMuch(source, excess)];
        if (fault && !isUnfilled(source)) return [unreadable(source, fault.start)];
        return [];
      }),
      ...unfilledTemplates(read),
      ...(isCutShort ? [cutShort(firstFile(all[0]?.folder, terraformFiles))] : []),
    ],
    refusals,
    unplannable: new Set([...evaluation.folders].flatMap(([name, folder]) => listIf(isRefused(folder), name))),
    templates,
    usedFiles: terraformFiles.usedFiles,
    blocksLeftOut: terraformFiles.blocksLeftOut,
    blocksWithoutInstances: terraformFiles.blocksWithoutInstances,
    instancesOfBlocks: terraformFiles.instancesOfBlocks,
    requiredVariables: terraformFiles.requiredVariables,
    moves: terraformFiles.moves,
    environments,
    files: terraformFiles.readFiles,
    modules: evaluation.modules,
  };
}

type EvaluationInput = Pick<Evaluation, 'terraformFiles' | 'resources' | 'modulesBefore'> & {
  readonly unread: Iterable<readonly [string, Unread]>;
};

/** An evaluation before the first module: what it finds is empty. */
const emptyEvaluation = ({ terraformFiles, resources, unread, modulesBefore }: EvaluationInput): Evaluation => ({
  terraformFiles,
  resources,
  made: new Map(),
  unknown: new Set(),
  places: new Set(),
  unread: new Map(unread),
  elsewhere: [],
  releases: [],
  conditions: new Map(),
  lifecycles: new Map(),
  regions: new Map(),
  states: new Map(),
  folders: new Map(),
  modules: new Map(),
  modulesBefore,
});

/** A file to point at: the first one of a root module, or else of Terragrunt. */
const firstFile = (folder: string | undefined, files: TerraformFiles): string => {
  if (folder === undefined) return files.units[0] ?? '.';
  return files.filesIn(folder)[0]?.source.file ?? folder;
};

/** The work on one side, and what it has produced so far. */
interface Evaluation {
  readonly terraformFiles: TerraformFiles;
  readonly resources: readonly KnownResources[];
  readonly made: Map<string, Source>;
  readonly unknown: Set<string>;
  /** The files that texts come from. */
  readonly places: Set<string>;
  readonly unread: Map<string, Unread>;
  readonly elsewhere: ReleaseElsewhere[];
  readonly releases: RootRelease[];
  readonly conditions: Map<string, CreationCondition>;
  readonly lifecycles: Map<string, Lifecycles>;
  readonly regions: Map<string, ProviderRegions>;
  readonly states: Map<string, StatePlace>;
  /** The folders of the root modules, by their names. */
  readonly folders: Map<string, string>;
  readonly modules: Map<string, Module>;
  readonly modulesBefore: ReadonlyMap<string, Module> | undefined;
}

function evaluateVariant(variant: Variant, evaluation: Evaluation): void {
  const { terraformFiles, made, unknown, places, unread, elsewhere } = evaluation;
  const { name, place, guessedEnvironment, isUncalled } = variant;
  const { module, lifecycles, regions, state, aliases, texts } = evaluatedRoot(variant, evaluation);

  evaluation.lifecycles.set(name, lifecycles);
  evaluation.regions.set(name, regions);
  evaluation.modules.set(name, module);
  if (state) evaluation.states.set(name, state);
  const hasNodesIn = (folder: string): boolean | undefined => terraformFiles.hasNodesIn(folder);

  for (const { name: address, text, unread: other, condition, provider = '', ...more } of texts) {
    const by = rootOfCluster(name, aliases.get(provider));
    evaluation.lifecycles.set(by, lifecycles);
    evaluation.folders.set(by, variant.folder);
    const file = unused(`${by}: ${address}`, made);
    const expression = condition && terraformFiles.textAt(condition.file)?.slice(condition.start, condition.end);
    const creation = expression === undefined ? undefined : { text: expression, at: condition! };
    if (creation) evaluation.conditions.set(file, creation);
    if (other && (!('charts' in other) || mayCreateNodes(other, hasNodesIn))) unread.set(file, other);

    const release = other && releaseElsewhere(address, other, { root: by, place });
    if (release) elsewhere.push(release);
    if (more.release)
      evaluation.releases.push({
        ...more.release,
        name: file,
        address,
        root: { name: by, place },
        isUndecided: creation !== undefined,
      });
    for (const { at } of text?.pieces ?? []) places.add(at.file);
    if (text && !terraformFiles.grantObject()) break;

    if (text)
      made.set(
        file,
        terraformSource(file, text, {
          name: by,
          place,
          guessedEnvironment,
          isUncalled,
          condition: creation,
          recreation: more.recreation,
          ignoredArgument: more.ignoredArgument,
          read: (path) => terraformFiles.textAt(path),
        }),
      );
    else if (!other) unknown.add(file);
  }
}

/** What a root module says. */
interface EvaluatedRoot {
  readonly module: Module;
  readonly lifecycles: Lifecycles;
  readonly regions: ProviderRegions;
  readonly state: StatePlace | undefined;
  readonly aliases: ReturnType<typeof clustersByProvider>;
  readonly texts: readonly NamedText[];
}

/** Evaluates a root module, unless nothing that it uses differs from the other side. */
function evaluatedRoot(
  { name, place: _, guessedEnvironment: __, isUncalled: ___, ...module }: Variant,
  { terraformFiles, resources, modulesBefore }: Pick<Evaluation, 'terraformFiles' | 'resources' | 'modulesBefore'>,
): EvaluatedRoot {
  const { folder, given, variableFiles = [], environment } = module;
  const chosen = [environment?.reference, environment?.name, environment?.formerReference];
  const inputs = [folder, given, ...chosen, ...variableFiles];

  return terraformFiles.part(`root ${name}`, inputs, () => {
    const earlier = modulesBefore?.get(name);
    const place = { ...module, root: module.folder, address: '', inputs: null, depth: 0, earlier };
    const root = new Module(place, terraformFiles);

    return {
      module: root,
      lifecycles: lifecyclesOf(root),
      regions: providerRegions(root),
      state: statePlaceOf(root),
      aliases: clustersByProvider(root),
      texts: textsOf(root, resources),
    };
  });
}

/** A root module with the variables of one environment. */
interface Variant extends TerraformRoot, Pick<ModulePlace, 'folder' | 'variableFiles' | 'given' | 'environment'> {}

/** A chart from elsewhere that Terraform installs. Karpenter's own pods count with the system pods. */
function releaseElsewhere(
  name: string,
  other: Unread | UnreadCharts,
  { root, place }: { readonly root: string; readonly place: string },
): ReleaseElsewhere | undefined {
  if (!('charts' in other) || other.charts.length === 0) return undefined;

  const isElsewhere = other.charts.some(({ chart, folder }) => folder === undefined && !installsKarpenter(chart));
  if (!isElsewhere) return undefined;

  const source: Source = {
    file: `${root}: ${name}`,
    text: '',
    origin: { root, tool: 'terraform', place, trace: () => ({ span: other.at, isExact: true }) },
  };

  return { name, source, said: other.said };
}

/** What decides how often a root module is evaluated. */
interface RootReading {
  readonly terraformFiles: TerraformFiles;
  readonly graph: CallGraph;
  readonly units: readonly TerragruntUnit[] | undefined;
  /** Filled with what the code of each root module shows. */
  readonly environments: Map<string, readonly EvaluatedEnvironment[]>;
  /** The environments of the root module before a change. */
  readonly environmentsBefore: readonly EvaluatedEnvironment[] | undefined;
  readonly isUncalled: boolean;
}

/**
 * One variant for each unit of Terragrunt, else for each environment with its own variables (`dev.tfvars`, `env/prod.tfvars`), else for each one
 * that the code chooses between.
 */
function variantsOf(folder: string, reading: RootReading): Variant[] {
  const { terraformFiles, units } = reading;
  const name = folder === '' ? '.' : folder;

  if (units)
    return units.map(({ file, inputs, variableFiles }) => ({
      name: folderOf(file) === folder ? name : `${name} with ${file}`,
      place: file,
      folder,
      given: inputs,
      variableFiles,
    }));

  const environments = [...terraformFiles.environmentVariables(folder)].sort(([a], [b]) => compareNames(a, b));
  const { first, last } = terraformFiles.sharedVariables(folder);
  if (environments.length === 0) return variantsByChoice(name, { folder, variableFiles: [...first, ...last] }, reading);

  const shown = (file: string): string =>
    folder !== '' && isWithin(file, folder) ? file.slice(folder.length + 1) : file;

  return environments.map(([, variableFiles]) => ({
    name: `${name} with ${variableFiles.map(shown).join(', ')}`,
    place: variableFiles[0]!,
    folder,
    variableFiles: [...first, ...variableFiles, ...last],
  }));
}

/** The folder of a root module, and the variables files that commands pass to it. */
type RootWithVariables = Required<Pick<ModulePlace, 'folder' | 'variableFiles'>>;

/** One variant for each environment that the code itself chooses between, else a single one. */
function variantsByChoice(name: string, root: RootWithVariables, reading: RootReading): Variant[] {
  const { folder } = root;
  const choices = keptEnvironments(reading.environmentsBefore, environmentsInCode(name, root, reading));
  reading.environments.set(folder, choices);
  const { isUncalled } = reading;
  if (choices.length === 0) return [{ name, place: folder, ...root, ...(isUncalled && { isUncalled }) }];

  return choices.map((environment) => ({
    name: `${name} with ${environment.reference.replace('terraform.', '')} ${environment.name}`,
    place: folder === '' ? environment.name : `${folder}/${environment.name}`,
    guessedEnvironment: environment.name,
    ...(isUncalled && { isUncalled }),
    ...root,
    environment,
  }));
}

function environmentsInCode(
  name: string,
  { folder, variableFiles }: RootWithVariables,
  { terraformFiles, graph }: RootReading,
): readonly EvaluatedEnvironment[] {
  const folders = [...calledFrom(folder, graph)];
  if (!folders.some((other) => terraformFiles.textsIn(other).some(mayChooseEnvironment))) return [];

  return terraformFiles.part(`environments of ${name}`, [folder, ...variableFiles], () => {
    const place: ModulePlace = { folder, variableFiles, root: folder, address: '', inputs: null, depth: 0 };
    const withoutDefaults = new Module({ ...place, assumed: 'no defaults' }, terraformFiles);
    return chosenEnvironments(new Module(place, terraformFiles), withoutDefaults);
  });
}

/** A folder and all folders of modules that it calls, directly or through others. */
function calledFrom(folder: string, graph: CallGraph): ReadonlySet<string> {
  const folders = new Set([folder]);
  // The loop also visits the folders that it adds to the set.
  for (const caller of folders) for (const called of graph.get(caller) ?? []) folders.add(called);
  return folders;
}

type CallGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The local modules that each folder calls, found by a text search, because this is needed before parsing. */
function callGraph(terraformFiles: TerraformFiles): CallGraph {
  return new Map(
    terraformFiles.folders.map((folder) => {
      const calls = terraformFiles.textsIn(folder).flatMap((text) => [...text.matchAll(localSource)]);
      return [folder, new Set(calls.flatMap(([, path]) => normal(`${folder}/${path}`) ?? []))] as const;
    }),
  );
}

/** What concerned the base, such as a folder that created a cluster: what it no longer has is destroyed only if the rest of it is still there. */
const foldersStillThere = (base: TerraformSources | undefined, files: TerraformFiles): readonly string[] => {
  const folders = new Set((base?.files ?? []).map(({ source }) => folderOf(source.file)));
  return [...folders].filter((folder) => files.filesIn(folder).length > 0);
};

/** Folders with files of interest, all folders that call them, and all folders that those call. */
function foldersOfInterest(
  terraformFiles: TerraformFiles,
  graph: CallGraph,
  isOfInterest: (path: string, text: string) => boolean,
): Set<string> {
  const wanted = new Set(
    terraformFiles.folders.filter((folder) => terraformFiles.textsIn(folder).some((text) => isOfInterest('.tf', text))),
  );
  const callers = new Map<string, string[]>();
  for (const [folder, calls] of graph)
    for (const called of calls) {
      const folders = callers.get(called) ?? [];
      callers.set(called, folders);
      folders.push(folder);
    }

  // The loop also visits the entries that it adds to the set.
  for (const folder of wanted) for (const caller of callers.get(folder) ?? []) wanted.add(caller);
  for (const folder of wanted) for (const called of graph.get(folder) ?? []) if (graph.has(called)) wanted.add(called);

  return wanted;
}

/** Modules that no other module calls, or that Terragrunt applies. Modules that only call each other have no root. */
function rootsAmong(wanted: ReadonlySet<string>, graph: CallGraph, units: ReadonlyMap<string, unknown>): string[] {
  const called = new Set([...wanted].flatMap((folder) => [...(graph.get(folder) ?? [])]));
  return [...wanted].filter((folder) => !called.has(folder) || units.has(folder)).sort();
}

/**
 * Root modules that nothing here applies, next to others that are applied: they have no configuration of a provider or
 * of a backend, and either variables that nothing sets or a folder of modules. Other repositories may call them. A
 * repository that has only modules is reviewed as if they were applied.
 */
function uncalledModules(
  roots: readonly string[],
  files: TerraformFiles,
  units: ReadonlyMap<string, unknown>,
): ReadonlySet<string> {
  const blocksIn = (root: string) => files.readableFilesIn(root).flatMap(({ body }) => body.blocks);
  const applied = roots.filter((root) => units.has(root) || blocksIn(root).some(saysWhereApplied));
  if (applied.length === 0) return new Set();

  const hasValues = (root: string): boolean =>
    files.environmentVariables(root).size > 0 || files.variablesIn(root, []).length > 0;
  const needsValues = (root: string): boolean =>
    blocksIn(root).some(({ type, body }) => type === 'variable' && !body.attributes.has('default'));
  // A call by the address of the repository, such as `git::https://example.com/infra.git//modules/pool?ref=v1`.
  const isNamedByUrl = (root: string): boolean =>
    files.folders.some((folder) => files.textsIn(folder).some((text) => text.includes(`//${root}`))) ||
    files.units.some((unit) => files.textAt(unit)?.includes(root));
  const isOfModules = (root: string): boolean => /(?:^|\/)modules\//.test(root) && !isNamedByUrl(root);

  return new Set(
    roots.filter((root) => !applied.includes(root) && !hasValues(root) && (needsValues(root) || isOfModules(root))),
  );
}

function textsOf(module: Module, resources: readonly KnownResources[]): NamedText[] {
  const texts = resourceTexts(module, resources);
  const inner = module
    .blocksOf('module')
    .flatMap((block) => module.modulesOf(block).flatMap((call) => calledTexts(block, textsOf(call.module, resources))));
  return [...texts, ...inner];
}

/** The texts of a called module, as its caller sees them. */
const calledTexts = (call: Block, texts: readonly NamedText[]): readonly NamedText[] =>
  withCondition(call, texts).map((text) => {
    if (text.provider === undefined) return text;
    return { ...text, provider: callersProvider(call, text.provider) };
  });

/** What a module creates depends on the condition of its call, too, if the number of its instances is unknown. */
function withCondition(call: Block, texts: readonly NamedText[]): readonly NamedText[] {
  const condition = conditionOf(call);
  if (!condition) return texts;
  return texts.map((text) => {
    if (text.condition || !/\["?…"?\]/.test(text.name)) return text;
    return { ...text, condition };
  });
}

const unused = (name: string, taken: ReadonlyMap<string, unknown>): string => {
  for (let i = 2; ; i++) {
    const candidate = i === 2 ? name : `${name} (${i - 1})`;
    if (!taken.has(candidate)) return candidate;
  }
};

/**
 * Whether a text is reviewed as a file or as a document of one anyway, as with `file("nodepool.yaml")`. Templates are not, even without
 * variables.
 */
function isReadElsewhere(
  { text, origin }: Source,
  { files, templates }: { readonly files: RepositoryFiles; readonly templates: ReadonlySet<string> },
): boolean {
  const { span, isExact } = origin!.trace(0, text.length);
  if (!isExact || !/\.(?:ya?ml|json)$/.test(span.file) || templates.has(span.file)) return false;
  const whole = files.text(span.file) ?? '';
  return whole.slice(span.start, span.end) === text && /(?:^|(?:^|\n)---)\s*$/.test(whole.slice(0, span.start));
}

/** The files that are the whole text of objects of several root modules, or of objects that may not exist. */
function sharedFiles(plain: readonly Source[], files: RepositoryFiles): readonly string[] {
  const byFile = groupBy(plain, ({ origin, text }) => origin!.trace(0, text.length).span.file);

  return [...byFile].flatMap(([file, sources]) => {
    const whole = files.text(file) ?? '';
    const roots = new Set(sources.map(({ origin }) => origin!.root));
    const isWhole = sources.every(({ text }) => text === whole);
    const isConditional = sources.every(({ origin }) => origin!.condition !== undefined);
    if ((roots.size > 1 && isWhole) || (isConditional && isMadeOf(whole, sources))) return [file];
    return [];
  });
}

/** Whether a text has no other documents than those of some objects. */
function isMadeOf(whole: string, sources: readonly Source[]): boolean {
  const spans = sources.map(({ origin, text }) => origin!.trace(0, text.length).span);
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  const between = ordered.map(({ start }, i) => whole.slice(ordered[i - 1]?.end ?? 0, start));
  const lines = [...between, whole.slice(ordered.at(-1)?.end)].flatMap((text) => text.split('\n'));
  return lines.every((line) => /^\s*(?:---|#|$)/.test(line));
}

/**
 * A side in which each root module has its own objects of some files. A file that several root modules apply is in the cluster of each, and none of
 * these is where the file is.
 */
export function withObjectsOf(side: TerraformSources, files: ReadonlySet<string>): TerraformSources {
  if (files.size === 0) return side;

  const sources = new Set(side.sources);
  const isOf = ({ origin, text }: Source): boolean => files.has(origin!.trace(0, text.length).span.file);

  return {
    ...side,
    sources: side.made.filter((source) => sources.has(source) || isOf(source)),
    plainFiles: new Set([...side.plainFiles].filter((file) => !files.has(file))),
    templates: new Set([...side.templates, ...[...side.plainFiles].filter((file) => files.has(file))]),
  };
}

const cutShort = (file: string): Diagnostic => ({
  code: 'terraform/limit',
  severity: 'warning',
  message:
    'This Terraform code exceeds the limits of the evaluation, so some of the objects that it creates are not reviewed',
  span: { file, start: 0, end: 0 },
  labels: [],
  resource: null,
  help: 'Name the folders to review, and leave out folders that create very many module instances.',
});

/** An error if the file is about Karpenter, because the review then lacks what it is about. */
const severityOf = ({ text }: Source): Diagnostic['severity'] => {
  if (ofKarpenter.test(text)) return 'error';
  return 'warning';
};

const excessTexts: Record<Excess['of'], Pick<Diagnostic, 'message' | 'help'>> = {
  file: {
    message: `This file has more than ${megabytes(maxTerraformLength)} MB, so it is not read`,
    help: 'Split it into several files in the same folder, which Terraform reads as one.',
  },
  side: {
    message: 'There is more Terraform code than plumbline reads in one run, so this file is not read',
    help: 'Review fewer folders in one run.',
  },
};

const tooMuch = (source: Source, excess: Excess['of']): Diagnostic => ({
  code: 'io/too-large',
  severity: severityOf(source),
  ...excessTexts[excess],
  span: { file: source.file, start: 0, end: 0 },
  labels: [],
  resource: null,
});

/** One note about the templates of each folder. What they become is unknown, and so is what the folder creates. */
function unfilledTemplates(files: readonly ModuleFile[]): Diagnostic[] {
  const templates = files.filter(({ source, fault, excess }) => fault && !excess && isUnfilled(source));
  const byFolder = groupBy(templates, ({ source }) => folderOf(source.file));

  return [...byFolder.values()].map(([first, ...others]) => {
    const templates = () => {
      if (others.length === 0) return 'This file is a template';
      return `This file and ${plural(others.length, 'other')} are templates`;
    };

    return {
      code: 'terraform/syntax',
      severity: 'note',
      message: `${templates()} that another program fills in, so the Terraform files of this folder are not reviewed`,
      span: { file: first!.source.file, start: 0, end: 0 },
      labels: [],
      resource: null,
      help: 'Review the Terraform that the program writes.',
    };
  });
}

function unreadable(source: Source, offset: number): Diagnostic {
  const lines = new LineIndex(source.text);
  // If the end of the file is the problem, point at its last text.
  const at = Math.min(offset, Math.max(0, source.text.trimEnd().length - 1));
  const { line } = lines.position(at);
  const start = Math.min(at, lines.start(line) + lines.line(line).length);

  return {
    code: 'terraform/syntax',
    severity: severityOf(source),
    message: 'The Terraform syntax is invalid from here on, so the Terraform files of this folder are not reviewed',
    span: { file: source.file, start, end: lines.start(line) + lines.line(line).length },
    labels: [],
    resource: null,
    help: 'Run `terraform validate` to see the error.',
  };
}
