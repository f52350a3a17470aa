import { Kustomizations } from '../kustomize/kustomize-closure.ts';
import { type FileTree, Folders } from '../repository/file-tree.ts';
import { GeneratorWork } from './generator-work.ts';

/** The input of the discovery for one side. */
export interface Discovery {
  readonly tree: FileTree;
  readonly folders: Folders;
  readonly kustomizations: Kustomizations;
  /** Chart repositories from which plumbline may download. */
  readonly chartRepositories: readonly string[];
  /** Names of repositories that are certainly other ones, whatever folders of theirs are also here. */
  readonly otherRepositories?: ReadonlySet<string>;
  /** Names of repositories of which some folder is here. */
  readonly repositoriesHere?: ReadonlySet<string>;
  /** Whether patches set variables of Flux, so that a Kustomization that is not rendered may have others than its file says. */
  readonly hasPatchedVariables?: boolean;
  /** The work limit for the generators of all ApplicationSets together. */
  readonly generatorWork: GeneratorWork;
}

/** Prepares the discovery for one tree. */
export function discoveryOf(tree: FileTree, chartRepositories: readonly string[] = []): Discovery {
  const folders = new Folders(tree);
  const kustomizations = new Kustomizations(tree, folders);
  return { tree, folders, kustomizations, chartRepositories, generatorWork: new GeneratorWork() };
}
