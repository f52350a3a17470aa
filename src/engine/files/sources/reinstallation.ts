import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Obstacle, ReleaseTarget, Root } from './root/root.ts';

const words: Readonly<Record<keyof ReleaseTarget, string>> = {
  name: 'name',
  namespace: 'namespace',
  storage: 'namespace of its records',
};

/**
 * What is said about a release that the change gives another name or namespace; undefined if it stays the same release. Source:
 * fluxcd/helm-controller internal/action ReleaseTargetChanged, after which the old release is uninstalled. Terraform replaces a `helm_release` with
 * another `name` or `namespace`.
 */
export function reinstallation(before: Root, after: Root): Obstacle | undefined {
  const [old, now] = [before.target, after.target];
  if (old === undefined || now === undefined || after.waiting !== undefined) return undefined;

  const field = (['name', 'namespace', 'storage'] as const).find((key) => old[key] !== now[key]);
  if (field === undefined || hasPlaceholder(old[field]) || hasPlaceholder(now[field])) return undefined;

  const { file, by, name } = after;
  const title = quoted(by ?? name);

  return {
    code: 'render/reinstalled',
    severity: 'warning',
    file,
    near: now[field],
    message: `The change makes ${title} another release (${words[field]} ${quoted(old[field])} → ${quoted(now[field])}). The old one is uninstalled first: its objects are deleted, with their pods and nodes, and created again`,
    help: 'Keep the name and namespace, or install the new release next to the old one and remove that later.',
  };
}
