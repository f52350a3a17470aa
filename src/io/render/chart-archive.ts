import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import type { RemoteChart } from '../../engine/files/sources/root/remote-chart.ts';
import { isVersion, newestIn } from '../../engine/files/sources/root/version-range.ts';
import { cacheFolder, keepInCache } from '../cache.ts';
import { hexDigest } from '../hex-digest.ts';
import { download } from './download.ts';
import { type FoundChart, ociChart } from './oci-registry.ts';

/** An archive, or why it could not be fetched. */
type ChartArchive = { readonly bytes: Buffer } | { readonly error: string };

const limits = { indexBytes: 64 * 1024 * 1024, archiveBytes: 32 * 1024 * 1024 };

const archives = new Map<string, Promise<ChartArchive>>();

/**
 * Gets a chart from a repository that the configuration allows, by the repository's index or the registry's manifest, and checks
 * the digest given there. An archive with a digest is fetched once for all runs on a machine. A version is looked up once per run,
 * so that base and head use the same one.
 */
export function chartArchive(chart: RemoteChart, cache: string = cacheFolder('charts')): Promise<ChartArchive> {
  const key = JSON.stringify([chart, cache]);
  const archive = archives.get(key) ?? archiveOf(chart, cache).catch(failed);
  archives.set(key, archive);
  return archive;
}

const failed = (error: unknown): ChartArchive => ({ error: error instanceof Error ? error.message : String(error) });

async function archiveOf(chart: RemoteChart, cache: string): Promise<ChartArchive> {
  const archive = await (chart.repository.startsWith('oci:') ? ociChart(chart) : indexedChart(chart));
  if (archive === null) return { error: `the repository does not have version ${chart.version}` };

  const { digest } = archive;
  const path = join(cache, `${digest}.tgz`);
  const cached = existsSync(path) ? readFileSync(path) : undefined;
  if (cached && hexDigest(cached) === digest) return { bytes: cached };

  const bytes = await archive.fetch(limits.archiveBytes);
  if (hexDigest(bytes) !== digest) return { error: 'its digest differs from the one in the repository' };

  keepInCache(path, bytes);

  return { bytes };
}

/** Finds a chart in the index of its repository; null if the index does not have the version. */
async function indexedChart(chart: RemoteChart): Promise<FoundChart | null> {
  const index = await download(`${chart.repository}/index.yaml`, { maxBytes: limits.indexBytes });
  const entry = entryOf(index.toString('utf8'), chart);
  if (entry === undefined) return null;

  const digest = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(entry.digest)?.[1]?.toLowerCase();
  if (digest === undefined) throw new Error("the repository's index has no digest for it");

  const { href } = new URL(entry.url, `${chart.repository}/`);
  return { digest, fetch: (maxBytes) => download(href, { maxBytes }) };
}

/** The entry of a version, or of the newest version in a range. Indexes are long, so only the part of this chart is parsed. */
function entryOf(index: string, { name, version }: RemoteChart): { url: string; digest: string } | undefined {
  const start = new RegExp(`^  ${name.replace(/[.-]/g, '\\$&')}:[ \\t]*$`, 'm').exec(index)?.index;
  if (start === undefined) return undefined;

  const next = /^ {0,2}[^\s-]/m.exec(index.slice(index.indexOf('\n', start) + 1))?.index;
  const block = index.slice(start, next === undefined ? undefined : index.indexOf('\n', start) + 1 + next);
  const document = parseDocument(block, { schema: 'failsafe', prettyErrors: false, logLevel: 'error' });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;

  const entries = (document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>)[name];
  if (!Array.isArray(entries)) return undefined;

  const versions = entries.map((entry) => String(entry?.version));
  const wanted = isVersion(version) ? version : newestIn(version, versions);
  const entry = entries[versions.findIndex((version) => version.replace(/^v/, '') === wanted?.replace(/^v/, ''))];
  const url = entry?.urls?.[0];

  if (typeof url === 'string') return { url, digest: String(entry.digest ?? '') };
  return undefined;
}
