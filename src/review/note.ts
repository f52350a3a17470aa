import { firstNames, quotedNames } from '../engine/text/words/quoted-names.ts';

/** Something about the configuration that people should know in addition to the review. */
export type Note =
  | { readonly about: 'no configuration'; readonly path: string }
  | { readonly about: 'proposed configuration'; readonly file: string; readonly hasCurrent: boolean }
  | { readonly about: 'proposed rules'; readonly changes: readonly string[] }
  | { readonly about: 'broken configuration'; readonly at: 'base' | 'head'; readonly fault: string }
  | { readonly about: 'weaker failOn'; readonly wanted: string; readonly current: string }
  | { readonly about: 'missing snapshot'; readonly path: string }
  | { readonly about: 'proposed catalog'; readonly folder: string }
  | { readonly about: 'unusable catalog'; readonly at: 'base' | 'head'; readonly fault: string }
  | { readonly about: 'proposed crds'; readonly files: readonly string[] }
  | { readonly about: 'unusable crds'; readonly at: 'base' | 'head'; readonly fault: string }
  | { readonly about: 'missing path'; readonly path: string };

/** The note as a clause without a full stop, with names in backticks. */
export function noteText(note: Note): string {
  switch (note.about) {
    case 'no configuration':
      return `the base has no \`${note.path}\`, so the defaults apply`;
    case 'proposed configuration':
      return `the change's own \`${note.file}\` takes effect once it is merged`;
    case 'proposed rules':
      return `once it is merged, this change ${firstNames(note.changes, mostChanges)}`;
    case 'broken configuration':
      if (note.at === 'base') return `${note.fault} (at the base, so this review uses the defaults)`;
      return note.fault;
    case 'weaker failOn':
      return `the input \`fail-on: ${note.wanted}\` is ignored, because \`failOn: ${note.current}\` at the base is stricter`;
    case 'missing snapshot':
      return `the snapshot \`${note.path}\` was not found at the base, so this review does not use it`;
    case 'proposed catalog':
      return `this change edits the prices in \`${note.folder}\`, which take effect once it is merged`;
    case 'unusable catalog':
      if (note.at === 'base') return `${note.fault}, so this review uses the built-in prices`;
      return note.fault;
    case 'proposed crds':
      return `this change edits ${quotedNames(note.files, ' and ')}, whose definitions take effect once it is merged`;
    case 'unusable crds':
      if (note.at === 'base') return `${note.fault}, so this review does not use the definitions in \`crds\``;
      return note.fault;
    case 'missing path':
      return `file or folder to review not found: \`${note.path}\``;
  }
}

/** The most changes that a note lists. */
const mostChanges = 8;
