import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * The bands of the engine, each with its rooms. A file may import rooms to its left, and whole bands above its own. A room named like its band
 * is what is left of the band's folder.
 */
export const bands: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  manifest: ['manifest', 'manifest/terraform'],
  karpenter: [
    'karpenter',
    'karpenter/api',
    'karpenter/scheduling',
    'karpenter/workloads',
    'karpenter/installation',
    'karpenter/cloud-provider',
  ],
  files: ['files/places', 'files/sources', 'files/migration', 'files/clusters', 'files/schema', 'files/setup'],
  changes: ['changes/diff', 'changes/plan', 'changes/approval', 'changes/drift', 'changes/ledger'],
  cluster: [
    'cluster/kube-scheduler',
    'cluster/provisioning',
    'cluster/disruption',
    'cluster/what-if',
    'cluster/transition',
    'cluster/cost',
  ],
  rules: ['rules/lint', 'rules/hazards', 'rules/custom-rules'],
  aws: ['aws'],
  review: ['review/codes', 'review', 'review/events', 'review/scorecard', 'review/gate', 'review/presentation'],
  report: ['report'],
};

/** The rooms of the engine, in the order of ARCHITECTURE.md. Each may import the ones before it. */
export const stages: readonly string[] = Object.values(bands).flat();

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

/** The room of the engine that a file belongs to: the longest that its path begins with. */
export const stageOf = (file: string): string =>
  stages
    .filter((stage) => file.startsWith(`engine/${stage}/`))
    .reduce((longest, stage) => (stage.length > longest.length ? stage : longest), '');

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
