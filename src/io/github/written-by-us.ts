import { type GitHub, isRateLimit, statusOf } from './github.ts';

/** The author of a comment. */
export interface Author {
  readonly id: number;
  readonly login: string;
  readonly type: string;
}

/** Tells whether a user is the one that our token writes as. */
export async function authorship(github: GitHub): Promise<(user: Author | null | undefined) => boolean> {
  try {
    const { viewer } = await github.graphql<{ viewer: { databaseId: number } }>('query { viewer { databaseId } }');
    return (user) => user?.id === viewer.databaseId;
  } catch (error) {
    if (isRateLimit(error) || (statusOf(error) ?? 0) >= 500) throw error;
    // A token that may not ask who it is: a workflow's own is always this one, and nobody else can have the type.
    return (user) => user?.login === 'github-actions[bot]' && user.type === 'Bot';
  }
}
