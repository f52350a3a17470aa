import { pastedFile, type Texts } from './text-files.ts';

/** What a link carries. It is in the fragment, which browsers do not send to a server. */
export interface SharedTexts {
  readonly before: Texts;
  readonly after: Texts;
  readonly region?: string | undefined;
  readonly karpenterVersion?: string | undefined;
}

/** The forms of the fragment: one text for each side, and several files for each. */
const forms = { text: '#1.', files: '#2.' } as const;

/** Whether a fragment may carry texts. */
export const isSharedLink = (fragment: string): boolean =>
  Object.values(forms).some((form) => fragment.startsWith(form));

/** Longer links are cut by chats and mail programs. */
export const longestLink = 32_000;

/** A small link may unpack to anything, so it is read up to this many bytes. */
const mostBytes = 4_000_000;

export async function fragmentOf({ before, after, ...choices }: SharedTexts): Promise<string> {
  const isPasted = [before, after].every((texts) => Object.keys(texts).every((path) => path === pastedFile));
  if (!isPasted) return packed(forms.files, { before, after, ...choices });

  return packed(forms.text, { before: before[pastedFile] ?? '', after: after[pastedFile] ?? '', ...choices });
}

async function packed(form: string, content: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

  return form + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The texts of a fragment; undefined if it carries none, or if somebody damaged it. */
export async function textsOf(fragment: string): Promise<SharedTexts | undefined> {
  if (!isSharedLink(fragment)) return undefined;

  try {
    const binary = atob(fragment.slice(forms.text.length).replaceAll('-', '+').replaceAll('_', '/'));
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
  const [before, after] = [textsIn(value.before), textsIn(value.after)];
  if (before === undefined || after === undefined) return undefined;

  return { before, after, region: nameIn(value.region), karpenterVersion: nameIn(value.karpenterVersion) };
}

function textsIn(value: unknown): Texts | undefined {
  if (typeof value === 'string') return { [pastedFile]: value };
  if (typeof value !== 'object' || value === null) return undefined;

  const entries = Object.entries(value);
  const isText = ([path, text]: [string, unknown]): boolean => typeof text === 'string' && path.length <= 300;

  return entries.every(isText) ? Object.fromEntries(entries as [string, string][]) : undefined;
}

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,40}$/.test(value) ? value : undefined;
