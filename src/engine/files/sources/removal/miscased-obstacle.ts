import { quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import type { Obstacle, Root } from '../root/root.ts';
import { isPinnedRevision } from './vanished-path.ts';

/** A warning about a definition whose path is a folder only in another case. At a tag or a commit, the folder may have had another name. */
export function miscasedObstacle({ miscased, revision, tool, by, name, file }: Root): Obstacle | undefined {
  if (miscased === undefined || isPinnedRevision(revision?.[1])) return undefined;

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
