import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnvironmentName } from '../../../engine/manifest/hints/environment-name.ts';
import { manifestSet } from '../../../engine/manifest/manifest-set.ts';
import { isOfKarpenter } from '../../../engine/manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../../engine/manifest/model/manifest.ts';
import { parseManifests } from '../../../engine/manifest/parse.ts';
import { type Target, targetOf } from '../../../engine/review/context/target.ts';
import { groupBy } from '../../../engine/text/group-by.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import { folderOf, isWithin, type Source } from '../../../engine/text/source.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { mergeSettings } from '../../../io/config/merge-settings.ts';
import { listWorkingTree } from '../../../io/git/listing.ts';
import { Repository } from '../../../io/git/repository.ts';
import { silentLog } from '../../../io/log.ts';
import { today } from '../../../io/today.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { readSides } from '../input/read-sides.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { clusterFolders } from './cluster-folders.ts';
import { withRegionOfKeys } from './regions-in-keys.ts';
import { withRegionOfZones } from './zones-in-patches.ts';

/** What the files of a repository show about its clusters. */
export interface ScannedRepository {
  readonly target: Target;
  /** Number of Karpenter objects. */
  readonly objects: number;
  /** The folders that contain them; empty if one of them is the top folder, or if there are none. */
  readonly folders: readonly string[];
  /** Whether a program makes manifests from files of the repository: a kustomization or a chart. */
  readonly isRendered: boolean;
  /**
   * Folders named like an environment, if at least two environments have Karpenter objects or kustomizations. Otherwise the variables of
   * Terraform for each environment, or the clusters that it creates, by the names of their roots.
   */
  readonly environments: Readonly<Record<string, readonly string[]>>;
}

/** Reads the files of a repository without rendering anything and without configuration. */
export async function scanRepository(
  top: string,
  { flags }: Arguments,
  terminal: Terminal,
): Promise<ScannedRepository> {
  const defaults = mergeSettings({ today: today() });
  const settings = { ...defaults, sources: { ...defaults.sources, render: false } };

  const { head } = await readSides(
    { flags, positionals: [] },
    { terminal: { ...terminal, cwd: top }, repository: new Repository(top), settings, log: silentLog },
  );

  const { manifests } = manifestSet(head.sources.map((source) => parseManifests(source, { set: {} })));
  const ofKarpenter = manifests.filter(isOfKarpenter);
  const names = (await listWorkingTree(top)) ?? [];
  const roots = names.filter((name) => isPlain(name) && kustomization.test(name));

  const texts = shortTexts(top, names.filter(isPlain));
  const appliers = texts
    .filter(({ file, text }) => /\.ya?ml$/.test(file) && applied.test(text))
    .map(({ file }) => file);

  const files = (of: typeof manifests): string[] =>
    of.map(({ source: { file, origin } }) => origin?.root ?? file).filter(isPlain);

  // An overlay often has nothing but a kustomization.
  const environments = environmentsIn(ofKarpenter.length === 0 ? [] : [...files(ofKarpenter), ...roots], [
    ...files(manifests),
    ...roots,
    ...appliers,
  ]);
  const target = withRegionOfZones(targetOf({ settings, facts: openFacts(dataFolder), head }), texts);
  const evaluated = head.sources.filter((source) => isAboutKarpenter(source, { ofKarpenter, texts }));
  const clusters = [environments, environmentsOfVariables(evaluated), clustersOfTerraform(texts, appliers)].find(
    (all) => Object.keys(all).length > 0,
  );

  return {
    // Without environments, plumbline.yaml gets the region. With several, a review reads each one's own.
    target: clusters === undefined ? withRegionOfKeys(target, texts) : target,
    // A patch is a part of an object.
    objects: ofKarpenter.filter(({ isPartial }) => !isPartial).length,
    folders: outermost(files(ofKarpenter).map(folderOf)),
    isRendered: roots.length > 0 || names.some((name) => chart.test(name)),
    environments: clusters ?? {},
  };
}

