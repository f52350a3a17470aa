import { addToGroup } from '../../text/group-by.ts';
import { folderOf, resolvePath, type Source } from '../../text/source.ts';
import { isTerraformPath } from '../prefilter.ts';
import { declaresCluster } from './terraform-hints.ts';

/** Blocks at the top of a file as `terraform fmt` writes them, with their text. */
const block = /^(module|resource)[ \t]+"([^"\n]{1,100})"[^\n]*\{\n((?:(?!\})[^\n]*\n){0,500})\}/gm;
/** `aws = aws.frankfurt` in the providers of a module, or `provider = aws.frankfurt` of a resource. */
const alias = /\b(?:aws|provider)[ \t]*=[ \t]*"?aws\.([\w-]{1,100})/g;

/** For each folder of Terraform, the aliases of the AWS providers with which it creates a cluster, itself or through a module. */
export function clusterAliases(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const terraform = sources.filter(({ file }) => isTerraformPath(file));
  const creating = new Set(
    terraform.flatMap(({ file, text }) => {
      if (declaresCluster(text)) return [folderOf(file)];
      return [];
    }),
  );
  const aliases = new Map<string, string[]>();

  for (const { file, text } of terraform) {
    const folder = folderOf(file);
    for (const [head, type, kind, body] of text.matchAll(block)) {
      const [, path] = /^[ \t]*source[ \t]*=[ \t]*"(\.{1,2}\/[^"\n]{1,200})"/m.exec(body!) ?? [];
      const called = path === undefined ? undefined : resolvePath(folder, path);

      const isOfCluster = () => {
        if (type === 'resource') return kind === 'aws_eks_cluster';
        return declaresCluster(head) || (called !== undefined && creating.has(called));
      };

      if (!isOfCluster()) continue;

      for (const [, name] of body!.matchAll(alias)) addToGroup(aliases, folder, name!);
    }
  }

  return aliases;
}
