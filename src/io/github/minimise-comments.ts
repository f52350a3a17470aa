import type { GitHub } from './github.ts';

/** Comments by their GraphQL ids: resolved ones, outdated ones, and ones that still apply. */
interface Folding {
  readonly resolved?: readonly string[];
  readonly outdated?: readonly string[];
  readonly standing?: readonly string[];
}

/** GraphQL accepts this many ids at once. */
const maxIds = 100;

/** Hides resolved and outdated comments, and shows those that apply again. */
export async function minimise(
  github: GitHub,
  { resolved = [], outdated = [], standing = [] }: Folding,
): Promise<void> {
  const folded = await foldedOf(github, [...resolved, ...outdated, ...standing]);

  const hide = async (ids: readonly string[], classifier: 'RESOLVED' | 'OUTDATED'): Promise<void> => {
    for (const id of ids) if (!folded.has(id)) await github.graphql(fold, { id, classifier });
  };
  await hide(resolved, 'RESOLVED');
  await hide(outdated, 'OUTDATED');
  for (const id of standing) if (folded.has(id)) await github.graphql(unfold, { id });
}

/** The comments that are hidden now. */
async function foldedOf(github: GitHub, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const folded = new Set<string>();
  for (let i = 0; i < ids.length; i += maxIds) {
    const { nodes } = await github.graphql<{ nodes: readonly (Minimizable | null)[] }>(
      'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Minimizable { isMinimized } } }',
      { ids: ids.slice(i, i + maxIds) },
    );

    for (const node of nodes) if (node?.isMinimized) folded.add(node.id);
  }

  return folded;
}

interface Minimizable {
  readonly id: string;
  readonly isMinimized?: boolean;
}

const fold = `mutation($id: ID!, $classifier: ReportedContentClassifiers!) {
  minimizeComment(input: { subjectId: $id, classifier: $classifier }) { minimizedComment { isMinimized } }
}`;
const unfold = `mutation($id: ID!) {
  unminimizeComment(input: { subjectId: $id }) { unminimizedComment { isMinimized } }
}`;
