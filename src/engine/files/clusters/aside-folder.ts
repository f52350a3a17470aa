import { folderOf, type Source } from '../../text/source.ts';

/** Folders whose files show something and are not applied, wherever they are. */
const shown = /^(?:_?examples?|samples?|tests|test-?data|fixtures?|e2e|tutorials?)$/i;

/** Folders that are applied if they are the name of an application, and documentation at the root of a repository. */
const shownAtRoot = /^(?:docs?|documentation)$/i;

/** What is below such a folder is applied, whatever its name: `envs/e2e`. */
const ofEnvironments = /^(?:envs?|environments?|clusters?|overlays?|stages?)$/i;

/** Code of others that a program was built with, such as `vendor/k8s.io`. A `vendor` folder of manifests has no names of hosts. */
const isVendored = (part: string, next = ''): boolean => part === 'vendor' && /^[\w-]+(?:\.[\w-]+)+$/.test(next);

/**
 * The folder of an example, a test, the documentation, the code of others, or a module without callers that a text is in; undefined for what is
 * applied.
 */
export function asideFolder({ file, origin }: Source): string | undefined {
  const folder = origin ? (origin.place ?? origin.root) : folderOf(file);
  if (origin?.isUncalled) return folder;

  const parts = folder.split('/');

  const index = parts.findIndex(
    (part, i) =>
      (shown.test(part) && !ofEnvironments.test(parts[i - 1] ?? '')) ||
      (i === 0 && shownAtRoot.test(part)) ||
      isVendored(part, parts[i + 1]),
  );

  if (index === -1) return undefined;
  return parts.slice(0, index + 1).join('/');
}

/** The file itself if it is the template of one that is next to it: of `pool.yaml`, in `pool.yaml.tpl`, `pool.tpl.yaml` or `pool.tpl`. */
export function templateOf({ file, origin }: Source, files: ReadonlySet<string>): string | undefined {
  const target = origin ? '' : file.replace(/\.(?:tftpl|tpl|tmpl|gotmpl|j2|jinja2?|template)(?=$|\.ya?ml$)/i, '');
  if (target === '' || target === file) return undefined;

  if ([target, `${target}.yaml`, `${target}.yml`].some((path) => files.has(path))) return file;
  return undefined;
}
