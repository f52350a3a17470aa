/** A repository by name, with its ids, which never change, if they are known. */
export interface RepositoryIdentity {
  readonly owner: string;
  readonly name: string;
  /** GitHub's ids of the owner and the repository. */
  readonly ids?: { readonly owner: number; readonly repository: number };
}

export const githubIssuer = 'token.actions.githubusercontent.com';
/** The GitHub environment of the workflow that reads instance types and prices. */
export const pricesEnvironment = 'plumbline-prices';
/** The audience that AWS's own documentation and tools use. */
export const awsAudience = 'sts.amazonaws.com';

/** The day on which GitHub starts to use subjects with ids for new and renamed repositories. */
export const immutableSince = '2026-07-15';

/**
 * The subject of a job in an environment, in both formats. Repositories from before 15 July 2026 use names only. Repositories
 * created or renamed since then use ids as well (`repo:owner@1/name@2:…`); that format is undefined if the ids are unknown.
 */
export function environmentSubjects({ owner, name, ids }: RepositoryIdentity, environment: string): SubjectFormats {
  // GitHub writes a colon in an environment's name as %3A.
  const context = `environment:${environment.replaceAll(':', '%3A')}`;
  return {
    byName: `repo:${owner}/${name}:${context}`,
    byId: ids && `repo:${owner}@${ids.owner}/${name}@${ids.repository}:${context}`,
  };
}

interface SubjectFormats {
  readonly byName: string;
  readonly byId: string | undefined;
}

/** The parts of a GitHub Actions subject. They may contain wildcards from a policy. */
interface TokenSubject {
  readonly owner: string;
  readonly name: string;
  readonly ownerId: string | undefined;
  readonly repositoryId: string | undefined;
  /** `environment:production`, `ref:refs/heads/main`, `pull_request`. */
  readonly context: string;
}

const pattern = /^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;

/** Splits a subject into its parts; undefined if it has a different format, such as a custom one. */
export function parseSubject(text: string): TokenSubject | undefined {
  const [, owner, ownerId, name, repositoryId, context = ''] = pattern.exec(text) ?? [];
  if (owner === undefined) return undefined;
  return { owner, name: name!, ownerId, repositoryId, context };
}
