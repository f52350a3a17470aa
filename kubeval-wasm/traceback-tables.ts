/**
 * The tables about functions that Go's linker wrote (`pcHeader` and `_func` of the runtime, Go 1.20 to 1.26). Everything that
 * memory management and `recover` read stays. Lines, files and names are for stack traces, which nobody sees here.
 */
const magic = 0xff_ff_ff_f1;
const field = {
  name: 4,
  stackPointer: 16,
  file: 20,
  line: 24,
  tableCount: 28,
  unit: 32,
  startLine: 36,
  dataCount: 43,
  tables: 44,
} as const;
/** Indices of numbered tables: places where a goroutine could be interrupted, inlined calls, and arguments in use at a call. */
const traceTables = [0, 2, 3];
/** Indices of a function's numbered data: inlined calls, the layout of its arguments, and which of them are in use. */
const traceData = [3, 5, 6];
/** The offset of data that a function does not have. */
const noData = 0xff_ff_ff_ff;

/** Removes data from a program's memory that only stack traces read: an eighth of the download. */
export function dropTracebackTables(memory: Uint8Array): void {
  const header = findHeader(memory);
  const view = new DataView(memory.buffer, memory.byteOffset);
  const [count, , , names, units, , tables, functions] = Array.from({ length: 8 }, (_, i) =>
    Number(view.getBigUint64(header + 8 * (i + 1), true)),
  ) as [number, number, number, number, number, number, number, number];
  const kept = new KeptTables(memory, header + tables);
  const nameless = new Nameless(memory.subarray(header + names, header + units));
  for (let i = 0; i < count; i++) {
    const at = header + functions + view.getUint32(header + functions + 8 * i + 4, true);
    if (view.getUint32(at, true) !== view.getUint32(header + functions + 8 * i, true))
      throw new Error('the tables about functions have an unknown layout');
    view.setUint32(at + field.name, nameless.nameOf(view.getUint32(at + field.name, true)), true);
    for (const offset of [field.file, field.line, field.unit, field.startLine]) view.setUint32(at + offset, 0, true);
    keep(view, at + field.stackPointer, kept);
    const numbered = view.getUint32(at + field.tableCount, true);
    for (let table = 0; table < numbered; table++) {
      if (traceTables.includes(table)) view.setUint32(at + field.tables + 4 * table, 0, true);
      else keep(view, at + field.tables + 4 * table, kept);
    }
    const data = at + field.tables + 4 * numbered;
    for (const kind of traceData.filter((kind) => kind < view.getUint8(at + field.dataCount)))
      view.setUint32(data + 4 * kind, noData, true);
  }
  nameless.write();
  // File names, by way of compilation units.
  memory.fill(0, header + units, header + tables);
  kept.write(header + functions);
}

function findHeader(memory: Uint8Array): number {
  const view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  for (let at = 0; at + 8 <= memory.length; at += 8)
    if (view.getUint32(at, true) === magic && view.getUint32(at + 4, true) === 0x08_01_00_00) return at;
  throw new Error('no tables about functions found');
}

/** Maps an offset to the new place of its table. 0 means none. */
function keep(view: DataView, at: number, kept: KeptTables): void {
  const offset = view.getUint32(at, true);
  if (offset !== 0) view.setUint32(at, kept.offsetOf(offset), true);
}

/** Tables that stay, moved together. They are smaller than before, so they are written once all are known. */
class KeptTables {
  readonly #memory: Uint8Array;
  readonly #start: number;
  readonly #offsets = new Map<number, number>();
  readonly #bytes: number[] = [0];

  constructor(memory: Uint8Array, start: number) {
    this.#memory = memory;
    this.#start = start;
  }

  offsetOf(old: number): number {
    const known = this.#offsets.get(old);
    if (known !== undefined) return known;
    const offset = this.#bytes.length;
    this.#offsets.set(old, offset);
    this.#bytes.push(...this.#memory.subarray(this.#start + old, this.#end(this.#start + old)));
    return offset;
  }

  write(end: number): void {
    this.#memory.fill(0, this.#start, end);
    this.#memory.set(this.#bytes, this.#start);
  }

  /** A table is a list of pairs of LEB128 numbers. A first number of 0 ends it, except at the beginning. */
  #end(start: number): number {
    const next = (from: number): number => {
      let at = from;
      while (this.#memory[at]! >= 128) at++;
      return at + 1;
    };
    let at = start;
    do at = next(next(at));
    while (this.#memory[at] !== 0);
    return at + 1;
  }
}

/** Names of functions. The runtime identifies its own goroutines by name, so those names stay. */
class Nameless {
  readonly #table: Uint8Array;
  readonly #kept = new Map<number, Uint8Array>();
  readonly #empty: number;

  constructor(table: Uint8Array) {
    this.#table = table;
    this.#empty = table.indexOf(0);
  }

  nameOf(offset: number): number {
    const name = this.#table.subarray(offset, this.#table.indexOf(0, offset));
    if (!new TextDecoder().decode(name).startsWith('runtime.')) return this.#empty;
    this.#kept.set(offset, name.slice());
    return offset;
  }

  write(): void {
    this.#table.fill(0);
    for (const [offset, name] of this.#kept) this.#table.set(name, offset);
  }
}
