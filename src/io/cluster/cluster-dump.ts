import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { appliedAnnotation } from '../../engine/manifest/model/manifest.ts';
import { maxObjects } from '../../engine/manifest/objects/found-object.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { readFolder } from '../files/files.ts';
import { emptyTree, maxFileBytes, type SourceTree } from '../tree/source-tree.ts';
import { contentText, kubernetesContent } from './kubernetes-content.ts';
import { ListItems } from './list-items.ts';

/** The folder that paths are relative to, and the stream that `-` means. */
interface DumpPlace {
  readonly cwd: string;
  readonly stdin?: AsyncIterable<Buffer | string>;
}

/**
 * Reads the state of a cluster. A JSON List, as `kubectl get -o json` prints it, may be longer than other files. It is read object
 * by object, without the fields that neither a simulation nor a snapshot needs.
 */
export async function readDumps(paths: readonly string[], { cwd, stdin }: DumpPlace): Promise<SourceTree> {
  const long: Source[] = [];
  const others: string[] = [];
  let bytesLeft = maxFileBytes;
  const once = new Map(paths.map((path) => [path === '-' ? path : resolve(cwd, path), path]));
  for (const path of once.values()) {
    const text = (await isLong(path, cwd))
      ? await leanText(createReadStream(resolve(cwd, path)), bytesLeft)
      : undefined;
    if (typeof text !== 'string') others.push(path);
    else {
      long.push({ file: relative(cwd, resolve(cwd, path)).replaceAll('\\', '/'), text });
      bytesLeft -= text.length;
    }
  }

  const tree =
    others.length === 0 ? emptyTree : await readFolder(cwd, others, stdin ? { stdin: () => readDump(stdin) } : {});
  const sources = [...tree.sources, ...long].sort((a, b) => compareNames(a.file, b.file));

  return { ...tree, sources };
}

const clusterHelp =
  'Pass a file that `plumbline snapshot` wrote, or the output of `kubectl get nodes,nodeclaims,pods -A -o json`.';

/** The same for estimates, which must not use only a random part of a cluster. Throws PlumblineError('usage') if a file cannot be read. */
export async function readCluster(paths: readonly string[], place: DumpPlace): Promise<SourceTree> {
  const tree = await readDumps(paths, place);
  const unread = tree.diagnostics.find(({ severity }) => severity !== 'note');
  if (unread !== undefined)
    throw new PlumblineError('usage', `\`${unread.span.file}\` cannot be read: ${unread.message}`, {
      help: 'Run `kubectl get -o json` for fewer kinds, or for one namespace at a time. `--cluster` and `plumbline snapshot` accept several files.',
    });

  for (const source of tree.sources) {
    const content = kubernetesContent(source);
    const name = source.file === '<stdin>' ? 'Standard input' : `\`${source.file}\``;
    if (content !== 'objects')
      throw new PlumblineError('usage', `${name} ${contentText[content]}`, { help: clusterHelp });
  }

  if (tree.sources.length === 0)
    throw new PlumblineError('usage', `\`${paths[0]}\` contains no Kubernetes objects`, { help: clusterHelp });

  return tree;
}

async function isLong(path: string, cwd: string): Promise<boolean> {
  const status = path === '-' ? undefined : await stat(resolve(cwd, path)).catch(() => undefined);
  return status?.isFile() === true && status.size > maxFileBytes;
}

/** All bytes of a stream. If there are too many, the number of bytes that arrived so far. */
async function readDump(stream: AsyncIterable<Buffer | string>): Promise<Buffer | number> {
  const dump = new Dump(maxFileBytes);
  for await (const piece of stream) {
    dump.take(Buffer.from(piece));
    if (dump.isRefused) return dump.length;
  }
  return dump.text() ?? dump.length;
}

async function leanText(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<string | undefined> {
  const dump = new Dump(maxBytes, { isLong: true });

  try {
    for await (const piece of stream) {
      dump.take(piece);
      if (dump.isRefused) return undefined;
    }
  } catch {
    // The caller reads it as an ordinary file next, which reports why it cannot be read.
    return undefined;
  }

  return dump.text()?.toString('utf8');
}

/** A dump that arrives in pieces: all its bytes, or only its objects once there are too many bytes. */
class Dump {
  readonly #maxBytes: number;
  readonly #items = new ListItems();
  #pieces: Buffer[] = [];
  #lean: Buffer[] | undefined;
  #leanBytes = 0;
  length = 0;
  /** Too long even without the unneeded fields, or not a List of objects. */
  isRefused = false;

  constructor(maxBytes: number, { isLong = false } = {}) {
    this.#maxBytes = maxBytes;
    if (isLong) this.#lean = [];
  }

  take(piece: Buffer): void {
    this.length += piece.length;
    if (this.#lean !== undefined) this.#read(piece);
    else if (this.length <= this.#maxBytes) this.#pieces.push(piece);
    else {
      this.#lean = [];
      for (const earlier of [...this.#pieces, piece]) if (!this.isRefused) this.#read(earlier);
      this.#pieces = [];
    }
  }

  text(): Buffer | undefined {
    if (this.#lean === undefined) return Buffer.concat(this.#pieces);
    if (this.isRefused || !this.#items.isWhole) return undefined;
    return Buffer.concat([
      Buffer.from('{"apiVersion":"v1","kind":"List","items":[\n'),
      ...this.#lean,
      Buffer.from(']}\n'),
    ]);
  }

  #read(piece: Buffer): void {
    const items = this.#items.take(piece);
    this.isRefused = items === undefined;

    for (const item of items ?? []) {
      const lean = leanObject(item);
      this.#leanBytes += lean?.length ?? 0;

      if (lean === undefined || this.#leanBytes > this.#maxBytes || this.#lean!.length === maxObjects) {
        this.isRefused = true;
        return;
      }

      this.#lean!.push(Buffer.from(`${textIf(this.#lean!.length > 0, ',')}${lean}\n`));
    }
  }
}

/** An object on one line, without managed fields, the last applied configuration and a node's images. Undefined if it is not an object. */
function leanObject(item: Buffer): string | undefined {
  const object = parsed(item);
  if (typeof object?.kind === 'string' && typeof object.apiVersion === 'string') return leanJson(object);
  return undefined;
}

/** An object as JSON, without the fields that neither a simulation nor a snapshot needs. */
export function leanJson(object: Record<string, unknown>): string {
  const { metadata, status } = object;

  if (isRecord(metadata)) {
    delete metadata.managedFields;
    if (isRecord(metadata.annotations)) delete metadata.annotations[appliedAnnotation];
  }

  if (object.kind === 'Node' && isRecord(status)) delete status.images;

  return JSON.stringify(object);
}

function parsed(item: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(item.toString('utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
