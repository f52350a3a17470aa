import { PlumblineError } from '../../shared/errors.ts';
import { blobId } from '../git/blob-id.ts';
import type { GitHub } from '../github/github.ts';
import { githubError, isRateLimit, statusOf } from '../github/github-errors.ts';
import { hexDigest } from '../hex-digest.ts';
import { maxConfigLength } from './config-reader.ts';
import type { SharedReference } from './shared-reference.ts';

/**
 * The text of a file of another repository at a commit, with the digest that the reference names. Throws PlumblineError('config') if it does
 * not exist or is not that file, and PlumblineError('github') if GitHub does not answer.
 */
export async function sharedFile(github: GitHub, reference: SharedReference): Promise<string> {
  const { owner, repo, path, commit, text } = reference;
  const data = await github.rest.repos.getContent({ owner, repo, path, ref: commit }).then(
    (answer) => answer.data,
    (error) => {
      const status = statusOf(error);
      const help = `The token has to be able to read \`${owner}/${repo}\`. That of a job reads only its own repository and public ones.`;

      if (status === 404)
        throw new PlumblineError('config', `\`${text}\` in \`extends\` was not found`, {
          help: `Check the path and the commit. ${help}`,
          cause: error,
        });

      const failure = githubError(`read \`${text}\` of \`extends\``, error);
      if ((status !== 401 && status !== 403) || isRateLimit(error)) throw failure;

      throw new PlumblineError('github', failure.message, { help, cause: error });
    },
  );

  if (Array.isArray(data) || data.type !== 'file' || !('content' in data) || data.encoding !== 'base64')
    throw new PlumblineError(
      'config',
      `\`${text}\` in \`extends\` is not a file of at most ${maxConfigLength / 1024} kB`,
      {
        help: 'Name a file with rules.',
      },
    );

  const bytes = Buffer.from(data.content, 'base64');
  if (blobId(bytes) !== data.sha)
    throw new PlumblineError(
      'github',
      `GitHub's answer about \`${text}\` does not have the content that its digest names`,
      {
        help: 'Run this again. A proxy may have changed the answer.',
      },
    );

  return verified(bytes, reference);
}

/** The text, if it has the digest that the reference names. */
export function verified(bytes: Buffer, { digest, text }: SharedReference): string {
  const actual = hexDigest(bytes);
  if (digest !== undefined && actual !== digest)
    throw new PlumblineError('config', `\`${text}\` in \`extends\` has another digest than the reference: ${actual}`, {
      help: 'Review the file at this commit, and then write its digest.',
    });
  return bytes.toString('utf8');
}
