import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Source } from '../../engine/text/source.ts';
import { gitObjects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { configPathsFrom } from './find-config.ts';

/**
 * The configuration at a ref; undefined if the ref has none. A change of the configuration takes effect once it is merged.
 * Throws PlumblineError('usage') if there is no such ref.
 */
export async function configAtRef(repository: Repository, name: string): Promise<Source | undefined> {
  const commit = await repository.commit(name);
  const root = await repository.root();
  const folder = relative(root, await realpath(repository.folder)).replaceAll('\\', '/');
  const paths = configPathsFrom(folder);

  const objects = await gitObjects(
    root,
    paths.map((path) => `${commit}:${path}`),
    {
      what: 'The configuration at the base',
      help: 'Check that it is the right file. `--config FILE` names a different one.',
    },
  );

  const path = paths.find((candidate) => objects.get(`${commit}:${candidate}`)?.type === 'blob');
  if (path === undefined) return undefined;

  return { file: `${name}:${path}`, text: objects.get(`${commit}:${path}`)!.content.toString('utf8') };
}
