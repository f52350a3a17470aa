import { folderOf } from '../../../text/source.ts';
import { quotedTitle } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { environmentInPath } from '../../places/environment-name.ts';
import type { Obstacle, Root } from '../root/root.ts';

/**
 * What it means that a change turns pruning on or off for a root; undefined if it does neither. Without pruning, what leaves git stays. When Argo CD
 * begins to prune, it also deletes what left git before (argo-cd docs/user-guide/auto_sync.md). Flux then deletes only what leaves git later, because
 * its inventory has what it applied last, whether it prunes or not (kustomize-controller, reconcile).
 */
export function pruningChange(old: Root, root: Root): Obstacle | undefined {
  const [before, after] = [old.removal?.left, root.removal?.left];
  const { by, file, name } = root;
  const title = quotedTitle(by ?? name);
  const place = placeText(root);
  const note = { code: 'render/pruning', severity: 'note', file, near: 'prune', isProminent: true } as const;

  if (root.removal === undefined || old.removal === undefined) return undefined;

  if (before === undefined && after?.isPruningOff)
    return {
      ...note,
      message: `From now on, nothing that leaves git is deleted${place}: ${after.because}`,
      help: 'What git has stays as it is. A NodePool that leaves git later stays in the cluster, and so do its nodes.',
    };

  if (!before?.isPruningOff || after !== undefined) return undefined;

  if (root.removal.by === 'flux')
    return {
      ...note,
      message: `From now on, ${title} deletes${place} what leaves git`,
      help: 'It deletes nothing that left git before. Deleting a NodePool terminates all of its nodes.',
    };

  return {
    ...note,
    message: `From now on, ${title} deletes${place} what leaves git, and at its next sync also what left git before`,
    help: 'Look at what requires pruning in Argo CD before you merge. Deleting a NodePool terminates all of its nodes.',
  };
}

/**
 * What it means that a change decides otherwise whether a deleted definition leaves behind what it applied; undefined
 * if it does not. For Flux and Helm, pruning and suspension decide that too, and are notes of their own.
 */
export function leavingChange(old: Root, root: Root): Obstacle | undefined {
  const [before, after] = [old.removal, root.removal];
  if (before === undefined || after === undefined || before.gone?.isUnknown || after.gone?.isUnknown) return undefined;
  if (after.by !== 'argocd' && (before.left === undefined) !== (after.left === undefined)) return undefined;
  if ((before.gone === undefined) === (after.gone === undefined)) return undefined;

  const title = quotedTitle(root.by ?? root.name);
  const note = { code: 'render/pruning', severity: 'note', file: root.file } as const;

  if (after.gone !== undefined)
    return {
      ...note,
      message: `From now on, what ${title} applied stays in the cluster if that is deleted: ${after.gone.because}`,
      help: 'What git has stays as it is. The NodePools of a definition that is deleted later keep their nodes.',
    };

  return {
    ...note,
    message: `From now on, whoever deletes ${title} also deletes what it applied`,
    help: 'What git has stays as it is. Deleting a NodePool terminates all of its nodes.',
  };
}

/**
 * What it means that a change suspends a definition of Flux, or resumes it; undefined if it does neither. Flux neither
 * applies nor prunes what is suspended (docs of the Kustomization and HelmRelease APIs, "Suspend"). `isEdited`: the
 * change also edits what it applies. Flux reads both at the same time, so chance decides whether it applies that before
 * it suspends the definition.
 */
export function suspensionChange(old: Root | undefined, root: Root, { isEdited = false } = {}): Obstacle | undefined {
  const [before, after] = [old, root].map((side) => side?.waiting?.isOfDefinition === true);
  if (old === undefined || before === after) return undefined;

  const title = `${quotedTitle(root.by ?? root.name)}${placeText(root)}`;
  const note = { code: 'render/not-applied-yet', severity: 'note', file: root.file, isProminent: true } as const;

  if (after)
    return {
      ...note,
      near: root.waiting?.near ?? '',
      message: `From now on, Flux applies nothing of ${title}${textIf(isEdited, ', maybe not even what this change edits')}, because the change suspends it`,
      help: 'What the cluster has stays as it is, also what leaves git. Resume the object when later changes should take effect.',
    };

  return {
    ...note,
    message: `From now on, Flux applies ${title} again, also what git changed while it was suspended`,
    help: 'Compare the cluster with the files before you merge.',
  };
}

/** ` in `prod``: the environment that a root belongs to; empty if nothing says so. */
function placeText(root: Root): string {
  const environment = root.environment ?? environmentOfFiles(root);
  return textIf(environment !== undefined, ` in \`${environment}\``);
}

/** The environment that the folders of all files are named after that a root uses. */
function environmentOfFiles({ files }: Root): string | undefined {
  const environments = new Set(files.flatMap((file) => environmentInPath(folderOf(file)) ?? []));
  const [environment] = environments;
  if (environments.size === 1) return environment;
  return undefined;
}
