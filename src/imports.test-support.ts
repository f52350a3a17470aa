import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The stages of the engine, in the order of ARCHITECTURE.md. Each may import the ones before it. */
export const stages = [
  'source',
  'name-order',
  'group-by',
  'own-value',
  'evidence',
  'plural',
  'range',
  'nearest',
  'sha256',
  'text',
  'diagnostic',
  'bad-release',
  'manifest',
  'change',
  'terraform',
  'api',
  'places',
  'sources',
  'migration',
  'scheduling',
  'kube-scheduler',
  'cloud-provider',
  'clusters',
  'schema',
  'facts',
  'setup',
  'lint',
  'diff',
  'plan',
  'approval',
  'drift',
  'provisioning',
  'disruption',
  'what-if',
  'transition',
  'cost',
  'hazards',
  'custom-rules',
  'aws',
  'codes',
  'ledger',
  'review',
  'events',
  'scorecard',
  'gate',
  'presentation',
  'report',
];

/** An import of a package, or of one file in src/ by another, including type imports. Paths are relative to src/. */
export interface Import {
  readonly file: string;
  /** A file in src/, or the name of a package. */
  readonly target: string;
}

/** Every file in src/ that is not a test, sorted. */
export const sourceFiles: readonly string[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('test-support'))
  .sort();

/** The text of a file in src/. */
export const sourceText = (file: string): string => readFileSync(join('src', file), 'utf8');

/** Every import in src/, ordered by file. */
export const imports: readonly Import[] = sourceFiles.flatMap((file) =>
  [...sourceText(file).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g)].map((match) => ({
    file,
    target: match[1]!.startsWith('.') ? normalize(join(dirname(file), match[1]!)) : match[1]!,
  })),
);

/** The stage of the engine that a file belongs to. */
export const stageOf = (file: string): string => file.split('/')[1]!.replace(/\.ts$/, '');

/** Groups of files that import each other in a circle, including type imports. Each group is sorted (Tarjan's algorithm). */
export function circles(edges: readonly Import[]): string[][] {
  const targets = new Map<string, Import[]>();
  for (const edge of edges) targets.set(edge.file, [...(targets.get(edge.file) ?? []), edge]);
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    const own = order.size;
    order.set(file, own);
    low.set(file, own);
    open.push(file);
    for (const { target } of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== own) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const { file } of edges) if (!order.has(file)) visit(file);
  return found;
}
