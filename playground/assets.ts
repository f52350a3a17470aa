import init, { decompress } from 'brotli-dec-wasm/web';
import type { AssetIndex } from '../src/hosts/playground/asset-index.ts';
import type { DataFiles } from '../src/io/catalog/facts-of-data.ts';

/** The files next to the worker. They are read from where the page comes from, and nowhere else. */

const urlOf = (file: string): URL => new URL(file, import.meta.url);

async function fetched(file: string): Promise<Response> {
  const response = await fetch(urlOf(file));
  if (!response.ok) throw new Error(`${file} could not be loaded (HTTP ${response.status})`);
  return response;
}

export const binary = async (file: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetched(file)).arrayBuffer());

export const assetIndex = async (): Promise<AssetIndex> => (await fetched('data/index.json')).json();

/** The data of a review. The first files are read in advance. Another region or another version is read when a review asks for it. */
export async function dataFiles({ regions, karpenterVersions, first }: AssetIndex): Promise<DataFiles> {
  const texts = new Map(
    await Promise.all(first.map(async (file) => [file, await (await fetched(`data/${file}`)).text()] as const)),
  );
  const read = (file: string): unknown => {
    const text = texts.get(file) ?? readNow(`data/${file}`);
    texts.set(file, text);
    return JSON.parse(text);
  };
  return { regions, karpenterVersions, read, readCatalog: (file, decode) => decode(read(file)) };
}

/** Waits for a file, which only a worker may do. The engine has no promises, so it cannot wait for a request in any other way. */
function readNow(file: string): string {
  const request = new XMLHttpRequest();
  request.open('GET', urlOf(file), false);
  request.send();
  if (request.status !== 200) throw new Error(`${file} could not be loaded (HTTP ${request.status})`);
  return request.responseText;
}

let decoder: Promise<unknown> | undefined;

/**
 * A file that the build packed with brotli, unpacked. Its name does not end in .br, so that no server declares the encoding and the browser
 * leaves it packed. Browsers do not offer brotli to pages.
 */
export async function unpacked(file: string, onBytes: (count: number) => void): Promise<Uint8Array> {
  decoder ??= fetched('brotli.wasm').then(async (response) => init({ module_or_path: await response.arrayBuffer() }));
  const { body } = await fetched(file);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of body!) {
    parts.push(part);
    onBytes(part.length);
  }
  const packed = new Uint8Array(await new Blob(parts).arrayBuffer());
  await decoder;
  return decompress(packed);
}
