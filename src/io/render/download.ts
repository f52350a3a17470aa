import { megabytes } from '../../engine/text/words/megabytes.ts';
/** What to read, and how much of it at most. */
export interface Download {
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const milliseconds = 30_000;

/** The body of a response. Throws if it is too large or missing. */
export async function download(url: string, { maxBytes, headers = {} }: Download): Promise<Buffer> {
  return bodyOf(await requestFile(url, headers), maxBytes);
}

/** A response, whatever its status. */
export async function requestFile(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('only http and https are supported');
  return fetch(url, { headers, signal: AbortSignal.timeout(milliseconds) });
}

/** The body of a response. Throws if it is too large, or if the status is an error. */
export async function bodyOf(response: Response, maxBytes: number): Promise<Buffer> {
  if (!response.ok || !response.body) throw new Error(`the repository answered with status ${response.status}`);

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`it is larger than ${megabytes(maxBytes)} MB`);
    chunks.push(chunk);
  }

  return Buffer.concat(chunks);
}
