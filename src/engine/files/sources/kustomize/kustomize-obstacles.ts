import { installsKarpenter } from '../../../manifest/node-charts.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { Obstacle } from '../root/root.ts';

/** The file of the kustomization that is being read. */
interface Place {
  readonly file: string;
}

interface Refusal {
  readonly near?: string;
  /** A clause: what is wrong. */
  readonly problem: string;
  readonly help: string;
  readonly reason?: string;
  readonly hidesObjects?: true;
}

const refusal = ({ file }: Place, { problem, ...more }: Refusal): Obstacle => ({
  code: 'render/refused',
  severity: 'warning',
  file,
  message: `${problem}, so this kustomization is not rendered`,
  ...more,
});

/**
 * A kustomization refers to a path that does not exist. `kustomize build` then fails as a whole.
 * Source: accumulateResources in kustomize's api/internal/target/kusttarget.go.
 */
export const missingFile = (path: string, { file }: Place): Obstacle => ({
  code: 'render/missing-file',
  severity: 'error',
  file,
  near: path,
  message: `\`${path}\` is neither a file nor a folder with a kustomization`,
  help: 'Add it, or remove the entry.',
  isRefusal: true,
});

/** A kustomization refers to a path that does not exist, but a program in its folder mentions the file's name. */
export const written = (path: string, writer: string, { file }: Place): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file,
  near: path,
  message: `\`${path}\` does not exist and is probably written by \`${writer}\`, so this kustomization is not reviewed`,
});

/** A path points outside the repository. */
export const outside = (path: string, place: Place): Obstacle =>
  refusal(place, {
    near: path,
    problem: `\`${path}\` is outside the repository`,
    help: 'Move the file into the repository.',
  });

/** Something would have to be downloaded. */
export const remote = (path: string, place: Place): Obstacle =>
  refusal(place, {
    near: path,
    problem: `\`${path}\` would have to be downloaded`,
    help: 'Keep a copy in the repository, or review the rendered manifests.',
    reason: 'they use files that would have to be downloaded',
    hidesObjects: true,
  });

/** A chart is not in the repository. */
export const remoteChart = (name: string, repository: string | undefined, place: Place): Obstacle =>
  refusal(place, {
    near: name,
    problem: `The chart \`${name}\`${textIf(repository, ` from ${repository}`)} is not in the repository`,
    help: 'Add a copy of the chart to the folder in `helmGlobals.chartHome`.',
    // Karpenter's own pods do not run on its nodes.
    ...(!installsKarpenter(name) && { hidesObjects: true as const }),
  });

/** Files behind a symbolic link or in a submodule are not read. */
export const notFollowed = (path: string, what: 'link' | 'submodule', place: Place): Obstacle => {
  const problem = () => {
    if (what === 'link') return `\`${path}\` is a symbolic link, which plumbline does not follow`;
    return `\`${path}\` is in a submodule, which plumbline does not fetch`;
  };

  return refusal(place, { near: path, problem: problem(), help: 'Replace it with the files themselves.' });
};

/** A plugin would run code that the repository chooses. */
export const pluginRefused = (kind: string | undefined, place: Place): Obstacle => {
  const maker = kind === undefined ? 'A function' : `The plugin \`${kind}\``;
  return refusal(place, {
    ...(kind !== undefined && { near: kind }),
    problem: `${maker} would run code that the repository chooses`,
    help: 'Review the rendered manifests instead. plumbline runs only the plugins that are built into kustomize.',
  });
};

/** The plugin configuration in a folder is unknown until the folder is rendered. */
export const pluginFolder = (path: string, place: Place): Obstacle =>
  refusal(place, {
    near: path,
    problem: `\`${path}\` configures plugins and does more than list files`,
    help: 'List the configuration files one by one.',
  });

/** The configuration of a plugin is not plain YAML, so another parser might read it differently. */
export const pluginUnreadable = (fault: string, place: Place): Obstacle =>
  refusal(place, {
    problem: `The configuration of a plugin cannot be read (${fault})`,
    help: 'Write it as plain YAML.',
  });

/** A field name differs from the spelling in the kustomize documentation. */
export const undocumentedField = (key: string, file: string): Obstacle =>
  refusal(
    { file },
    {
      near: key,
      problem: `\`${key}\` is not a documented field of a kustomization`,
      help: 'Spell the field as in the kustomize documentation, or remove it.',
    },
  );

/** Helm would read a value as an option. */
export const optionRefused = (option: string, place: Place): Obstacle =>
  refusal(place, {
    near: option,
    problem: `Helm would read \`${option}\` as an option`,
    help: 'Use names and versions that do not start with a dash.',
  });
