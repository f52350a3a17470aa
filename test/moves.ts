import { isMap, parseAllDocuments } from 'yaml';
import { isWithin } from '../src/engine/text/source.ts';
import type { Texts } from './readings.ts';

/** A way to have the same objects in other files. */
export interface Move {
  readonly name: string;
  /** The repository after the move; null if there is nothing that can move in this way. */
  readonly apply: (texts: Texts) => Texts | null;
  /** Whether all folders get other names, so that paths of a configuration no longer hold. */
  readonly movesFolders?: boolean;
  /** What is true once the move is undone: an Application that goes leaves files that nothing applies any more. */
  readonly undoneNote?: RegExp;
}

const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);
const isTerraform = (path: string): boolean => path.endsWith('.tf');
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Files that tools find by their names. */
const isFixed = (path: string): boolean =>
  /^(?:kustomization|Chart|values[^/]*|helmfile|plumbline|docker-compose)\.ya?ml$|override\.tf$/.test(nameOf(path)) ||
  /(?:^|\/)\./.test(path);

/** Whether a file has plain manifests that nothing refers to by name. */
function isFree(path: string, texts: Texts): boolean {
  // A patch on its own is not an object.
  if (!isYaml(path) || isFixed(path) || /patch/.test(path) || isInChart(path, texts)) return false;
  if (Object.entries(texts).some(([other, text]) => other !== path && text.includes(nameOf(path)))) return false;
  if (/\{\{|\$\{/.test(texts[path]!)) return false;
  if (texts[inFolder(folderOf(path), 'kustomization.yaml')] !== undefined) return false;
  return documentsIn(texts[path]!).length > 0;
}

const isInChart = (path: string, texts: Texts): boolean =>
  Object.keys(texts).some(
    (other) => nameOf(other) === 'Chart.yaml' && `${path}/`.startsWith(inFolder(folderOf(other), '')),
  );

/** The documents of a text with objects; none if it has anything else. */
function documentsIn(text: string): readonly string[] {
  const parts = text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .split(/^---[ \t]*$/m)
    .filter((part) => /^[^#\s]/m.test(part));
  const isObject = (part: string): boolean => {
    const documents = parseAllDocuments(part);
    const [document] = documents;
    if (documents.length !== 1 || !document || !('contents' in document) || document.errors.length > 0) return false;
    return (
      isMap(document.contents) &&
      typeof document.get('kind') === 'string' &&
      !/List$/.test(document.get('kind') as string)
    );
  };
  return parts.every(isObject) ? parts.map((part) => `${part.trim()}\n`) : [];
}

const together = (documents: readonly string[]): string => documents.join('---\n');

/** The free files by folder. */
function freeFolders(texts: Texts): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const path of Object.keys(texts).filter((one) => isFree(one, texts)))
    folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), path]);
  return folders;
}

