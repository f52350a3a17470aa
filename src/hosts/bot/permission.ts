import { type GitHub, githubError, type RepositoryName, statusOf } from '../../io/github.ts';

/** Whether somebody may write to a repository, by what GitHub says now; what a payload says of it counts for nothing. */
export async function canWrite(github: GitHub, repository: RepositoryName, username: string): Promise<boolean> {
  try {
    const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ ...repository, username });
    // `maintain` is `write` here, and `triage` is `read`.
    return data.permission === 'admin' || data.permission === 'write';
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw githubError('look up what somebody may do', error);
  }
}
