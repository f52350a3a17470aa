import type { FoundIn } from '../../text/diagnostic.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';

const makers: Readonly<Record<FoundIn['tool'], string>> = {
  kustomize: 'rendered by kustomize from',
  helm: 'rendered by helm from',
  terraform: 'created by Terraform from',
  flux: 'rendered as Flux does from',
  argocd: 'rendered as Argo CD does from',
};

const shownRoots = 3;

/** What people call a root: the folder that an object of Flux or Argo CD applies, `apps/prod` for `Kustomization flux-system/apps (apps/prod)`. */
export function rootName(root: string): string {
  const [, folder] = /^\w+ \S+ \(([^()]+)\)$/.exec(root) ?? [];
  // A number tells apart roots that have all else in common.
  if (folder === undefined || /^\d+$/.test(folder)) return root;
  return folder;
}

/** What made the text that a finding was found in, with names in backticks: `rendered by helm from …; the location is approximate`. */
export function foundInText({ tool, roots, isExact }: FoundIn): string {
  const rest = roots.length - shownRoots;
  const names = roots.slice(0, shownRoots).map((root) => `\`${rootName(root).replaceAll('`', "'")}\``);
  const list = rest > 0 ? `${names.join(', ')} and ${plural(rest, 'more root')}` : names.join(', ');
  return `${makers[tool]} ${list}${textIf(!isExact, '; the location is approximate')}`;
}
