import { listIf } from '../../text/list-if.ts';
import { type ModuleFile, saysWhereApplied, type TerraformFiles } from './modules/terraform-files.ts';
import type { Block } from './syntax/hcl.ts';

/** A folder with Terraform code, and what it is used for. */
export interface ModuleFolder {
  readonly folder: string;
  readonly files: readonly ModuleFile[];
  /** All of its code was read, so what it does not declare does not exist. */
  readonly isWhole: boolean;
  /** Somebody applies it: it says where, Terragrunt does, or such a root module calls it. */
  readonly isApplied: boolean;
  /** The folder of the local module that a block calls; undefined if it is not in the repository. */
  calledBy(block: Block): string | undefined;
}

/** The folders as modules, by path. Terragrunt adds code to the folders that it applies, so nothing says that they are whole. */
export function moduleFolders(
  folders: Iterable<string>,
  files: TerraformFiles,
  units: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ModuleFolder> {
  const all = [...new Set(folders)].sort();
  const blocksIn = (folder: string) => files.readableFilesIn(folder).flatMap(({ body }) => body.blocks);
  const applied = new Set(all.filter((folder) => units.has(folder) || blocksIn(folder).some(saysWhereApplied)));

  // The loop also visits the folders that it adds to the set.
  for (const folder of applied)
    for (const block of blocksIn(folder)) {
      const called = block.type === 'module' ? files.localFolder(block, folder) : undefined;
      for (const other of listIf(called !== undefined, called!)) applied.add(other);
    }

  return new Map(
    all.map((folder) => [
      folder,
      {
        folder,
        files: files.filesIn(folder),
        isWhole: !units.has(folder) && files.isWhole(folder),
        isApplied: applied.has(folder),
        calledBy: (block) => files.localFolder(block, folder),
      },
    ]),
  );
}
