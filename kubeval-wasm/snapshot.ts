/** One section of a WebAssembly binary: its id and its content. */
interface Section {
  readonly id: number;
  readonly bytes: Uint8Array;
}

const section = { custom: 0, memory: 5, global: 6, export: 7, data: 11 } as const;
const pageBytes = 65_536;

/** The state of a program that waits for a call: the size of its memory, and its global variables. */
export interface ProgramState {
  readonly memoryBytes: number;
  readonly globals: readonly (number | bigint)[];
}

/** The program with its global variables exported as `global0`, `global1`, …, so that its state can be read. */
export function withGlobalsExported(wasm: Uint8Array): Uint8Array {
  const sections = read(wasm);
  const count = globalTypes(sections).length;
  const names = Array.from({ length: count }, (_, index) => [...text(`global${index}`), 3, ...unsigned(index)]);
  return write(
    sections.map((each) => (each.id === section.export ? { ...each, bytes: withEntries(each.bytes, names) } : each)),
  );
}

/**
 * The program in a given state, so that it does not have to reach it again. The content of its memory is not included. The code that starts
 * the program writes it. `note` is stored in a custom section with that name.
 */
export function withState(
  wasm: Uint8Array,
  { memoryBytes, globals }: ProgramState,
  note: { name: string; text: string },
): Uint8Array {
  const sections = read(wasm).filter(({ id }) => id !== section.data);
  const types = globalTypes(sections);
  const changed = sections.map((each): Section => {
    if (each.id === section.memory) return { ...each, bytes: memorySection(memoryBytes / pageBytes) };
    if (each.id === section.global) return { ...each, bytes: globalSection(types, globals) };
    return each;
  });
  const custom = { id: section.custom, bytes: bytes(...text(note.name), ...new TextEncoder().encode(note.text)) };
  return write([...changed, custom]);
}

/** Reads the section list, which follows the magic number and the version. */
function read(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  for (let at = 8; at < wasm.length; ) {
    const id = wasm[at++]!;
    const [size, next] = readUnsigned(wasm, at);
    sections.push({ id, bytes: wasm.subarray(next, next + size) });
    at = next + size;
  }
  return sections;
}

function write(sections: readonly Section[]): Uint8Array {
  const head = bytes(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const parts = sections.flatMap((each) => [bytes(each.id, ...unsigned(each.bytes.length)), each.bytes]);
  return joined([head, ...parts]);
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number in LEB128. */
function unsigned(value: number): number[] {
  const found: number[] = [];
  let left = value;
  do {
    found.push((left % 128) + (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return found;
}

function signed(value: bigint): number[] {
  const found: number[] = [];
  for (let left = value; ; left >>= 7n) {
    const byte = Number(left & 127n);
    const rest = left >> 7n;
    const isLast = (rest === 0n && byte < 64) || (rest === -1n && byte >= 64);
    found.push(isLast ? byte : byte + 128);
    if (isLast) return found;
  }
}

function readUnsigned(from: Uint8Array, start: number): [value: number, next: number] {
  let value = 0;
  for (let at = start, scale = 1; ; at++, scale *= 128) {
    const byte = from[at]!;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at + 1];
  }
}

const text = (value: string): number[] => {
  const encoded = new TextEncoder().encode(value);
  return [...unsigned(encoded.length), ...encoded];
};

/** Adds entries to a section that is a list with a count. */
function withEntries(content: Uint8Array, entries: readonly number[][]): Uint8Array {
  const [count, next] = readUnsigned(content, 0);
  return joined([bytes(...unsigned(count + entries.length)), content.subarray(next), bytes(...entries.flat())]);
}

const i32 = 0x7f;
const i64 = 0x7e;
const constant: Readonly<Record<number, number>> = { [i32]: 0x41, [i64]: 0x42 };
const end = 0x0b;

/** Types of the global variables, each of which has a constant initial value. */
function globalTypes(sections: readonly Section[]): number[] {
  const content = sections.find(({ id }) => id === section.global)!.bytes;
  const [count, first] = readUnsigned(content, 0);
  const types: number[] = [];
  for (let at = first; types.length < count; ) {
    const type = content[at]!;
    if (constant[type] === undefined || constant[type] !== content[at + 2])
      throw new Error('a global variable of an unsupported kind');
    types.push(type);
    at = readUnsigned(content, at + 3)[1];
    if (content[at++] !== end) throw new Error('a global variable that is not a constant');
  }
  return types;
}

function globalSection(types: readonly number[], values: readonly (number | bigint)[]): Uint8Array {
  const entries = types.flatMap((type, i) => [type, 1, constant[type]!, ...signed(BigInt(values[i]!)), end]);
  return bytes(...unsigned(types.length), ...entries);
}

const memorySection = (pages: number): Uint8Array => bytes(1, 0, ...unsigned(pages));
