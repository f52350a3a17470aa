import type { HelmCall, Root } from '../../engine/files/sources/root/root.ts';

/** What a program that renders says is wrong, and where. */
interface ErrorPlace {
  readonly file: string;
  /** Counted from 1. Undefined if the program does not say, or counts in a text that is in no file. */
  readonly line?: number;
  /** What is wrong with the file, as a predicate, and the reason in the program's words. */
  readonly fault?: { readonly what: string; readonly why: string };
}

/** The file in a program's error, otherwise the file that declares the root. */
export function errorPlace(root: Root, error: string): ErrorPlace {
  const { call, file } = root;
  if (call === null) return { file };
  return ('helm' in call ? helmPlace(call.helm, root, error) : kustomizePlace(root, error)) ?? { file };
}

/** `parse error at (pools/templates/all.yaml:21): function "ednd" not defined`. */
const templateFault = /parse error at \(([\w./-]{1,300}):(\d{1,6})\): ([^\n]{1,300})/;

function helmPlace({ chart, dependencies }: HelmCall, { files }: Root, error: string): ErrorPlace | undefined {
  const inFiles = (path: string): string | undefined => {
    const inChart = path.slice(path.indexOf('/') + 1);
    // Helm has a dependency in `charts/`.
    const inDependencies = dependencies
      .filter(({ name }) => inChart.startsWith(`charts/${name}/`))
      .map(({ name, folder }) => `${folder}${inChart.slice(`charts/${name}`.length)}`);
    return [`${chart}/${inChart}`, ...inDependencies, path].find((candidate) => files.includes(candidate));
  };

  const [, template = '', at, why = ''] = templateFault.exec(error) ?? [];
  const file = inFiles(template);
  if (file !== undefined) return { file, line: Number(at), fault: { what: 'is not a valid template', why } };

  for (const [, path] of error.matchAll(/(?<![\w./-])([\w./-]+\.(?:ya?ml|tpl|txt))(?::\d+)?/g)) {
    const place = inFiles(path!);
    // A line behind it is one of the rendered text, or of a template that another one includes.
    if (place !== undefined) return { file: place };
  }

  return undefined;
}

/** `accumulating resources from 'pool.yaml': MalformedYAMLError: yaml: line 35: did not find expected key in File: pool.yaml`. */
const yamlFault = /yaml: line (\d{1,6}): ([^\n]{1,200}?)(?: in File:[^\n]*)?$/m;

function kustomizePlace({ files }: Root, error: string): ErrorPlace | undefined {
  const folder = [...error.matchAll(/path '([^'\n]{1,300})'/g)].at(-1)?.[1];
  const names = [...error.matchAll(/(?:'|File: )([\w./-]{1,300}\.(?:ya?ml|json))/g)].map(([, name]) => name!);
  const file = names
    .toReversed()
    .map((name) => fileNamed(name, folder, files))
    .find((place) => place !== undefined);
  if (file === undefined) return undefined;

  const [, line, why = ''] = yamlFault.exec(error) ?? [];
  if (line === undefined) return { file };

  return { file, line: Number(line), fault: { what: 'is not valid YAML', why } };
}

/** The file of a root that kustomize names from a folder; undefined if none or several are possible. */
function fileNamed(name: string, folder: string | undefined, files: readonly string[]): string | undefined {
  const path = name.replace(/^(?:\.\.?\/)+/, '');
  const inFolder = files.find((file) => file === `${folder}/${path}`);
  if (inFolder !== undefined) return inFolder;

  const all = files.filter((file) => file === path || file.endsWith(`/${path}`));
  if (all.length === 1) return all[0];
  return undefined;
}
