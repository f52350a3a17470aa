import type { GitHub } from './github.ts';

/** A comment of the REST API. */
interface Comment {
  readonly node_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** GraphQL accepts this many ids at once. */
const maxIds = 100;

/**
 * The edited comments by their GraphQL ids, with who edited them last; undefined if GitHub does not say. GraphQL is needed because
 * REST has only times in whole seconds, which are equal if a comment is edited within the second in which it was written.
 */
export async function commentEdits(
  github: GitHub,
  comments: readonly Comment[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const edits = new Map<string, string | undefined>();

  for (let i = 0; i < comments.length; i += maxIds) {
    const some = comments.slice(i, i + maxIds);
    const ids = some.map((comment) => comment.node_id);
    const { nodes } = await github.graphql<{ nodes: readonly (Node | null)[] }>(query, { ids });
    const nodeById = new Map(
      nodes.flatMap((node) => {
        if (node) return [[node.id, node] as const];
        return [];
      }),
    );
    for (const { node_id: id, created_at: created, updated_at: updated } of some) {
      const node = nodeById.get(id);
      // A comment without data may have been edited.
      if (created !== updated || node?.lastEditedAt !== null) edits.set(id, node?.editor?.login);
    }
  }

  return edits;
}

interface Node {
  readonly id: string;
  readonly lastEditedAt?: string | null;
  readonly editor?: { readonly login: string } | null;
}

const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Comment { lastEditedAt editor { login } } } }';
