const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** No Kubernetes object is larger: etcd allows 1.5 MB, and kubectl indents its output. */
const maxItemBytes = 8 * 1024 * 1024;
const maxNameBytes = 64;

/**
 * Takes the items out of a JSON List (`{"kind": "List", "items": [OBJECT, …]}`) that arrives in pieces, with one item in memory
 * at a time. It only looks at quotation marks and brackets. Errors inside an item are found when the item is parsed.
 */
export class ListItems {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The last string among the fields of the List, and the field whose value comes next. */
  #name = '';
  #field = '';
  #kind = '';
  #isWithin = false;
  #item: Buffer[] | undefined;
  #itemBytes = 0;
  /** The text is not such a List. */
  #isOther = false;

  /** Whether everything so far is one complete List. */
  get isWhole(): boolean {
    return !this.#isOther && this.#depth === 0 && this.#kind === 'List';
  }

  /** The items that end in a piece; undefined once it is clear that this is not a List of objects. */
  take(piece: Buffer): readonly Buffer[] | undefined {
    const items: Buffer[] = [];
    let start = this.#item === undefined ? -1 : 0;

    for (let at = 0; at < piece.length && !this.#isOther; at++) {
      const code = piece[at]!;
      if (this.#isInString) this.#inString(code);
      else if (code === quote) this.#open();
      else if (code === openBrace || code === openBracket) {
        if (this.#isWithin && this.#depth === 2) [this.#item, start] = [[], at];
        this.#down(code);
      } else if (code === closeBrace || code === closeBracket) {
        this.#up();
        if (this.#item === undefined || this.#depth !== 2) continue;

        items.push(Buffer.concat([...this.#item, piece.subarray(start, at + 1)]));
        [this.#item, this.#itemBytes, start] = [undefined, 0, -1];
      } else this.#plain(code);
    }

    if (start >= 0) this.#keep(piece.subarray(start));

    if (this.#isOther) return undefined;
    return items;
  }

  #keep(bytes: Buffer): void {
    this.#item?.push(bytes);
    this.#itemBytes += bytes.length;
    this.#isOther ||= this.#itemBytes > maxItemBytes;
  }

  #open(): void {
    this.#isInString = true;
    this.#name = '';
    this.#isOther ||= this.#depth === 0 || (this.#isWithin && this.#depth === 2);
  }

  #inString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) {
      this.#isInString = false;
      if (this.#depth === 1 && this.#field === 'kind') this.#kind = this.#name;
    } else if (this.#depth === 1 && this.#name.length < maxNameBytes) this.#name += String.fromCharCode(code);
  }

  #down(code: number): void {
    const isRoot = this.#depth === 0;
    const isItem = this.#isWithin && this.#depth === 2;
    // Two objects one after the other are not a List, and neither is a list of lists.
    this.#isOther ||= (isRoot && this.#kind !== '') || ((isRoot || isItem) && code !== openBrace);
    if (this.#depth === 1 && this.#field === 'items' && code === openBracket) this.#isWithin = true;
    this.#depth++;
  }

  #up(): void {
    this.#depth--;
    if (this.#depth === 1) this.#isWithin = false;
    this.#isOther ||= this.#depth < 0;
  }

  #plain(code: number): void {
    if (isBlank(code)) return;
    if (this.#depth === 0 || (this.#isWithin && this.#depth === 2 && code !== comma)) this.#isOther = true;
    else if (this.#depth === 1 && code === colon) this.#field = this.#name;
    else if (this.#depth === 1 && code === comma) this.#field = '';
  }
}
