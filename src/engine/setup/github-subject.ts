/** A repository by name, with the ids that never change where they are known. */
export interface RepositoryIdentity {
  readonly owner: string;
  readonly name: string;
  /** GitHub's numbers of owner and repository. */
  readonly ids?: { readonly owner: number; readonly repository: number };
}

export const githubIssuer = 'token.actions.githubusercontent.com';
/** The audience that AWS's own documentation and tools use. */
export const awsAudience = 'sts.amazonaws.com';

/** The day from which GitHub gives new and renamed repositories subjects with ids. */
export const immutableSince = '2026-07-15';

/**
 * The subject of a job in an environment, in both formats: by names alone, as repositories from before 15 July 2026 have it,
 * and with ids (`repo:owner@1/name@2:…`), as those created or renamed since have it. The second is undefined without ids.
 */
export function environmentSubjects({ owner, name, ids }: RepositoryIdentity, environment: string): SubjectFormats {
  // In a subject GitHub writes the colon of a name as %3A.
  const context = `environment:${environment.replaceAll(':', '%3A')}`;
  return {
    byName: `repo:${owner}/${name}:${context}`,
    byId: ids && `repo:${owner}@${ids.owner}/${name}@${ids.repository}:${context}`,
  };
}

export interface SubjectFormats {
  readonly byName: string;
  readonly byId: string | undefined;
}

/** A subject of GitHub Actions, taken apart; parts may hold wildcards of a policy. */
export interface TokenSubject {
  readonly owner: string;
  readonly name: string;
  readonly ownerId: string | undefined;
  readonly repositoryId: string | undefined;
  /** `environment:production`, `ref:refs/heads/main`, `pull_request`. */
  readonly context: string;
}

const pattern = /^repo:([^/:@]+)(?:@([^/:]+))?\/([^/:@]+)(?:@([^/:]+))?(?::(.*))?$/;

/** Takes a subject apart; undefined where it has another form, such as a custom one. */
export function parseSubject(text: string): TokenSubject | undefined {
  const [, owner, ownerId, name, repositoryId, context = ''] = pattern.exec(text) ?? [];
  return owner === undefined ? undefined : { owner, name: name!, ownerId, repositoryId, context };
}
