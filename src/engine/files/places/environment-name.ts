import { isEnvironmentName } from '../../manifest/hints/environment-name.ts';

/** What may stand next to the name of an environment in a folder's name: a region or its short form, a number, or the word cluster. */
const qualifier =
  /^(?:[a-z]{2}|[a-z]{2,3}\d{1,2}|us|eu|north|south|east|west|central|(?:north|south)(?:east|west)|\d+|cluster|eks|env)$/i;

/** The environment that a folder is named after, such as `prod`, `prod-eu` or `eu-west-1-staging`; undefined if it is another name. */
export function environmentInName(name: string): string | undefined {
  const bare = name.replace(/\.(?:tfvars|ya?ml)$/, '');
  if (isEnvironmentName(bare)) return bare;

  const words = bare.split(/[-_.]/);
  const named = words.filter(isEnvironmentName);

  if (named.length === 1 && words.every((word) => isEnvironmentName(word) || qualifier.test(word))) return bare;
  return undefined;
}

/** The last folder of a path that is named after an environment, with the path that leads to it; undefined if there is none. */
export function environmentFolder(path: string): { readonly name: string; readonly folder: string } | undefined {
  const parts = path.split('/');
  const index = parts.findLastIndex((part) => environmentInName(part) !== undefined);
  if (index === -1) return undefined;
  return { name: environmentInName(parts[index]!)!, folder: parts.slice(0, index + 1).join('/') };
}

/** The environment that the last such folder or file of a path is named after; undefined if there is none. */
export const environmentInPath = (path: string): string | undefined => environmentFolder(path)?.name;
