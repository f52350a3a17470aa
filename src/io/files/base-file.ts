import { resolve } from 'node:path';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';
import { gitObjects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { maxFileBytes } from '../tree/source-tree.ts';
import { readTextWithin } from './bounded-file.ts';
import { repositoryTop } from './files.ts';

/** A file by its path from the root of the repository: as it stands at a ref, else as it lies on disk. Undefined where it is not there. */
export async function fileAtBase(
  repository: Repository,
  path: string,
  ref: string | undefined,
): Promise<Source | undefined> {
  const text =
    ref === undefined
      ? textOnDisk(resolve(await repositoryTop(resolve(repository.folder)), path))
      : await textAtRef(repository, path, ref);
  return text === undefined ? undefined : { file: path, text };
}

/** The error for a snapshot that the configuration names and nobody finds. */
export const missingSnapshot = (path: string, base: string | undefined): PlumblineError =>
  new PlumblineError('config', `The snapshot \`${path}\` is not there${base === undefined ? '' : ` at \`${base}\``}`, {
    help: '`snapshot` in plumbline.yaml is a path from the root of the repository; `plumbline snapshot` writes the file.',
  });

const anew = 'Take it anew with `plumbline snapshot`: it holds pods by class, not one by one.';

async function textAtRef(repository: Repository, path: string, ref: string): Promise<string | undefined> {
  const name = `${await repository.commit(ref)}:${path}`;
  const objects = await gitObjects(await repository.root(), [name], { what: `The snapshot \`${path}\``, help: anew });
  const object = objects.get(name);
  return object?.type === 'blob' ? object.content.toString('utf8') : undefined;
}

function textOnDisk(path: string): string | undefined {
  try {
    const name = `The snapshot \`${path}\``;
    return readTextWithin({ path, name, maxBytes: maxFileBytes, code: 'config', help: anew });
  } catch (error) {
    if (error instanceof PlumblineError) throw error;
    return undefined;
  }
}
