import type { GitHub, RepositoryName } from './github.ts';
import { githubError } from './github-errors.ts';

/** How many files one GraphQL query asks for. */
const batchFiles = 150;

interface Answer {
  readonly repository: Readonly<Record<string, { readonly oid: string } | null>> | null;
}

/**
 * The version of some files at each commit: a text that is equal for two commits if all of these files are equal. The history of a
 * path, as git and GitHub list it, is not enough, because a merge that keeps one side hides the content of the other side.
 */
export async function fileVersions(
  github: GitHub,
  repository: RepositoryName,
  { commits, paths }: { readonly commits: readonly string[]; readonly paths: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  const batch = Math.max(1, Math.floor(batchFiles / Math.max(1, paths.length)));

  try {
    for (let i = 0; i < commits.length; i += batch) {
      const some = commits.slice(i, i + batch);
      const fields = some.flatMap((commit, c) =>
        paths.map((path, p) => `f${c}_${p}: object(expression: ${JSON.stringify(`${commit}:${path}`)}) { oid }`),
      );
      const query = `query($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields.join(' ')} } }`;
      const { repository: blobVersions } = await github.graphql<Answer>(query, { ...repository });

      for (const [c, commit] of some.entries())
        versions.set(commit, paths.map((_, p) => blobVersions?.[`f${c}_${p}`]?.oid ?? '-').join(' '));
    }

    return versions;
  } catch (error) {
    throw githubError('read the history of the configuration', error);
  }
}
