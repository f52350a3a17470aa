import type { Root } from '../../../engine/files/sources/root/root.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import { hexDigest } from '../../hex-digest.ts';
import type { LoadedTree } from '../../tree/loaded-tree.ts';

/** What a root is rendered from, except for programs. It does not depend on the commit, the machine or how the files were read. */
export interface InputManifest {
  readonly root: string;
  /** SHA-256 of how it is rendered: values and flags, folders, variables, the version of Kubernetes. */
  readonly definition: string;
  /** Path → SHA-256 of the content. */
  readonly files: Readonly<Record<string, string>>;
}

/** Reads a root's files and lists what it is rendered from. */
export async function inputManifest(root: Root, tree: LoadedTree): Promise<InputManifest> {
  const { name, call, substitution, absentSecrets, kubernetesVersion } = root;
  const paths = [...new Set([...root.files, ...dependencyFiles(root, tree)])].sort(compareNames);
  await tree.load(paths);
  const read = paths.flatMap((path) => {
    const bytes = tree.bytes(path);
    if (bytes === undefined) return [];
    return [[path, hexDigest(bytes)] as const];
  });

  return {
    root: name,
    definition: hexDigest(sortedJson({ call, substitution, absentSecrets, kubernetesVersion })),
    files: Object.fromEntries(read),
  };
}

/** SHA-256 of a manifest. Equal for equal inputs only. */
export const inputsDigest = ({ root, definition, files }: InputManifest): string =>
  hexDigest(sortedJson({ format: 1, root, definition, files }));

/** Charts in the repository that take the place of dependencies. Helm reads all of their files. */
function dependencyFiles({ call }: Root, tree: LoadedTree): string[] {
  const folders = call !== null && 'helm' in call ? call.helm.dependencies.map(({ folder }) => `${folder}/`) : [];
  if (folders.length === 0) return [];
  return [...tree.files.keys()].filter((path) => folders.some((folder) => path.startsWith(folder)));
}

/** JSON in which the order of keys does not matter. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareNames(a, b)));

    return inner;
  });
