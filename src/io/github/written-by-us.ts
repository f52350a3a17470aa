import type { GitHub } from './github.ts';
import { isRateLimit, isServerError } from './github-errors.ts';

/** The author of a comment. */
export interface Author {
  readonly id: number;
  readonly login: string;
  readonly type: string;
}

/** The comments and issues with our marker that we wrote, because anybody can write the marker. Asks GitHub who we are only if there are any. */
export async function writtenByUs<T extends { readonly user: Author | null | undefined }>(
  github: GitHub,
  marked: readonly T[],
): Promise<T[]> {
  if (marked.length === 0) return [];
  const isOurs = await authorship(github);
  return marked.filter(({ user }) => isOurs(user));
}

/** Returns a check whether a user is the one that our token writes as. */
async function authorship(github: GitHub): Promise<(user: Author | null | undefined) => boolean> {
  try {
    const { viewer } = await github.graphql<{ viewer: { databaseId: number } }>('query { viewer { databaseId } }');
    return (user) => user?.id === viewer.databaseId;
  } catch (error) {
    if (isRateLimit(error) || isServerError(error)) throw error;
    // A workflow's token may not ask who it is. It always writes as this user, and nobody else can have this type.
    return (user) => user?.login === 'github-actions[bot]' && user.type === 'Bot';
  }
}
