import type { Obstacle } from '../root.ts';

/** The file of the kustomization that is being read. */
interface Place {
  readonly file: string;
}

/** What a kustomization names is not there. */
export const missingFile = (path: string, { file }: Place): Obstacle => ({
  code: 'render/missing-file',
  severity: 'error',
  file,
  near: path,
  message: `\`${path}\` is neither a file nor a folder with a kustomization`,
  help: 'Add it, or take the entry out.',
});

/** What a kustomization names is not there, and a program beside it speaks of it. */
export const written = (path: string, writer: string, { file }: Place): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file,
  near: path,
  message: `\`${path}\` is left to \`${writer}\` to write, so what this kustomization gives is not reviewed`,
});

/** A path leads out of the repository. */
export const outside = (path: string, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: path,
  message: `\`${path}\` leads out of the repository, so this is not rendered`,
  help: 'Put the file into the repository.',
});

/** Something would be fetched over the network. */
export const remote = (path: string, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: path,
  message: `\`${path}\` would be fetched over the network, so this is not rendered`,
  help: 'Keep a copy in the repository, or review the rendered manifests.',
});

/** A chart is not in the repository. */
export const remoteChart = (name: string, repository: string | undefined, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: name,
  message: `The chart \`${name}\`${repository ? ` of ${repository}` : ''} is not in the repository, so this is not rendered`,
  help: 'Vendor the chart in the folder that `helmGlobals.chartHome` names.',
});

/** What lies behind a link, or in a submodule, is not read. */
export const notFollowed = (path: string, what: 'link' | 'submodule', { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: path,
  message:
    what === 'link'
      ? `\`${path}\` is a symbolic link, which is not followed, so this is not rendered`
      : `\`${path}\` lies in a submodule, which is not fetched, so this is not rendered`,
  help: 'Put the files themselves there.',
});

/** A plugin would run code of the repository's choice. */
export const pluginRefused = (kind: string | undefined, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  ...(kind !== undefined && { near: kind }),
  message: `${kind === undefined ? 'A function' : `The plugin \`${kind}\``} would run code of the repository's choice, so this is not rendered`,
  help: 'Only what is built into kustomize runs here. Review the rendered manifests instead.',
});

/** What a folder gives to the plugins is not known without rendering it. */
export const pluginFolder = (path: string, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: path,
  message: `\`${path}\` configures plugins and does more than list files, so this is not rendered`,
  help: 'Name the files of the configuration one by one.',
});

/** Another parser may read something else in it. */
export const pluginUnreadable = (fault: string, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  message: `The configuration of a plugin cannot be read: ${fault}. So this is not rendered`,
  help: 'Write it as plain YAML.',
});

/** A field is spelt as kustomize does not document it. */
export const strangeField = (key: string, file: string): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: key,
  message: `\`${key}\` is no field of a kustomization as it is spelt, so this is not rendered`,
  help: 'Spell fields as the documentation of kustomize does.',
});

/** A text would reach helm as an option. */
export const optionRefused = (option: string, { file }: Place): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  near: option,
  message: `\`${option}\` would reach helm as an option, so this is not rendered`,
  help: 'Names and versions do not start with a dash.',
});
