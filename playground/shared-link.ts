/** What a link carries. It is in the fragment, which browsers do not send to a server. */
export interface SharedTexts {
  readonly before: string;
  readonly after: string;
  readonly region?: string | undefined;
  readonly karpenterVersion?: string | undefined;
}

/** The form of the fragment, so that a later form can be told apart. */
const form = '#1.';

/** Longer links are cut by chats and mail programs. */
export const longestLink = 32_000;

/** A small link may unpack to anything, so it is read up to this many bytes. */
const mostBytes = 4_000_000;

export async function fragmentOf(texts: SharedTexts): Promise<string> {
  const packed = new Blob([JSON.stringify(texts)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return form + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The texts of a fragment; undefined if it carries none, or if somebody damaged it. */
export async function textsOf(fragment: string): Promise<SharedTexts | undefined> {
  if (!fragment.startsWith(form)) return undefined;
  try {
    const binary = atob(fragment.slice(form.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return shared(JSON.parse(await unpacked(bytes)));
  } catch {
    return undefined;
  }
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))) {
    size += part.length;
    if (size > mostBytes) throw new Error('the link is too large');
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).text();
}

/** Only what is expected, because anybody can write a link. */
function shared(value: Partial<Record<keyof SharedTexts, unknown>>): SharedTexts | undefined {
  const { before, after, region, karpenterVersion } = value;
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const name = (one: unknown): string | undefined =>
    typeof one === 'string' && /^[\w.-]{1,40}$/.test(one) ? one : undefined;
  return { before, after, region: name(region), karpenterVersion: name(karpenterVersion) };
}
