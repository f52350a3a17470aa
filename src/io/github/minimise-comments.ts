import type { GitHub } from './github.ts';

/** Comments by their GraphQL ids: resolved ones, and ones that still apply. */
export interface Folding {
  readonly resolved: readonly string[];
  readonly standing: readonly string[];
}

/** Hides resolved comments, and shows those that apply again. */
export async function minimise(github: GitHub, { resolved, standing }: Folding): Promise<void> {
  const ids = [...resolved, ...standing];
  if (ids.length === 0) return;
  const { nodes } = await github.graphql<{ nodes: readonly (Minimizable | null)[] }>(
    'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Minimizable { isMinimized } } }',
    { ids },
  );
  const folded = new Set(nodes.flatMap((node) => (node?.isMinimized ? [node.id] : [])));
  for (const id of resolved) if (!folded.has(id)) await github.graphql(fold, { id });
  for (const id of standing) if (folded.has(id)) await github.graphql(unfold, { id });
}

interface Minimizable {
  readonly id: string;
  readonly isMinimized?: boolean;
}

const fold = `mutation($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: RESOLVED }) { minimizedComment { isMinimized } }
}`;
const unfold = `mutation($id: ID!) {
  unminimizeComment(input: { subjectId: $id }) { unminimizedComment { isMinimized } }
}`;
