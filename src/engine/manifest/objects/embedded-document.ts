import { isScalar, Scalar } from 'yaml';
import type { Path, Value } from '../model/manifest.ts';
import { readDocument } from '../yaml/yaml-document.ts';
import { yamlExcess } from '../yaml/yaml-size.ts';
import { LocatedDocument } from './located-document.ts';

/** YAML in a block of text (`|`). Its lines are those of the file, so its places are known. */
export class EmbeddedDocument {
  readonly document: LocatedDocument;
  readonly value: Value | undefined;

  private constructor(document: LocatedDocument, value: Value | undefined) {
    this.document = document;
    this.value = value;
  }

  /** The block at a path. Undefined for any other value, and for text that is not YAML. */
  static in(outer: LocatedDocument, path: Path): EmbeddedDocument | undefined {
    const { node, isExact } = outer.locate(path);
    if (!isExact || !isScalar(node) || node.type !== Scalar.BLOCK_LITERAL) return undefined;

    const { masked, start: from } = outer.text;
    const [nodeStart, nodeEnd] = node.range;
    const head = masked.text.indexOf('\n', from + nodeStart);
    if (head === -1 || head >= from + nodeEnd) return undefined;

    const text = { masked, start: head + 1, end: from + nodeEnd };
    if (yamlExcess(masked.text.slice(text.start, text.end)) !== undefined) return undefined;

    const { value, fault } = readDocument(text, {}, masked.placeholders.length > 0);
    if (fault === undefined) return new EmbeddedDocument(new LocatedDocument(outer.source, text), value);
    return undefined;
  }
}
