import type { Manifest } from '../../manifest/model/manifest.ts';
import { folderOf } from '../../text/source.ts';

/** Where something is written, and the file that determines its cluster: for Terraform, one in the folder of the root module. */
export interface ClusterPlace {
  readonly file: string;
  readonly near: string;
}

/** The place of an object in the repository. */
export function locatedAt({ source: { file, origin } }: Manifest): ClusterPlace {
  if (!origin) return { file, near: file };
  const written = origin.trace(0, 1).span.file;
  if (origin.tool !== 'terraform') return { file: written, near: written };
  const place = origin.place ?? '';

  const nearFile = () => {
    if (place.endsWith('.tfvars')) return place;
    if (place === '') return 'main.tf';
    return `${place}/main.tf`;
  };

  return { file: written, near: nearFile() };
}

/**
 * The items of the cluster that a file most likely belongs to: those in the smallest folder that contains the file and any of them. In a
 * repository of one cluster, these are all.
 */
export function nearby<T extends ClusterPlace>(file: string, items: readonly T[]): T[] {
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const matches = items.filter(({ near }) => folder === '' || near.startsWith(`${folder}/`));
    if (matches.length > 0 || folder === '') return matches;
  }
}
