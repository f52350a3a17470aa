import { quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { isPinned } from '../removal/vanished-path.ts';
import type { Obstacle, Root } from '../root/root.ts';

/** That the path of a definition is a folder of this repository, except for upper and lower case. */
export function miscasedPath(path: string, folder: string | undefined, { folders }: Discovery): Pick<Root, 'miscased'> {
  const meant = folder === undefined ? undefined : folders.inOtherCase(folder);
  if (meant === undefined) return {};
  return { miscased: { path, meant } };
}

/** A warning about such a definition. At a tag or a commit, the folder may have had another name. */
export function miscasedObstacle({ miscased, revision, tool, by, name, file }: Root): Obstacle | undefined {
  if (miscased === undefined || isPinned(revision?.[1])) return undefined;

  const { path, meant } = miscased;
  const controller = tool === 'argocd' ? 'Argo CD' : 'Flux';

  return {
    code: 'render/missing-file',
    severity: 'warning',
    file,
    near: path,
    message: `${quotedTitle(by ?? name)} applies ${quoted(path)}, which this repository has only as ${quoted(meant)}. Git tells upper and lower case apart, so ${controller} finds no files there, unless it reads another repository`,
    help: `Change the path to ${quoted(meant)}.`,
  };
}
