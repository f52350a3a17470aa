import { resolve } from 'node:path';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';
import { gitObjects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { maxFileBytes } from '../tree/source-tree.ts';
import { readTextWithin } from './bounded-file.ts';
import { repositoryTop } from './files.ts';

/** A file by its path from the root of the repository: at a ref, or on disk without a ref. Undefined if it does not exist. */
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

/** The error for a snapshot that the configuration names and that does not exist. */
export const missingSnapshot = (path: string, base: string | undefined): PlumblineError =>
  new PlumblineError('config', `The snapshot \`${path}\` was not found${base === undefined ? '' : ` at \`${base}\``}`, {
    help: 'Set `snapshot` in plumbline.yaml to a path from the root of the repository. Run `plumbline snapshot` to write the file.',
  });

const writeAgain =
  'If it is a snapshot, run `plumbline snapshot` to write it again. The result is smaller, because it groups equal pods.';

async function textAtRef(repository: Repository, path: string, ref: string): Promise<string | undefined> {
  const name = `${await repository.commit(ref)}:${path}`;
  const objects = await gitObjects(await repository.root(), [name], {
    what: `\`${path}\``,
    help: writeAgain,
  });
  const object = objects.get(name);
  return object?.type === 'blob' ? object.content.toString('utf8') : undefined;
}

function textOnDisk(path: string): string | undefined {
  try {
    const name = `\`${path}\``;
    return readTextWithin({ path, name, maxBytes: maxFileBytes, code: 'config', help: writeAgain });
  } catch (error) {
    if (error instanceof PlumblineError) throw error;
    return undefined;
  }
}
