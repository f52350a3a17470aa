import type { GitHub } from './github.ts';

/** Comments by their GraphQL ids: which are resolved and which still stand. */
export interface Folding {
  readonly resolved: readonly string[];
  readonly standing: readonly string[];
}

/** Folds resolved comments and unfolds those that stand again; what is as it should be is not touched. */
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
