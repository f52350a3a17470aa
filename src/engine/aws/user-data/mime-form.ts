/** Why a MIME text cannot be read, or `boundary` if it can, but none of its parts starts with the declared boundary. */
export type MimeFault = 'header' | 'part' | 'boundary' | 'end';

/** What is wrong with a MIME text, and the line or the boundary that it is about. */
interface WrongMime {
  readonly fault: MimeFault;
  readonly about: string;
}

/** The most characters that are read: EC2 accepts 16 KB. */
const maxCharacters = 64 * 1024;

/**
 * What keeps Go's readers of mail and of multipart texts, which Karpenter uses, from reading the parts of a MIME text. Undefined if nothing does, or
 * if it is no MIME text. Source: provider-aws pkg/providers/amifamily/bootstrap/mime/mime.go and nodeadm.go parseUserData.
 */
export function wrongMime(text: string): WrongMime | undefined {
  if (text.length > maxCharacters || !/^(?:MIME-Version|Content-Type):/.test(text.trimStart())) return undefined;

  const boundary = /boundary="?([^"\s;]{1,200})"?/i.exec(text)?.[1];
  if (boundary === undefined) return undefined;

  const lines = text.split('\n').map((line) => line.trimEnd());
  const [start, end] = [`--${boundary}`, `--${boundary}--`];
  const isBlankFirst = lines[0] === '';
  const header = isBlankFirst ? [] : headerLines(lines);
  const wrong = isBlankFirst ? '' : header.find(isNoHeader);
  if (wrong !== undefined) return { fault: 'header', about: wrong };

  const first = lines.indexOf(start);
  if (first < 0) return { fault: 'boundary', about: boundary };

  const last = lines.indexOf(end, first);
  if (last < 0) return { fault: 'end', about: boundary };

  const bad = lines
    .slice(0, last)
    .flatMap((line, i) => (line === start ? headerLines(lines.slice(i + 1, last)).filter(isNoHeader) : []));
  if (bad[0] === undefined) return undefined;
  return { fault: 'part', about: bad[0] };
}

/** The lines before the first empty one. */
function headerLines(lines: readonly string[]): readonly string[] {
  const end = lines.indexOf('');
  if (end < 0) return lines;
  return lines.slice(0, end);
}

/** A line that starts with space continues the one before it. */
const isNoHeader = (line: string): boolean => !/^\s/.test(line) && !/^[^\s:]+:/.test(line);
