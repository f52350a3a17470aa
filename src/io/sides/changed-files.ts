import {
  type ChangedFile,
  isAttributesPath,
  isChartIgnore,
  isReadByLine,
  isToolIgnore,
  type RepositoryChange,
} from '../../engine/changes/ledger/changed-file.ts';
import { mayBeData, mayReadData } from '../../engine/changes/ledger/data-readers.ts';
import { hasKnownComments, mayBeRunByPipeline } from '../../engine/changes/ledger/pipelines/deploying.ts';
import { mayBeProgram } from '../../engine/changes/ledger/pipelines/named-files.ts';
import {
  applyingFolders,
  calledFoldersIn,
  mayServeNodes,
} from '../../engine/changes/ledger/terraform/applying-terraform.ts';
import { isProviderLock } from '../../engine/changes/ledger/terraform/provider-lock.ts';
import { isStateSettings } from '../../engine/changes/ledger/terraform/state-settings.ts';
import { isSourceIgnore } from '../../engine/files/sources/gitops/source-ignore.ts';
import { isTerraformPath } from '../../engine/manifest/prefilter.ts';
import { groupBy } from '../../engine/text/group-by.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { folderOf, foldersAbove, isWithin, type Source } from '../../engine/text/source.ts';
import { decode } from '../tree/decode.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { filesOf } from '../tree/source-tree.ts';
import type { ReadPair } from './read-side.ts';

/** With more changed files, only those that were read for the review are looked into. A change that people write has far fewer. */
const maxFiles = 3000;

/** Texts of one side that are in memory at once, in bytes. Further ones are places that are not understood, like files that nobody can read. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Every file that differs between the sides of a pair, with the texts of those that the ledger looks into. Equal contents are recognized by
 * their identity, so unchanged files are not read. Null if there is no base.
 */
export async function changedFilesOf({ base, head, files, paths }: ReadPair): Promise<RepositoryChange | null> {
  if (base === null || files.base === null) return null;

  const [before, after] = await Promise.all([files.base(), files.head()]);
  const isAsked = (path: string): boolean => paths.length === 0 || paths.some((folder) => isWithin(path, folder));
  const names = new Set([...namesOf(before), ...namesOf(after)]);

  const isTold = (path: string): boolean =>
    [before, after].every((side) => !side.others.has(path) || side.otherIds?.has(path));
  const idIn = (side: TreeReader, path: string): string | undefined => identity(side, path, isTold(path));
  const changed = [...names].filter((path) => isAsked(path) && idIn(before, path) !== idIn(after, path));

  const wantedOf = () => {
    if (changed.length > maxFiles) return [];
    return changed.filter(
      (path) =>
        isReadByLine(path) ||
        mayBeProgram(path) ||
        isAttributesPath(path) ||
        isSourceIgnore(path) ||
        isChartIgnore(path) ||
        isToolIgnore(path) ||
        isStateSettings(path) ||
        hasKnownComments(path) ||
        isProviderLock(path),
    );
  };

  const wanted = wantedOf();

  const [old, now] = [
    await textsOf(before, wanted, [...filesOf(base), ...(base.unseen ?? [])]),
    await textsOf(after, wanted, [...filesOf(head), ...(head.unseen ?? [])]),
  ];

  return {
    files: changed.sort(compareNames).map((path): ChangedFile => {
      const text = (side: TreeReader, texts: ReadonlyMap<string, string>): ChangedFile['before'] => {
        if (side.files.has(path) || side.others.has(path)) return texts.get(path) ?? null;
        return undefined;
      };

      const isSubmodule = [before, after].some(({ others }) => others.get(path) === 'submodule');
      const isLink = [before, after].some(({ others }) => others.get(path) === 'link');

      return {
        path,
        before: text(before, old),
        after: text(after, now),
        ids: { before: idIn(before, path) ?? null, after: idIn(after, path) ?? null },
        ...(isSubmodule && { isSubmodule }),
        ...(isLink && { isLink }),
      };
    }),
    has: (path) => names.has(path),
    all: names,
    ...(await nearTerraform(changed, [before, after])),
    ...(changed.some((path) => mayBeData(path) || mayBeRunByPipeline(path) || isAttributesPath(path)) && {
      readers: await readersOf([before, after]),
    }),
    ...(changed.some((path) => mayBeRunByPipeline(path) || isAttributesPath(path)) && {
      pipelines: await workflowsOf([before, after]),
    }),
  };
}

