import { canMatter, isForeignLanguage } from '../../manifest/prefilter.ts';
import { baseNameOf, folderOf, type Source } from '../../text/source.ts';
import { isNamedForTool, isOfNoTool, isPipeline } from './file-names.ts';
import { canDeploy, mayBeRunByPipeline } from './pipelines/deploying.ts';
import { mayBeProgram, namesFile } from './pipelines/named-files.ts';

/** Data whose type does not say which program reads it: JSON, settings, tables, plain text, and anything without an extension. */
const data = /\.(?:json|txt|toml|ini|conf|cfg|properties|csv|vars|values|dat|data)$|(?:^|\/)[^./]+$/i;

/** Whether a program may read a file as data, although nothing in it says so. */
export const mayBeData = (path: string): boolean => (data.test(path) || isOfUnknownType(path)) && !isNamedForTool(path);

/** Whether a file is of no type that anything else here reads. */
const isOfUnknownType = (path: string): boolean =>
  isOfNoTool(path) && !canMatter(path) && !isForeignLanguage(path) && !mayBeRunByPipeline(path);

/** Scripts, rules of make and the like, which run programs with any file. */
const runs = /\.(?:sh|bash|mk|hcl)$|(?:^|\/)(?:(?:GNU)?Makefile|justfile|Tiltfile|Jenkinsfile|Procfile)$/i;

/** Languages that manifests are made of, whose files import others by name. */
const imports = /\.(?:jsonnet|libsonnet|cue|k|pkl|dhall|star)$/i;

/** Whether a file may say which data a program reads: scripts, pipelines, and languages that manifests are made of. */
export const mayReadData = (path: string): boolean =>
  runs.test(path) || imports.test(path) || isPipeline(path) || mayBeProgram(path);

/** The file whose program reads some data and may change a cluster with it, or make manifests of it; undefined if none names the data. */
export function readerOf(path: string, readers: readonly Source[]): string | undefined {
  const name = baseNameOf(path);
  const folder = folderOf(path);
  return readers.find(({ file, text }) => {
    if (file === path || !(imports.test(file) || canDeploy(text))) return false;
    return namesFile(text, name) || (!isForeignLanguage(file) && namesAnyOf(text, folder));
  })?.file;
}

/** Whether a text runs everything in a folder, or lists it: `find hooks.d -exec …`, `run-parts hooks.d`, `$(ls pools)`. */
function runsAllOf(text: string, folder: string): boolean {
  return [...text.matchAll(/\b(?:find|run-parts|ls|ls-files)[ \t]+(?:-\w{1,20}[ \t]+){0,3}([^\s;|)]{1,200})/g)].some(
    ([, path]) => path!.split('/').findLast((step) => step !== '') === folder,
  );
}

/** Whether a text names files of a folder by something that is known only when it runs: `env/$NAME`. */
function namesAnyOf(text: string, folder: string): boolean {
  const name = `${baseNameOf(folder)}/`;
  if (name === '/') return false;

  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/[\w.-]/.test(text[at - 1] ?? '') && /[$*{%?[]/.test(text[at + name.length] ?? '')) return true;

  const [, runs] = /^(.*)\/$/.exec(name) ?? [];
  if (runs !== undefined && runsAllOf(text, runs)) return true;

  return false;
}
