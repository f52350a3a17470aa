import type { Manifest } from '../../manifest/model/manifest.ts';
import { classRefOf, nameOf, sharedFolders } from './class-refs.ts';
import { type DraftEntry, type DraftMap, dataOf } from './draft.ts';
import { type ClassUse, needsOwnClass, ownClassName } from './kubelet-classes.ts';
import { migrateDraft } from './migrate-draft.ts';
import type { OldFile } from './old-file.ts';
import { type OpenDocument, openDocument } from './open-document.ts';
import type { OpenObject, OpenPool } from './open-object.ts';
import type { Remark } from './remarks.ts';

/** What moving settings between files needs from the migration. */
interface Files {
  /** Runs some work. If it cannot be written, the file stays unchanged. */
  guarded(file: OldFile, manifest: Manifest, work: () => void): void;
  say(file: OldFile, manifest: Manifest, remark: Remark): void;
  /** Marks the document of an object as changed. */
  touch(open: OpenObject): void;
  /** Marks two documents as valid only together. */
  join(one: OpenDocument, other: OpenDocument): void;
}

/** A NodePool with its node class, if that is among the files. */
interface PoolUse extends ClassUse {
  readonly owner: OpenPool;
  readonly found: OpenObject | undefined;
}

/** v1 has the kubelet settings in the node class: the class of the NodePool, or a copy if its NodePools have different settings. */
export function moveKubeletSettings(pools: readonly OpenPool[], classes: readonly OpenObject[], files: Files): void {
  if (pools.every(({ kubelet }) => kubelet === undefined)) return;
  const uses = pools.map((pool) => useOf(pool, classes));
  for (const use of uses) {
    const { kubelet, file, manifest } = use.owner;
    if (kubelet !== undefined) files.guarded(file, manifest, () => giveKubelet(use, kubelet, { uses, files }));
  }
}

function useOf(owner: OpenPool, classes: readonly OpenObject[]): PoolUse {
  const ownersClass = classOf(owner, classes);

  const nodeClass = () => {
    if (ownersClass === undefined) return '';
    return JSON.stringify([ownersClass.file.source.file, ownersClass.manifest.index]);
  };

  return {
    owner,
    found: ownersClass,
    nodeClass: nodeClass(),
    pool: nameOf(owner.draft),
    kubelet: owner.kubelet && dataOf(owner.kubelet.value),
  };
}

/** The class that a NodePool names. Of several with that name, the closest file wins, because each environment may have one. */
function classOf({ draft, file }: OpenPool, classes: readonly OpenObject[]): OpenObject | undefined {
  const name = classRefOf(draft)?.text('name');
  const nearness = (object: OpenObject): number => sharedFolders(object.file.source.file, file.source.file);
  return classes
    .filter((candidate) => nameOf(candidate.draft) === name)
    .reduce<OpenObject | undefined>((best, candidate) => {
      if (best && nearness(best) >= nearness(candidate)) return best;
      return candidate;
    }, undefined);
}

function giveKubelet(
  use: PoolUse,
  kubelet: DraftEntry,
  { uses, files }: { uses: readonly PoolUse[]; files: Files },
): void {
  const { owner, found: nodeClass } = use;
  const path = ['spec', 'template', 'spec', 'kubelet'];
  const name = classRefOf(owner.draft)?.text('name') ?? '';

  if (nodeClass === undefined) {
    files.say(owner.file, owner.manifest, {
      kind: 'impossible',
      path,
      message: `In v1, the EC2NodeClass has the kubelet settings, but \`${name}\` is not among the files that can be migrated`,
      help: 'Migrate its file together with this one, or move the settings there yourself.',
    });

    return;
  }

  const isOwn = needsOwnClass(use, uses);
  const target = isOwn ? ownClassName(name, use.pool) : name;
  const draft = isOwn ? copyOf(nodeClass, target) : nodeClass.draft;
  const spec = draft.childOrNew('spec');
  const existing = spec.value('kubelet');

  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(use.kubelet)) {
    files.say(owner.file, owner.manifest, {
      kind: 'impossible',
      path,
      message: `EC2NodeClass \`${name}\` already has kubelet settings that differ from those of the NodePool`,
      help: 'Keep the settings that you want, and remove the others.',
    });

    return;
  }

  if (existing === undefined) spec.insert(kubelet);

  if (isOwn) {
    nodeClass.document.add(draft, nodeClass.path);
    classRefOf(owner.draft)?.set('name', target);
  }

  files.touch(nodeClass);
  files.join(owner.document, nodeClass.document);

  const why = () => {
    if (isOwn) return `, a copy of \`${name}\`, because other NodePools of that class have different settings`;
    return '';
  };

  const message = `Its kubelet settings move to EC2NodeClass \`${target}\`${why()}`;
  files.say(owner.file, owner.manifest, { kind: isOwn ? 'changed' : 'kept', path, message });
}

/** A copy of the migrated class with another name. */
function copyOf({ manifest, draft }: OpenObject, name: string): DraftMap {
  const { document, path } = openDocument(manifest);
  const copy = document.object(path);
  const { objects } = migrateDraft(manifest, copy, { to: 'v1' });
  const nodeClass = objects.find((object) => object.text('kind') === draft.text('kind')) ?? copy;
  nodeClass.childOrNew('metadata').set('name', name);
  return nodeClass;
}
