import type { GitHub } from '../github.ts';

/** A comment as the REST API has it. */
interface Comment {
  readonly node_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** GraphQL takes this many ids at once. */
const maxIds = 100;

/**
 * The comments that somebody edited, by their GraphQL ids. REST has two times in whole seconds, which are equal when a comment is
 * edited within the second in which it was written; GraphQL says whether it was ever edited.
 */
export async function rewrittenComments(github: GitHub, comments: readonly Comment[]): Promise<ReadonlySet<string>> {
  const rewritten = new Set<string>();
  const unclear: string[] = [];
  for (const { node_id: id, created_at: created, updated_at: updated } of comments)
    if (created === updated) unclear.push(id);
    else rewritten.add(id);
  for (let i = 0; i < unclear.length; i += maxIds) {
    const ids = unclear.slice(i, i + maxIds);
    const { nodes } = await github.graphql<{ nodes: readonly (Node | null)[] }>(query, { ids });
    const untouched = new Set(nodes.flatMap((node) => (node?.lastEditedAt === null ? [node.id] : [])));
    for (const id of ids) if (!untouched.has(id)) rewritten.add(id);
  }
  return rewritten;
}

interface Node {
  readonly id: string;
  readonly lastEditedAt?: string | null;
}

const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Comment { lastEditedAt } } }';