/** Replaces files. An undefined text removes the file. */
function withFiles(texts: Texts, changes: Readonly<Record<string, string | undefined>>): Texts | null {
  if (Object.keys(changes).length === 0) return null;
  const entries = Object.entries({ ...texts, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

/** Moves files by their paths. */
const renamed = (texts: Texts, pathOf: (path: string) => string | undefined): Texts | null => {
  const moved = Object.keys(texts).flatMap((path) => {
    const to = pathOf(path);
    return to === undefined ? [] : [[path, to] as const];
  });
  return withFiles(texts, {
    ...Object.fromEntries(moved.map(([from]) => [from, undefined])),
    ...Object.fromEntries(moved.map(([from, to]) => [to, texts[from]])),
  });
};

/** The objects of a text, so that two files with the same one are not merged. */
const identities = (text: string): string[] =>
  documentsIn(text).map((part) => {
    const { kind, metadata = {} } = parseAllDocuments(part)[0]!.toJS() as {
      kind: string;
      metadata?: Record<string, string>;
    };
    return `${kind} ${metadata.namespace} ${metadata.name}`;
  });

const isWithoutCopies = (paths: readonly string[], texts: Texts): boolean => {
  const all = paths.flatMap((path) => identities(texts[path]!));
  return new Set(all).size === all.length;
};

/** Files of folders that one root can have: all YAML of the folder, without an object that is there twice. */
const wholeFolders = (texts: Texts): (readonly [string, readonly string[]])[] =>
  [...freeFolders(texts)].filter(
    ([folder, paths]) =>
      isWithoutCopies(paths, texts) &&
      Object.keys(texts).every((path) => folderOf(path) !== folder || !isYaml(path) || paths.includes(path)),
  );

/** Those of them that contain none of the others, because a chart has all files of its folder. */
const lowestFolders = (texts: Texts): (readonly [string, readonly string[]])[] =>
  wholeFolders(texts).filter(
    ([folder]) => !Object.keys(texts).some((path) => folderOf(path) !== folder && isWithin(folderOf(path), folder)),
  );

const kustomization = (resources: readonly string[]): string =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n${resources.map((one) => `  - ${one}\n`).join('')}`;

const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

const application = (path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${path.replaceAll('/', '-').toLowerCase()}, namespace: argocd }
spec:
  source: { repoURL: 'https://git.example.com/infra', path: ${path}, targetRevision: HEAD, directory: { recurse: true } }
  destination: { server: 'https://kubernetes.default.svc' }
  syncPolicy: { automated: { prune: true } }
`;

/** Whether something refers to folders of the repository by their whole paths. */
const hasAbsolutePaths = (texts: Texts): boolean =>
  Object.values(texts).some((text) => /argoproj\.io|fluxcd\.io|path\.root|path\.cwd/.test(text));

export const moves: readonly Move[] = [
  {
    name: 'files get other names',
    apply: (texts) =>
      renamed(texts, (path) =>
        isFree(path, texts) || (isTerraform(path) && !isFixed(path))
          ? inFolder(folderOf(path), `x-${nameOf(path)}`)
          : undefined,
      ),
  },
  {
    name: 'one file moves to a subfolder',
    apply(texts) {
      const [first] = Object.keys(texts)
        .filter((path) => isFree(path, texts))
        .sort();
      return renamed(texts, (path) => (path === first ? inFolder(folderOf(path), `more/${nameOf(path)}`) : undefined));
    },
  },
  {
    name: 'all files move to a subfolder',
    movesFolders: true,
    apply: (texts) =>
      hasAbsolutePaths(texts)
        ? null
        : renamed(texts, (path) =>
            isFixed(path) && nameOf(path).startsWith('plumbline') ? undefined : `more/${path}`,
          ),
  },
  {
    name: 'each object gets its own file',
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          [...freeFolders(texts).values()].flat().flatMap((path) => {
            const documents = documentsIn(texts[path]!);
            if (documents.length < 2) return [];
            return [
              [path, undefined] as const,
              ...documents.map((text, i) => [inFolder(folderOf(path), `${i}-${nameOf(path)}`), text] as const),
            ];
          }),
        ),
      ),
  },
  {
    name: 'the files of a folder become one',
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          wholeFolders(texts).flatMap(([folder, paths]) =>
            paths.length < 2
              ? []
              : [
                  ...paths.map((path) => [path, undefined] as const),
                  [inFolder(folder, 'all.yaml'), together(paths.flatMap((path) => documentsIn(texts[path]!)))] as const,
                ],
          ),
        ),
      ),
  },
  {
    name: 'Terraform files of a module become one',
    apply(texts) {
      const folders = new Map<string, string[]>();
      for (const path of Object.keys(texts).filter((one) => isTerraform(one) && !isFixed(one)))
        folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), path]);
      return withFiles(
        texts,
        Object.fromEntries(
          [...folders].flatMap(([folder, paths]) =>
            paths.length < 2
              ? []
              : [
                  ...paths.map((path) => [path, undefined] as const),
                  [inFolder(folder, 'all.tf'), paths.map((path) => texts[path]).join('\n')] as const,
                ],
          ),
        ),
      );
    },
  },
  {
    name: 'a List has the objects of each file',
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          [...freeFolders(texts).values()]
            .flat()
            .map((path) => {
              const items = documentsIn(texts[path]!).map((text) =>
                indented(text, '    ')
                  .replace(/^ {4}/, '  - ')
                  .replace(/^( {2}- )\s*#.*\n/, '$1'),
              );
              return [path, `apiVersion: v1\nkind: List\nitems:\n${items.join('')}`] as const;
            })
            .filter(([, text]) => parseAllDocuments(text).every(({ errors }) => errors.length === 0)),
        ),
      ),
  },
  {
    name: 'a kustomization lists the files of each folder',
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          wholeFolders(texts).map(([folder, paths]) => [
            inFolder(folder, 'kustomization.yaml'),
            kustomization(paths.map(nameOf)),
          ]),
        ),
      ),
  },
  {
    name: 'each folder becomes a base with an overlay',
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          wholeFolders(texts).flatMap(([folder, paths]) => [
            ...paths.flatMap((path) => [
              [path, undefined] as const,
              [inFolder(folder, `base/${nameOf(path)}`), texts[path]] as const,
            ]),
            [inFolder(folder, 'base/kustomization.yaml'), kustomization(paths.map(nameOf))] as const,
            [inFolder(folder, 'overlay/kustomization.yaml'), kustomization(['../base'])] as const,
          ]),
        ),
      ),
  },
  {
    name: 'each folder becomes a chart',
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          lowestFolders(texts).flatMap(([folder, paths]) => [
            ...paths.flatMap((path) => [
              [path, undefined] as const,
              [inFolder(folder, `templates/${nameOf(path)}`), texts[path]] as const,
            ]),
            [inFolder(folder, 'Chart.yaml'), 'apiVersion: v2\nname: objects\nversion: 0.1.0\n'] as const,
          ]),
        ),
      ),
  },
  {
    name: 'an Application applies each folder',
    undoneNote: /^new note render\/not-applied .* stays in the cluster as it is: Application `[^`]+` has no finalizer /,
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          wholeFolders(texts)
            .filter(([folder]) => folder !== '')
            .map(([folder]) => [`apps/${folder.replaceAll('/', '-')}.yaml`, application(folder)]),
        ),
      ),
  },
  {
    name: 'Terraform applies the files',
    // The next apply of Terraform deletes the objects.
    undoneNote: /^(?:new warning render\/other-owner |verdict warn$)/,
    apply: (texts) =>
      withFiles(
        texts,
        Object.fromEntries(
          wholeFolders(texts).flatMap(([folder, paths]) => [
            ...paths.map((path) => [path, undefined] as const),
            [
              inFolder(folder, 'objects.tf'),
              paths
                .flatMap((path) => documentsIn(texts[path]!))
                .map(
                  (text, i) =>
                    `resource "kubectl_manifest" "object_${i}" {\n  yaml_body = <<-YAML\n${indented(text.replaceAll('%{', '%%{'), '    ')}  YAML\n}\n`,
                )
                .join('\n'),
            ] as const,
          ]),
        ),
      ),
  },
];
