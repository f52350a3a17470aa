/** The most characters of one answer. */
export const maxAnswerLength = 120_000;

/** Bounds from generous to strict: elements of each list, and characters of each text. */
const bounds = [
  { elements: 200, characters: 2_000 },
  { elements: 50, characters: 1_000 },
  { elements: 15, characters: 400 },
  { elements: 4, characters: 200 },
] as const;

type Bounds = (typeof bounds)[number];

/** A document that is short enough for an assistant, and what was left out, such as `diagnostics (30 of 230)`. */
interface BoundedDocument {
  readonly document: Record<string, unknown>;
  readonly omitted: readonly string[];
}

/** Shortens lists and texts of a document until it is short enough. Its shape stays. */
export function shortDocument(document: Record<string, unknown>): BoundedDocument {
  for (const bound of bounds) {
    const result = shortened(document, bound);
    if (JSON.stringify(result.document).length <= maxAnswerLength) return result;
  }
  return verdictAlone(document);
}

const essential = ['schemaVersion', 'tool', 'verdict'];

/** What remains of a document with very many keys. */
function verdictAlone(document: Record<string, unknown>): BoundedDocument {
  const { document: short } = shortened(document, bounds[bounds.length - 1]!);
  const kept = Object.entries(short).filter(([key]) => essential.includes(key));
  const omitted = Object.keys(document).filter((key) => !essential.includes(key));
  return { document: Object.fromEntries(kept), omitted };
}

function shortened(document: Record<string, unknown>, bound: Bounds): BoundedDocument {
  const omitted = new Map<string, [kept: number, all: number]>();

  const visit = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return boundedText(value, bound.characters);

    if (Array.isArray(value)) {
      const kept = value.slice(0, bound.elements);
      if (kept.length < value.length) omitted.set(path, [kept.length, value.length]);
      return kept.map((item) => visit(item, path));
    }

    if (typeof value !== 'object' || value === null) return value;

    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        boundedText(key, bound.characters),
        visit(item, path === '' ? key : `${path}.${key}`),
      ]),
    );
  };

  const short = visit(document, '') as Record<string, unknown>;

  return { document: short, omitted: [...omitted].map(([path, [kept, all]]) => `${path} (${all - kept} of ${all})`) };
}

/** A text of at most this many characters. */
export const boundedText = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters - 1)}…`;
};
