import type { Diagnostic } from '../../text/diagnostic.ts';
import { folderOf, type Source } from '../../text/source.ts';
import { splitName } from './resources/lifecycles.ts';
import type { TerraformSources } from './terraform.ts';

/** The folders whose Terraform is not read, because the syntax of a file is invalid. */
const foldersWithFaults = ({ faults }: TerraformSources): readonly string[] =>
  faults.filter(({ code }) => code === 'terraform/syntax').map(({ span }) => folderOf(span.file));

/** The folders that base reads and head does not. */
export function newlyBrokenFolders(base: TerraformSources, head: TerraformSources): ReadonlySet<string> {
  const before = new Set(foldersWithFaults(base));
  return new Set(foldersWithFaults(head).filter((folder) => !before.has(folder)));
}

/**
 * The base without what folders create that head cannot read. Nothing says whether head has it, so nothing is removed.
 * Objects of Kubernetes are left: they are those of a file that can no longer be read.
 */
export function withoutBrokenFolders(base: TerraformSources, broken: ReadonlySet<string>): TerraformSources {
  if (broken.size === 0) return base;

  const isOfBroken = (name: string, file: string): boolean => {
    const [root] = splitName(name);
    return broken.has(root === '.' ? '' : root) || broken.has(folderOf(file));
  };
  const isRead = (source: Source): boolean =>
    !isOfBroken(source.file, source.origin?.trace(0, 0).span.file ?? source.file);
  const isSeen = (source: Source): boolean => isRead(source) || !isOfTerraform(source);

  return {
    ...base,
    sources: base.sources.filter(isSeen),
    made: base.made.filter(isSeen),
    elsewhere: base.elsewhere.filter(({ source }) => isRead(source)),
    unread: new Map([...base.unread].filter(([name, { at }]) => !isOfBroken(name, at.file))),
  };
}

/** Whether a text is a resource or a module, and no object that Terraform creates in the cluster. */
const isOfTerraform = ({ text }: Source): boolean => /^apiVersion: "?terraform\//.test(text);

/** A fault of head as an error if base reads the folder and creates something with it: Terraform can plan nothing of it any more. */
export function asBreaking(fault: Diagnostic, base: TerraformSources, broken: ReadonlySet<string>): Diagnostic {
  const folder = folderOf(fault.span.file);
  const isBreaking = fault.code === 'terraform/syntax' && fault.severity === 'warning' && broken.has(folder);
  const isUsed = base.originals.some(({ file }) => folderOf(file) === folder);
  if (!isBreaking || !isUsed) return fault;
  return { ...fault, severity: 'error' };
}
