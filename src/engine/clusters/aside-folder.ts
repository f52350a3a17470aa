import { folderOf, type Source } from '../source.ts';

/** Folders whose files show something and are not applied, wherever they are. */
const shown = /^(?:_?examples?|samples?|tests|test-?data|fixtures?|e2e|tutorials?)$/i;

/** Folders that are applied if they are the name of an application, and documentation at the root of a repository. */
const shownAtRoot = /^(?:docs?|documentation)$/i;

/** What is below such a folder is applied, whatever its name: `envs/e2e`. */
const ofEnvironments = /^(?:envs?|environments?|clusters?|overlays?|stages?)$/i;

/** The folder of an example, a test or the documentation that a text is in; undefined for what is applied. */
export function asideFolder({ file, origin }: Source): string | undefined {
  const folder = origin ? (origin.place ?? origin.root) : folderOf(file);
  const parts = folder.split('/');
  const index = parts.findIndex(
    (part, i) => (shown.test(part) && !ofEnvironments.test(parts[i - 1] ?? '')) || (i === 0 && shownAtRoot.test(part)),
  );
  return index === -1 ? undefined : parts.slice(0, index + 1).join('/');
}
