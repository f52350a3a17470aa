import { gunzipSync, gzipSync } from 'node:zlib';
import { checkedSchema } from '../../engine/files/sources/helm/values-schema.ts';
import { baseNameOf } from '../../engine/text/source.ts';
import { megabytes } from '../../engine/text/words/megabytes.ts';
import { readTar, type TarFile, writeTar } from './tar.ts';

/** A file of a chart that helm may read, or why helm must not read it. */
type ChartFile = { readonly bytes: Buffer } | { readonly refused: string };

/** Files that helm treats as archives of charts (helm pkg/chart/loader/load.go). The other name is ours, for a fetched chart. */
const archiveName = /(?:^|\/)(?:charts\/[^/]+\.tgz|\.plumbline-chart\.tgz)$/;

/** How deep charts may contain charts. */
const maxDepth = 8;

/**
 * Checks a file that helm may read. Archives of charts are unpacked, checked and packed again, so that helm sees only checked
 * content, however it reads an unusual archive.
 */
export const chartFile = (path: string, bytes: Buffer, budget: UnpackBudget): ChartFile =>
  fileOf(path, bytes, { budget, depth: 0 });

/** How many bytes all archives of a root may have when they are unpacked, and how many of them are left. */
export interface UnpackBudget {
  readonly bytes: number;
  left: number;
}

interface Unpacking {
  readonly budget: UnpackBudget;
  readonly depth: number;
}

function fileOf(path: string, bytes: Buffer, unpacking: Unpacking): ChartFile {
  const name = baseNameOf(path);
  if (name === 'values.schema.json') return schemaOf(path, bytes);
  if (archiveName.test(path)) return archiveOf(path, bytes, unpacking);
  return { bytes };
}

function schemaOf(path: string, bytes: Buffer): ChartFile {
  const schema = checkedSchema(bytes.toString('utf8'));
  if ('text' in schema) return { bytes: Buffer.from(schema.text) };

  const refused = () => {
    if ('named' in schema)
      return `\`${path}\` refers to \`${schema.named}\`, which helm would read from outside the chart`;
    return `\`${path}\` cannot be read: ${schema.fault}`;
  };

  return {
    refused: refused(),
  };
}

function archiveOf(path: string, bytes: Buffer, { budget, depth }: Unpacking): ChartFile {
  if (depth >= maxDepth) return { refused: `\`${path}\` has charts inside charts more than ${maxDepth} levels deep` };

  const unpacked = contentOf(bytes, budget.left);
  if (unpacked === 'too long')
    return {
      refused: `The archives up to \`${path}\` are larger than ${megabytes(budget.bytes)} MB when unpacked`,
    };

  if (unpacked === 'broken') return { refused: `\`${path}\` is not a chart archive` };

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
): { readonly files: readonly TarFile[]; readonly size: number } | 'too long' | 'broken' {
  try {
    const tar = gunzipSync(bytes, { maxOutputLength: Math.max(1, maxBytes) });
    return { files: readTar(tar), size: tar.length };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return 'too long';
    return 'broken';
  }
}