/** Whether a text comes from a root of Terraform that makes Karpenter's objects. A root that installs them as a chart only names Karpenter. */
function isAboutKarpenter(
  { origin }: Source,
  { ofKarpenter, texts }: { readonly ofKarpenter: readonly Manifest[]; readonly texts: readonly Source[] },
): boolean {
  if (origin?.tool !== 'terraform') return false;
  if (ofKarpenter.some(({ source }) => source.origin?.root === origin.root)) return true;

  const folder = origin.root.replace(/ with .*/, '').replace(/^\.$/, '');
  return texts.some(({ file, text }) => file.endsWith('.tf') && folderOf(file) === folder && /karpenter/i.test(text));
}

/** The environments of a Terraform root that has variables for each: `environments/dev.tfvars` and `environments/prod.tfvars`. */
function environmentsOfVariables(evaluated: readonly Source[]): ScannedRepository['environments'] {
  const files = evaluated.flatMap(({ origin }) => origin?.place ?? []).filter(isVariables);

  const named = [...new Set(files)].sort(compareNames).flatMap((file): [string, string][] => {
    const name = file
      .replace(variables, '')
      .split('/')
      .findLast((step) => isEnvironmentName(step));
    if (name === undefined || !isPlain(file)) return [];
    return [[name, file]];
  });

  const byName = groupBy(named, ([name]) => name);
  if (byName.size < 2) return {};
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(([, file]) => file)]));
}

const variables = /\.tfvars(?:\.json)?$/;
const isVariables = (file: string): boolean => variables.test(file);

/** The clusters that Terraform creates in a root each, if its files are about Karpenter. */
function clustersOfTerraform(texts: readonly Source[], appliers: readonly string[]): ScannedRepository['environments'] {
  const terraform = texts.filter(({ file }) => file.endsWith('.tf'));
  if (!terraform.some(({ text }) => /karpenter/i.test(text))) return {};

  const roots = terraform.filter(({ text }) => terraformRoot.test(text)).map(({ file }) => folderOf(file));
  return clusterFolders({ roots: [...new Set(roots)], appliers, others: texts.map(({ file }) => file) });
}

/** What only a root of Terraform has. */
const terraformRoot = /^[ \t]*(?:provider|backend)[ \t]+"/m;

/** Longer files are dumps. */
const maxBytes = 256 * 1024;
/** The most files that are read. */
const maxFiles = 5000;

/** The texts of short YAML and Terraform files. A review reads those that concern nodes or pods. */
function shortTexts(top: string, names: readonly string[]): readonly Source[] {
  return names
    .filter((name) => /\.(?:ya?ml|tf)$/.test(name))
    .slice(0, maxFiles)
    .flatMap((file) => {
      const path = join(top, file);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status?.isFile() !== true || status.size > maxBytes) return [];
      return [{ file, text: readFileSync(path, 'utf8') }];
    });
}

const applied = /^apiVersion:\s*["']?(?:argoproj\.io|[a-z.]+\.fluxcd\.io)\//m;

const kustomization = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;
const chart = /(?:^|\/)Chart\.yaml$/;

/** Whether a name has only printable ASCII, so that it can be written as it is in YAML and in messages. */
const isPlain = (file: string): boolean => /^[\x20-\x7e]+$/.test(file);

/** Without folders that are inside another one. Empty if the top folder is one of them. */
function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders)].sort(compareNames);
  if (all.includes('')) return [];
  return all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, other)));
}

/** The folders of each environment: `clusters/prod` for `clusters/prod/pool.yaml`. */
function environmentsIn(nodeFiles: readonly string[], all: readonly string[]): ScannedRepository['environments'] {
  const foldersOf = (files: readonly string[]): Map<string, Set<string>> => {
    const folders = new Map<string, Set<string>>();
    for (const file of files) {
      const steps = folderOf(file).split('/');
      const at = steps.findIndex(isEnvironmentName);
      if (at === -1) continue;

      const name = steps[at]!;
      folders.set(name, (folders.get(name) ?? new Set()).add(steps.slice(0, at + 1).join('/')));
    }

    return folders;
  };

  const names = [...foldersOf(nodeFiles).keys()].sort(compareNames);
  if (names.length < 2) return {};

  const folders = foldersOf(all);
  return Object.fromEntries(names.map((name) => [name, [...folders.get(name)!].sort(compareNames)]));
}
