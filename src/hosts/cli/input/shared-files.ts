import type { SharedFiles } from '../../../io/config/extended-config.ts';
import { cachedFile } from '../../../io/config/shared-cache.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Files of other repositories: from the cache, else from GitHub with the token of the environment. */
export const sharedFilesOf =
  (terminal: Terminal): NonNullable<SharedFiles['shared']> =>
  (reference) =>
    cachedFile(reference, async () => {
      // Few runs need GitHub's client, which takes long to load.
      const [{ githubOf }, { sharedFile }] = await Promise.all([
        import('./repository-facts.ts'),
        import('../../../io/config/shared-file.ts'),
      ]);

      const github = githubOf(terminal);
      if (github !== undefined) return sharedFile(github, reference);

      throw new PlumblineError(
        'config',
        `\`${reference.text}\` in \`extends\` is not in the cache, and there is no GitHub token`,
        {
          help: 'Set GITHUB_TOKEN to a token that can read the repository, such as the output of `gh auth token`. Later runs need no network.',
        },
      );
    });
