import { kustomizationNames } from '../../../manifest/model/kustomization-names.ts';
import { baseNameOf, folderOf } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import type { FileTree } from '../repository/file-tree.ts';
import type { Root } from '../root/root.ts';
import { type Kustomizations, optionsOfCall, partsOfRoot } from './kustomize-closure.ts';

/** The kustomizations that no other kustomization includes, by folder. `hasFlux`: Flux applies something in the repository. */
export function kustomizeRoots({ tree, kustomizations }: Discovery, hasFlux: boolean): Root[] {
  const closures = kustomizedFolders(tree).map((folder) => ({ folder, closure: kustomizations.closure(folder) }));

  // Kustomizations that include each other are roots too. Otherwise nothing would report the cycle.
  const included = new Set(
    closures
      .filter(({ closure }) => !closure.obstacles.some(({ code }) => code === 'render/cycle'))
      .flatMap(({ closure }) => [...closure.includes]),
  );

  return closures
    .filter(({ folder, closure }) => !included.has(folder) && !closure.isComponent)
    .map(({ folder }) => kustomizeRoot(folder, kustomizations, hasFlux));
}

/** The files that some kustomization uses as patches. What they have is a part of an object, and no object. */
export const patchFilesIn = ({ tree, kustomizations }: Discovery): ReadonlySet<string> =>
  new Set(kustomizedFolders(tree).flatMap((folder) => [...kustomizations.closure(folder).patches]));

function kustomizedFolders(tree: FileTree): readonly string[] {
  const names = new Set<string>(kustomizationNames);
  const files = [...tree.files.keys()].filter((file) => names.has(baseNameOf(file)));
  return [...new Set(files.map(folderOf))].sort();
}

/** The kustomization in a folder as a root. */
export function kustomizeRoot(folder: string, kustomizations: Kustomizations, hasFlux = false): Root {
  const closure = kustomizations.closure(folder);
  return {
    name: folder || '.',
    file: kustomizations.fileIn(folder)!,
    tool: 'kustomize',
    call: { kustomize: { folder, ...optionsOfCall(closure, hasFlux) } },
    ...partsOfRoot(closure),
    isDeclared: true,
  };
}
