import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { globMatches, globOf } from '../repository/glob.ts';

/**
 * The only file of the repository that a path with placeholders can name, relative to a folder:
 * `karpenter/dev.values.yaml` for `${Values.environment}.values.yaml`. With any other value, the file is missing, and
 * Argo CD and Flux apply nothing. Undefined if several files fit, or none.
 */
export function onlyFileThatFits(
  path: string,
  folder: string,
  { folders, generatorWork }: Discovery,
): string | undefined {
  const pattern = path.replace(template, '*');
  if (pattern === path || /[*?[{]/.test(path.replace(template, '')) || hasPlaceholder(pattern)) return undefined;

  const at = resolvePath(folder, pattern);
  if (at === undefined) return undefined;

  const glob = globOf(at);
  const literal = at.slice(0, at.indexOf('*')).split('/').slice(0, -1).join('/');
  const spend = (amount: number): boolean => generatorWork.spend(amount);
  const [file, ...others] = folders
    .below(literal)
    .filter((other) => !/(?:^|\/)Chart\.yaml$/.test(other) && globMatches(glob, other.split('/'), spend));

  if (others.length === 0 && !generatorWork.isSpent) return file;
  return undefined;
}

/** What a chart, an ApplicationSet or Flux fills in. */
const template = /\$\{[^{}]{1,200}\}|\{\{[^{}]{1,200}\}\}/g;
