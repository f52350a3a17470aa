import { createHash } from 'node:crypto';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { addFile } from '../../src/io/tree/decode.ts';
import { SourceTreeBuilder } from '../../src/io/tree/source-tree.ts';
import type { Tree } from './seeded-objects.ts';

/** Objects of a file as a review reads them, and the errors that it reports. */
export interface ReviewReading {
  readonly objects: readonly Tree[];
  readonly errors: readonly string[];
}

/** What a review reads from the bytes of a file, without what the prefilter drops. */
export function readByReview(bytes: Buffer): ReviewReading {
  const tree = new SourceTreeBuilder();
  addFile(tree, { file: 'manifests.yaml', bytes, isNamed: false });
  const { sources, diagnostics } = tree.build();
  const parsed = sources.map((source) => parseManifests(source, { set: {} }));
  const findings = [...diagnostics, ...parsed.flatMap((file) => file.diagnostics)];
  // Items of a typed list omit what the list already says.
  const objects = parsed.flatMap(({ manifests }) =>
    manifests.map(({ apiVersion, kind, object }) => ({ apiVersion, kind, ...object }) as Tree),
  );
  return { objects, errors: findings.filter(({ severity }) => severity === 'error').map(({ code }) => code) };
}

/** Digests of objects in a file that kubectl reads and a review does not read, or reads with other content. */
export function unseenObjects(bytes: Buffer, digests: readonly string[]): readonly string[] {
  const seen = new Set(readByReview(bytes).objects.map(digestOf));
  return digests.filter((digest) => !seen.has(digest));
}

/** Equal for equal content. */
export const digestOf = (object: Tree): string =>
  createHash('sha256').update(canonical(object)).digest('hex').slice(0, 16);

/** Within a scalar, YAML 1.1 keeps its own line breaks, and we read them as line feeds. */
const canonical = (value: Tree): string => canonicalJson(value).replace(/[\u2028\u2029]/g, '\\n');

const canonicalJson = (value: Tree): string =>
  JSON.stringify(value, (_, item: unknown) => (isMapping(item) ? sorted(item) : item));

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (map: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
