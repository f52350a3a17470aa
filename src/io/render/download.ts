import { megabytes } from '../../engine/text/megabytes.ts';
/** How much may be read from where. */
export interface Download {
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const milliseconds = 30_000;

/** The body of an answer. Throws where it is too large, or not there. */
export async function download(url: string, { maxBytes, headers = {} }: Download): Promise<Buffer> {
  return bodyOf(await requestFile(url, headers), maxBytes);
}

/** An answer, whatever its status. */
export async function requestFile(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('only http and https are spoken');
  return fetch(url, { headers, signal: AbortSignal.timeout(milliseconds) });
}

/** What an answer holds. Throws where it is too large, or none. */
export async function bodyOf(response: Response, maxBytes: number): Promise<Buffer> {
  if (!response.ok || !response.body) throw new Error(`the repository answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`it has more than ${megabytes(maxBytes)} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
