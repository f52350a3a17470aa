import type { Origin, Place, Source, Span } from '../source.ts';
import { type Piece, type TfString, textOf } from './values/tf-value.ts';
import { Places } from './values/yaml-text.ts';

/** Text that Terraform hands over, as a source whose every stretch is traced to where it is written. */
export function madeSource(name: string, text: TfString, { name: root, place }: MadeBy): Source {
  return { file: name, text: textOf(text), origin: new TerraformOrigin(text, root, place) };
}

/** A root module, and what tells its environment: its folder, or a file of variables. */
export interface MadeBy {
  readonly name: string;
  readonly place: string;
}

type Rewrite = Span & { readonly newText: string };

class TerraformOrigin implements Origin {
  readonly tool = 'terraform';
  readonly root: string;
  readonly place: string;
  readonly #places: Places;

  constructor(text: TfString, root: string, place: string) {
    this.root = root;
    this.place = place;
    this.#places = new Places(text);
  }

  trace(start: number, end: number): Place {
    const pieces = this.#places.slice(start, Math.max(end, start + 1));
    return { span: this.#places.span(start, end), isExact: pieces.length > 0 && pieces.every(isWritten) };
  }

  /** The same replacement where the text is written; undefined where what it replaces is not written as it is. */
  edit(start: number, end: number, newText: string): Rewrite | undefined {
    const first = this.#places.piece(start);
    if (!first) return undefined;
    const { piece, within } = first;
    if (piece.form === 'scalar' || piece.form === 'key') return whole(piece, { within, length: end - start, newText });
    // Behind the last line there is no place that is indented as the text is.
    if (within === piece.text.length) return undefined;
    const pieces = this.#places.slice(start, Math.max(end, start + 1));
    if (!pieces.every((one) => one.form === piece.form && isWritten(one)) || !isContiguous(pieces)) return undefined;
    const written = rewritten(newText, piece);
    const { file, start: from } = pieces[0]!.at;
    return written === undefined
      ? undefined
      : { file, start: from, end: end === start ? from : this.#endOf(end, pieces.at(-1)!), newText: written };
  }

  /** A stretch that ends with a line ends where the next one begins, behind the indentation that is taken off it. */
  #endOf(end: number, last: Piece): number {
    const next = this.#places.piece(end);
    return next?.within === 0 && isContiguous([last, next.piece]) ? next.piece.at.start : last.at.end;
  }
}

const isWritten = ({ form, at, text }: Piece): boolean => form !== 'made' && at.end - at.start === text.length;

/** Between the lines of a heredoc there is but the indentation that is taken off. */
const isContiguous = (pieces: readonly Piece[]): boolean =>
  pieces.every((piece, i) => {
    const before = pieces[i - 1];
    if (!before) return true;
    const gap = piece.at.start - before.at.end;
    return piece.at.file === before.at.file && (gap === 0 || (before.text.endsWith('\n') && gap === piece.indent));
  });

/** New text as it has to be written among the old. */
function rewritten(text: string, { form, indent }: Piece): string | undefined {
  if (form === 'file') return text;
  const escaped = text.replace(/[$%](?=\{)/g, (sign) => sign + sign);
  if (form !== 'quoted') return escaped.replaceAll('\n', `\n${' '.repeat(indent ?? 0)}`);
  return text.includes('\n') ? undefined : JSON.stringify(escaped).slice(1, -1);
}

interface Replacement {
  readonly within: number;
  readonly length: number;
  readonly newText: string;
}

const bareKey = /^[A-Za-z_][\w-]*$/;
const hclScalar = /^(?:-?\d+(?:\.\d+)?|true|false|"[^"\\$%\n]*")$/;
const plainText = /^[\w./:@+-]+$/;

/** A literal or key is replaced as a whole: YAML and HCL write most of them the same way. */
function whole(piece: Piece, { within, length, newText }: Replacement): Rewrite | undefined {
  if (within !== 0 || length !== piece.text.length) return undefined;
  if (piece.form === 'key') return { ...piece.at, newText: bareKey.test(newText) ? newText : JSON.stringify(newText) };
  const single = /^'([^'"\\$%\n]*)'$/.exec(newText);
  const text = single ? `"${single[1]}"` : newText;
  if (hclScalar.test(text)) return { ...piece.at, newText: text };
  return plainText.test(text) ? { ...piece.at, newText: `"${text}"` } : undefined;
}
