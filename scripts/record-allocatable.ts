/**
 * Compacts recordings of Karpenter's own instance type resolver into test/conformance/allocatable/.
 * `npm run record -- allocatable FOLDER`, where FOLDER contains one `<variant>.json` per EC2NodeClass, `labels-al2023.json` and
 * `table-differences.json`. Quantities stay as Karpenter printed them. Rows become columns, gzipped. The same input gives the same bytes.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, Row>>;

const folder = process.argv[2];
if (!folder) throw new Error('usage: npm run record -- allocatable FOLDER');
const target = 'test/conformance/allocatable';
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Field → value per row, null if a row has none. */
function columns(rows: readonly Row[]): Record<string, unknown[]> {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
  return Object.fromEntries(fields.map((field) => [field, rows.map((row) => row[field] ?? null)]));
}

const write = (name: string, content: object): void =>
  writeFileSync(join(target, name), gzipSync(JSON.stringify(content), { level: 9 }));

function compactVariant(file: string): void {
  const { types, ...head } = read(file) as { types: Readonly<Record<string, Readonly<Record<string, Row>>>> };
  const names = Object.keys(types).sort();
  const parts = ['capacity', 'kubeReserved', 'systemReserved', 'evictionThreshold', 'allocatable'];
  const recorded = parts.map((part) => [part, columns(names.map((name) => types[name]![part]!))]);
  write(`${basename(file)}.gz`, { ...head, types: names, ...Object.fromEntries(recorded) });
}

function compactLabels(file: string): void {
  const labels: Rows = read(file);
  const names = Object.keys(labels).sort();
  write(`${basename(file)}.gz`, { types: names, labels: columns(names.map((name) => labels[name]!)) });
}

mkdirSync(target, { recursive: true });
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  if (file === 'labels-al2023.json') compactLabels(file);
  else if (file === 'table-differences.json') writeFileSync(join(target, file), `${JSON.stringify(read(file))}\n`);
  else compactVariant(file);
}
