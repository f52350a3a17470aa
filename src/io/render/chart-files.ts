import { gunzipSync, gzipSync } from 'node:zlib';
import { reachOfSchema } from '../../engine/sources/helm/values-schema.ts';
import { readTar, type TarFile, writeTar } from './tar.ts';

/** A file of a chart as it may be handed to helm, or why it may not. */
export type ChartFile = { readonly bytes: Buffer } | { readonly refused: string };

/** Where helm takes a file for an archive of a chart (helm pkg/chart/loader/load.go); the other name is ours, for a chart that was fetched. */
const archiveName = /(?:^|\/)(?:charts\/[^/]+\.tgz|\.plumbline-chart\.tgz)$/;

/** Charts in charts in charts: nobody goes deeper. */
const maxDepth = 8;

/**
 * Looks through a file that helm may read. Archives of charts are unpacked and packed again with what was found in them, so that
 * helm sees nothing that was not looked at, however it reads a strange archive.
 */
export function chartFile(path: string, bytes: Buffer, maxBytes: number): ChartFile {
  const budget = { left: maxBytes };
  return fileOf(path, bytes, { budget, depth: 0 });
}

interface Unpacking {
  readonly budget: { left: number };
  readonly depth: number;
}

function fileOf(path: string, bytes: Buffer, unpacking: Unpacking): ChartFile {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'values.schema.json') return schemaOf(path, bytes);
  return archiveName.test(path) ? archiveOf(path, bytes, unpacking) : { bytes };
}

function schemaOf(path: string, bytes: Buffer): ChartFile {
  const reach = reachOfSchema(bytes.toString('utf8'));
  if (reach === undefined) return { bytes };
  return {
    refused:
      'named' in reach
        ? `\`${path}\` refers to \`${reach.named}\`, which helm would read from outside of the chart`
        : `\`${path}\` cannot be read: ${reach.fault}`,
  };
}

function archiveOf(path: string, bytes: Buffer, { budget, depth }: Unpacking): ChartFile {
  if (depth >= maxDepth) return { refused: `\`${path}\` holds charts within charts, more than ${maxDepth} deep` };
  const unpacked = contentOf(bytes, budget.left);
  if (typeof unpacked === 'string') return { refused: `\`${path}\` ${unpacked}` };
  budget.left -= unpacked.size;
  const files: TarFile[] = [];
  for (const file of unpacked.files) {
    const looked = fileOf(`${path}/${file.path}`, file.content, { budget, depth: depth + 1 });
    if ('refused' in looked) return looked;
    files.push({ path: file.path, content: looked.bytes });
  }
  return { bytes: gzipSync(writeTar(files), { level: 1 }) };
}

function contentOf(
  bytes: Buffer,
  maxBytes: number,
): { readonly files: readonly TarFile[]; readonly size: number } | string {
  try {
    const tar = gunzipSync(bytes, { maxOutputLength: Math.max(1, maxBytes) });
    return { files: readTar(tar), size: tar.length };
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLong
      ? `has more than ${Math.round(maxBytes / 1024 / 1024)} MB unpacked`
      : 'is not an archive of a chart';
  }
}
