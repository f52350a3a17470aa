/** An element of an XML response of AWS. Attributes are left out, because responses have only `xmlns`. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text of an element without children. */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex ?? decimal) return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16));
    return entities[name] ?? whole;
  });

/** Reads a response of AWS. What is not closed ends with the text. */
export function parseXml(text: string): XmlElement {
  type Open = { name: string; children: XmlElement[]; text: string };

  const root: Open = { name: '', children: [], text: '' };
  const open: Open[] = [root];

  for (const [, closing, name, empty, inner] of text.matchAll(/<(\/?)([\w:.-]+)[^<>]*?(\/?)>([^<]*)/g)) {
    if (closing && open.length > 1) open.pop();
    if (closing) continue;

    const element: Open = { name: name!, children: [], text: decoded(inner!) };
    open.at(-1)!.children.push(element);
    if (!empty) open.push(element);
  }

  return root;
}

/** The elements at a path below an element, such as `subnetSet`, `item`. */
export const elementsAt = (from: XmlElement, ...path: readonly string[]): readonly XmlElement[] =>
  path.reduce<readonly XmlElement[]>(
    (all, name) => all.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [from],
  );

/** The text of the first element at a path. Undefined if there is none. */
export const textAt = (from: XmlElement, ...path: readonly string[]): string | undefined =>
  elementsAt(from, ...path)[0]?.text;
