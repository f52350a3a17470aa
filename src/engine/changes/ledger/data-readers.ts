import { isForeignLanguage } from '../../manifest/prefilter.ts';
import { baseNameOf, folderOf, type Source } from '../../text/source.ts';
import { isNamedForTool, isPipeline } from './file-names.ts';
import { canDeploy } from './pipelines/deploying.ts';

/** Data whose type does not say which program reads it: JSON, settings, tables, plain text, and anything without an extension. */
const data = /\.(?:json|txt|toml|ini|conf|cfg|properties|csv|vars|values|dat|data)$|(?:^|\/)[^./]+$/i;

/** Whether a program may read a file as data, although nothing in it says so. */
export const mayBeData = (path: string): boolean => data.test(path) && !isNamedForTool(path);

/** Scripts, rules of make and the like, which run programs with any file. */
const runs = /\.(?:sh|bash|mk|hcl)$|(?:^|\/)(?:(?:GNU)?Makefile|justfile|Tiltfile|Jenkinsfile|Procfile)$/i;

/** Languages that manifests are made of, whose files import others by name. */
const imports = /\.(?:jsonnet|libsonnet|cue|k|pkl|dhall|star)$/i;

/** Whether a file may say which data a program reads: scripts, pipelines, and languages that manifests are made of. */
export const mayReadData = (path: string): boolean => runs.test(path) || imports.test(path) || isPipeline(path);

/** The file whose program reads some data and may change a cluster with it, or make manifests of it; undefined if none names the data. */
export function readerOf(path: string, readers: readonly Source[]): string | undefined {
  const name = baseNameOf(path);
  const folder = folderOf(path);
  return readers.find(({ file, text }) => {
    if (file === path || !(imports.test(file) || canDeploy(text))) return false;
    return names(text, name) || (!isForeignLanguage(file) && namesAnyOf(text, folder));
  })?.file;
}

/** What is before a path on a command line, in a list or in a text in quotes. */
const beforePath = /(?:[/"'=<@]|(?:^|\s)(?:-f|--values|-{1,2}var-file|source|-?include|\.)[ \t]+)$/;

/** Whether a text names a file. A name without an extension is also a word, so only a path counts. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (/[\w-]/.test(text[at + name.length] ?? '')) continue;
    const before = text.slice(Math.max(0, at - 20), at);
    if (name.includes('.') ? !/[\w.-]$/.test(before) : beforePath.test(before)) return true;
  }

  return false;
}

/** Whether a text runs everything in a folder: `find hooks.d -exec …`, `run-parts hooks.d`. */
function runsAllOf(text: string, folder: string): boolean {
  return [...text.matchAll(/\b(?:find|run-parts)[ \t]+([^\s;|]{1,200})/g)].some(
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
