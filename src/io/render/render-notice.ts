import { folderOf } from '../../engine/text/source.ts';
import { firstNames, quoted } from '../../engine/text/words/quoted-names.ts';
import type { ReadPair, SetPair } from '../sides/read-side.ts';
import { isRootName, unreadDiagnostic } from '../tree/source-tree.ts';

/** Reports kustomizations and charts in a change that are not rendered, because the host runs no program, or for another reason. */
export async function withRenderNotice(pair: ReadPair, reason?: string): Promise<SetPair> {
  const { base, head } = pair;
  if (!head.hasRoots && !base?.hasRoots) return { base, head };

  const after = (await pair.files.head()).files;
  const before = (await pair.files.base?.())?.files ?? new Map<string, string>();

  return withNotice(pair, { before, after }, reason);
}

/** The files of both sides by path, each with something that identifies its content. */
interface ComparedFiles {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** The same for files that are already listed. `help` is what the reader can do about it. */
export function withNotice(
  { base, head }: Pick<ReadPair, 'base' | 'head'>,
  { before, after: files }: ComparedFiles,
  reason?: string,
  help = 'See the result of the job on `pull_request` with `mode: review`, which renders them.',
): SetPair {
  const changed = [...new Set([...files.keys(), ...before.keys()])].filter(
    (path) => files.get(path) !== before.get(path),
  );
  const roots = new Map([...files.keys()].filter(isRootName).map((file) => [folderOf(file), file]));
  const touched = [...new Set(changed.flatMap((path) => nearestRoot(path, roots) ?? []))].sort();
  if (touched.length === 0) return { base, head };

  const names = touched.map((file) => quoted(folderOf(file) || '.'));
  const verb = touched.length > 1 ? 'are' : 'is';
  const notice = unreadDiagnostic(touched[0]!, {
    code: 'render/not-here',
    severity: 'note',
    message: `${reason ?? 'Kustomizations and charts are not rendered here'}, so ${firstNames(names)} ${verb} reviewed as plain files`,
    help,
  });

  const notRendered = touched.map((file) => ({
    root: folderOf(file) || '.',
    kind: file.endsWith('Chart.yaml') ? ('chart' as const) : ('kustomization' as const),
    reason: reason ?? 'this job does not render',
  }));

  return { base, head: { ...head, diagnostics: [...head.diagnostics, notice], notRendered } };
}

/** The kustomization or chart that a file belongs to, by its path. */
function nearestRoot(path: string, roots: ReadonlyMap<string, string>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const root = roots.get(folder);
    if (root !== undefined || folder === '') return root;
  }
}