/** The texts of the workflows of GitHub on some sides. */
async function workflowsOf(sides: readonly TreeReader[]): Promise<readonly string[]> {
  const texts = new Set<string>();

  for (const side of sides) {
    const paths = [...side.files.keys()].filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
    for (const text of (await textsOf(side, paths, [])).values()) texts.add(text);
  }

  return [...texts];
}

/** The largest number of files of a side in which names of data are looked for. */
const maxReaders = 300;

/** The files on some sides that may say which data a program reads. Equal texts of one file are looked into once. */
async function readersOf(sides: readonly TreeReader[]): Promise<readonly Source[]> {
  const readers = new Map<string, Source>();

  for (const side of sides) {
    const all = [...side.files.keys()].filter(mayReadData).sort(compareNames);
    // Most files without an extension are no programs.
    const paths = [...all.filter((path) => !mayBeProgram(path)), ...all.filter(mayBeProgram)].slice(0, maxReaders);
    for (const [file, text] of await textsOf(side, paths, []))
      readers.set(`${file} ${side.files.get(file)}`, { file, text });
  }

  return [...readers.values()];
}

/** The largest number of files of Terraform that are looked into around a change. */
const maxTerraformFiles = 500;

/** The Terraform of the folders of changed files, of the folders above them, and of the modules that they call by path. */
async function nearTerraform(
  changed: readonly string[],
  sides: readonly TreeReader[],
): Promise<Pick<RepositoryChange, 'terraform'>> {
  const edited = new Set(changed.filter(isTerraformPath).flatMap((path) => foldersAbove(folderOf(path))));
  if (edited.size === 0) return {};

  const texts: Source[] = [];
  const all = new Set<string>();
  let filesLeft = maxTerraformFiles;

  for (const side of sides) {
    const files = groupBy(
      [...side.files.keys()].filter((path) => /\.(?:tf|tofu|hcl)$/.test(path)),
      folderOf,
    );
    const seen = new Set<string>();
    let wanted = [...edited];

    while (wanted.length > 0) {
      for (const folder of wanted) seen.add(folder);
      const here = wanted.filter((folder) => files.has(folder));
      for (const folder of here) all.add(folder);

      const paths = here.flatMap((folder) => files.get(folder) ?? []).slice(0, Math.max(0, filesLeft));
      filesLeft -= paths.length;
      const sources = [...(await textsOf(side, paths, []))].map(([file, text]) => ({ file, text }));
      texts.push(...sources);
      wanted = [...new Set(sources.flatMap(({ file, text }) => calledFoldersIn(file, text)))].filter(
        (folder) => !seen.has(folder),
      );
    }
  }

  // What was not looked into may apply anything.
  if (filesLeft <= 0) return { terraform: { all, applying: all } };
  return { terraform: { all, applying: applyingFolders(texts), mayServeNodes: mayServeNodes(texts) } };
}

const namesOf = ({ files, others }: TreeReader): string[] => [...files.keys(), ...others.keys()];

/**
 * What identifies the content at a path; undefined if there is nothing. `isTold`: each side with a link or submodule
 * there says where it leads to.
 */
const identity = ({ files, others, otherIds }: TreeReader, path: string, isTold: boolean): string | undefined => {
  if (files.has(path)) return files.get(path);
  return (isTold ? otherIds?.get(path) : undefined) ?? others.get(path);
};

/** The texts of files. Those that were read before are not read again. */
async function textsOf(
  reader: TreeReader,
  wanted: readonly string[],
  sources: readonly Source[],
): Promise<ReadonlyMap<string, string>> {
  const isWanted = new Set(wanted);
  const texts = new Map(
    sources.flatMap(({ file, text }) => {
      if (isWanted.has(file)) return [[file, text] as const];
      return [];
    }),
  );
  const unread = wanted.filter((path) => reader.files.has(path) && !texts.has(path));
  if (unread.length === 0) return texts;

  let bytes = 0;
  await reader.each(unread, (path, content) => {
    bytes += content.length;
    if (bytes > maxBytes) return;

    const text = decode(path, content);
    if (typeof text === 'string') texts.set(path, text);
  });

  return texts;
}
