import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import type { RemoteChart } from '../../engine/sources/helm/remote-chart.ts';
import { isVersion, newestIn } from '../../engine/sources/helm/version-range.ts';
import { download } from './download.ts';
import { ociChart } from './oci-registry.ts';

/** An archive, or why there is none. */
export type ChartArchive = { readonly bytes: Buffer } | { readonly error: string };

const limits = { indexBytes: 64 * 1024 * 1024, archiveBytes: 32 * 1024 * 1024 };

const known = new Map<string, Promise<ChartArchive>>();

/**
 * Gets a chart from a repository that the configuration allows: by the repository's index or the registry's manifest, with the
 * digest that stands there checked. An archive of that digest is fetched once for all runs on a machine, and a version is
 * looked up once a run, so that base and head have the same.
 */
export function chartArchive(chart: RemoteChart, cache: string = cacheFolder()): Promise<ChartArchive> {
  const key = JSON.stringify([chart, cache]);
  const archive = known.get(key) ?? archiveOf(chart, cache).catch(failed);
  known.set(key, archive);
  return archive;
}

const cacheFolder = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plumbline', 'charts');

const failed = (error: unknown): ChartArchive => ({ error: error instanceof Error ? error.message : String(error) });

/** An archive that is known by its digest. */
interface Found {
  readonly digest: string;
  fetch(maxBytes: number): Promise<Buffer>;
}

async function archiveOf(chart: RemoteChart, cache: string): Promise<ChartArchive> {
  const found = await (chart.repository.startsWith('oci:') ? ociChart(chart) : indexedChart(chart));
  if (found === null) return { error: `the repository has no version ${chart.version}` };
  const { digest } = found;
  const path = join(cache, `${digest}.tgz`);
  const cached = existsSync(path) ? readFileSync(path) : undefined;
  if (cached && digestOf(cached) === digest) return { bytes: cached };
  const bytes = await found.fetch(limits.archiveBytes);
  if (digestOf(bytes) !== digest) return { error: 'its digest is not the one that the repository names' };
  keep(path, bytes, cache);
  return { bytes };
}

/** A chart by the index of its repository; null where the index has no such version. */
async function indexedChart(chart: RemoteChart): Promise<Found | null> {
  const index = await download(`${chart.repository}/index.yaml`, { maxBytes: limits.indexBytes });
  const entry = entryOf(index.toString('utf8'), chart);
  if (entry === undefined) return null;
  const digest = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(entry.digest)?.[1]?.toLowerCase();
  if (digest === undefined) throw new Error('its index names no digest');
  const { href } = new URL(entry.url, `${chart.repository}/`);
  return { digest, fetch: (maxBytes) => download(href, { maxBytes }) };
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A cache that cannot be written is no reason to stop. */
function keep(path: string, bytes: Buffer, cache: string): void {
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, bytes);
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // It is fetched again next time.
  }
}

/** The entry of a version, or of the newest of a range. Indexes are long: only the part of that chart is parsed. */
function entryOf(index: string, { name, version }: RemoteChart): { url: string; digest: string } | undefined {
  const start = new RegExp(`^  ${name.replace(/[.-]/g, '\\$&')}:[ \\t]*$`, 'm').exec(index)?.index;
  if (start === undefined) return undefined;
  const next = /^ {0,2}[^\s-]/m.exec(index.slice(index.indexOf('\n', start) + 1))?.index;
  const block = index.slice(start, next === undefined ? undefined : index.indexOf('\n', start) + 1 + next);
  const document = parseDocument(block, { schema: 'failsafe', prettyErrors: false, logLevel: 'error' });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const entries = (document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>)[name];
  if (!Array.isArray(entries)) return undefined;
  const versions = entries.map((one) => String(one?.version));
  const wanted = isVersion(version) ? version : newestIn(version, versions);
  const found = entries[versions.findIndex((one) => one.replace(/^v/, '') === wanted?.replace(/^v/, ''))];
  const url = found?.urls?.[0];
  return typeof url === 'string' ? { url, digest: String(found.digest ?? '') } : undefined;
}
