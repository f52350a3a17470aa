import { shortId } from '../../engine/text/words/short-id.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { TreeFile } from '../git/listing.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError, isRateLimit } from './github-errors.ts';

/** A workflow's token allows 1,000 requests per hour, so each request reads many blobs. */
const batchFiles = 50;
const batchBytes = 1_000_000;
const concurrency = 6;

interface GraphBlob {
  readonly text?: string | null;
  readonly byteSize?: number;
  readonly isBinary?: boolean | null;
  readonly isTruncated?: boolean;
}

/** The bytes of blobs by SHA. Each blob is read once, with several requests at a time. */
export async function fetchBlobs(
  github: GitHub,
  repository: RepositoryName,
  files: readonly TreeFile[],
): Promise<Map<string, Buffer>> {
  const unique = [...new Map(files.map((file) => [file.sha, file])).values()];
  const contents = new Map<string, Buffer>();
  const reader = { github, repository, contents };

  await eachAtOnce(batches(unique), concurrency, (batch) => readBatch(reader, batch));
  const missing = unique.filter((file) => !contents.has(file.sha));
  await eachAtOnce(missing, concurrency, (file) => readBlob(reader, file.sha));

  return contents;
}

interface Reader {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly contents: Map<string, Buffer>;
}

function batches(files: readonly TreeFile[]): TreeFile[][] {
  const batches: TreeFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;

  for (const file of files) {
    if (bytes + file.size > batchBytes || batches.at(-1)!.length === batchFiles) {
      batches.push([]);
      bytes = 0;
    }

    batches.at(-1)!.push(file);
    bytes += file.size;
  }

  return batches;
}

/** Adds the blobs of one GraphQL query. Binary, truncated and missing blobs are left for readBlob. */
async function readBatch({ github, repository, contents }: Reader, files: readonly TreeFile[]): Promise<void> {
  // SHAs come from GitHub's tree. The check still makes sure that nothing but hexadecimal digits enters the query.
  const safe = files.filter((file) => /^[0-9a-f]+$/.test(file.sha));
  const fields = safe.map(
    (file, i) => `b${i}: object(oid: "${file.sha}") { ...on Blob { text byteSize isBinary isTruncated } }`,
  );
  const query = `query($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields.join(' ')} } }`;

  try {
    const answer = await github.graphql<{ repository: Record<string, GraphBlob | null> | null }>(query, {
      ...repository,
    });
    safe.forEach((file, i) => {
      const content = whole(answer.repository?.[`b${i}`]);
      if (content) contents.set(file.sha, content);
    });
  } catch (error) {
    if (isRateLimit(error)) throw githubError('read files', error);
  }
}

/** The bytes of a blob; undefined if it is binary, truncated or not UTF-8. */
function whole(blob: GraphBlob | null | undefined): Buffer | undefined {
  if (typeof blob?.text !== 'string' || blob.isBinary || blob.isTruncated) return undefined;
  const content = Buffer.from(blob.text);
  if (content.length === blob.byteSize) return content;
  return undefined;
}

async function readBlob({ github, repository, contents }: Reader, sha: string): Promise<void> {
  try {
    const { data } = await github.rest.git.getBlob({ ...repository, file_sha: sha });
    contents.set(sha, Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8'));
  } catch (error) {
    throw githubError(`read the blob \`${shortId(sha)}\``, error);
  }
}
