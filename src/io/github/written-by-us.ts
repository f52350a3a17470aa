import { type GitHub, isRateLimit, isServerError } from './github.ts';

/** The author of a comment. */
export interface Author {
  readonly id: number;
  readonly login: string;
  readonly type: string;
}

/** Of comments and issues that bear our marker, those that we wrote: anybody can write the marker. Where there are none, GitHub is not asked who we are. */
export async function writtenByUs<T extends { readonly user: Author | null | undefined }>(
  github: GitHub,
  marked: readonly T[],
): Promise<T[]> {
  if (marked.length === 0) return [];
  const isOurs = await authorship(github);
  return marked.filter(({ user }) => isOurs(user));
}

/** Tells whether a user is the one that our token writes as. */
async function authorship(github: GitHub): Promise<(user: Author | null | undefined) => boolean> {
  try {
    const { viewer } = await github.graphql<{ viewer: { databaseId: number } }>('query { viewer { databaseId } }');
    return (user) => user?.id === viewer.databaseId;
  } catch (error) {
    if (isRateLimit(error) || isServerError(error)) throw error;
    // A token that may not ask who it is: a workflow's own is always this one, and nobody else can have the type.
    return (user) => user?.login === 'github-actions[bot]' && user.type === 'Bot';
  }
}
