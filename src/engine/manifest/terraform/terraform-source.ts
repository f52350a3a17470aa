import type { Origin, Place, Source, Span } from '../../text/source.ts';
import { type Piece, type TfString, textOf } from './values/tf-value.ts';
import { Places } from './values/yaml-text.ts';

/** A text that Terraform produces, as a source that maps each range back to the place where it is written. */
export function terraformSource(name: string, text: TfString, root: MadeIn): Source {
  return { file: name, text: textOf(text), origin: new TerraformOrigin(text, root) };
}

/** A root module, and what determines its environment: its folder or a variables file. */
export interface TerraformRoot {
  readonly name: string;
  readonly place: string;
  /** See `Origin`. */
  readonly guessedEnvironment?: string | undefined;
  /** See `Origin`. */
  readonly isUncalled?: true | undefined;
}

/** The name of a root for the objects of one of its clusters, if a provider with an alias connects to another one than the others do. */
export const rootOfCluster = (root: string, alias: string | undefined): string => {
  if (alias === undefined) return root;
  return `${root} with provider ${alias}`;
};

/** Where a text is made. */
interface MadeIn extends TerraformRoot {
  readonly read: ReadText;
  /** See `Origin`. */
  readonly condition?: Origin['condition'] | undefined;
  readonly recreation?: Origin['recreation'] | undefined;
  readonly ignoredArgument?: Origin['ignoredArgument'] | undefined;
}

type ReadText = (file: string) => string | undefined;

type Rewrite = Span & { readonly newText: string };

class TerraformOrigin implements Origin {
  readonly tool = 'terraform';
  readonly root: string;
  readonly place: string;
  readonly textOf: ReadText;
  readonly condition?: NonNullable<Origin['condition']>;
  readonly recreation?: NonNullable<Origin['recreation']>;
  readonly ignoredArgument?: string;
  readonly guessedEnvironment?: string;
  readonly isUncalled?: true;
  readonly #places: Places;

  constructor(text: TfString, origin: MadeIn) {
    const { name, place, read, guessedEnvironment, isUncalled, condition, recreation, ignoredArgument } = origin;

    this.root = name;
    this.place = place;
    this.textOf = read;
    if (guessedEnvironment !== undefined) this.guessedEnvironment = guessedEnvironment;
    if (isUncalled) this.isUncalled = isUncalled;
    if (condition !== undefined) this.condition = condition;
    if (recreation !== undefined) this.recreation = recreation;
    if (ignoredArgument !== undefined) this.ignoredArgument = ignoredArgument;
    this.#places = new Places(text);
  }

  trace(start: number, end: number): Place {
    const pieces = this.#places.slice(start, Math.max(end, start + 1));
    return { span: this.#places.span(start, end), isExact: pieces.length > 0 && pieces.every(isWritten) };
  }

  /** The same replacement in the original file; undefined if the replaced text is not literally in a file. */
  edit(start: number, end: number, newText: string): Rewrite | undefined {
    const first = this.#places.piece(start);
    if (!first) return undefined;

    const { piece, within } = first;
    if (piece.form === 'scalar' || piece.form === 'key') return whole(piece, { within, length: end - start, newText });
    // After the last line there is no position with the text's indentation.
    if (within === piece.text.length) return undefined;

    const pieces = this.#places.slice(start, Math.max(end, start + 1));
    if (!pieces.every((other) => other.form === piece.form && isWritten(other)) || !isContiguous(pieces))
      return undefined;

    const written = rewritten(newText, piece);
    const { file, start: from } = pieces[0]!.at;

    if (written === undefined) return undefined;
    return { file, start: from, end: end === start ? from : this.#endOf(end, pieces.at(-1)!), newText: written };
  }

  /**
   * The end of a range. A range that ends at a line end stops where the next line begins, after the indentation that `<<-`
   * removes.
   */
  #endOf(end: number, last: Piece): number {
    const next = this.#places.piece(end);
    if (next?.within === 0 && isContiguous([last, next.piece])) return next.piece.at.start;
    return last.at.end;
  }
}

const isWritten = ({ form, at, text }: Piece): boolean => form !== 'made' && at.end - at.start === text.length;

/** Whether pieces follow each other directly. Lines of a heredoc are separated only by the removed indentation. */
const isContiguous = (pieces: readonly Piece[]): boolean =>
  pieces.every((piece, i) => {
    const before = pieces[i - 1];
    if (!before) return true;
    const gap = piece.at.start - before.at.end;
    return piece.at.file === before.at.file && (gap === 0 || (before.text.endsWith('\n') && gap === piece.indent));
  });

/** The new text as it must be written in the original file. */
function rewritten(text: string, { form, indent }: Piece): string | undefined {
  if (form === 'file') return text;
  const escaped = text.replace(/[$%](?=\{)/g, (sign) => sign + sign);
  if (form !== 'quoted') return escaped.replaceAll('\n', `\n${' '.repeat(indent ?? 0)}`);
  if (text.includes('\n')) return undefined;
  return JSON.stringify(escaped).slice(1, -1);
}

interface Replacement {
  readonly within: number;
  readonly length: number;
  readonly newText: string;
}

const bareKey = /^[A-Za-z_][\w-]*$/;
const hclScalar = /^(?:-?\d+(?:\.\d+)?|true|false|"[^"\\$%\n]*")$/;
const plainText = /^[\w./:@+-]+$/;

/** A literal or key is replaced as a whole, because YAML and HCL write most of them in the same way. */
function whole(piece: Piece, { within, length, newText }: Replacement): Rewrite | undefined {
  if (within !== 0 || length !== piece.text.length) return undefined;
  if (piece.form === 'key') return { ...piece.at, newText: bareKey.test(newText) ? newText : JSON.stringify(newText) };
  const single = /^'([^'"\\$%\n]*)'$/.exec(newText);
  const text = single ? `"${single[1]}"` : newText;
  if (hclScalar.test(text)) return { ...piece.at, newText: text };
  if (plainText.test(text)) return { ...piece.at, newText: `"${text}"` };
  return undefined;
}
