/** Something about the configuration that people should hear beside the review. */
export type Note =
  | { readonly about: 'no configuration'; readonly path: string }
  | { readonly about: 'coming configuration'; readonly file: string; readonly hasHolding: boolean }
  | { readonly about: 'broken configuration'; readonly at: 'base' | 'head'; readonly fault: string }
  | { readonly about: 'weaker failOn'; readonly wanted: string; readonly holding: string }
  | { readonly about: 'missing snapshot'; readonly path: string }
  | { readonly about: 'missing path'; readonly path: string };

/** The note as a clause without a full stop, with names in backticks. */
export function noteText(note: Note): string {
  switch (note.about) {
    case 'no configuration':
      return `the base has no \`${note.path}\`: the defaults hold`;
    case 'coming configuration':
      return `\`${note.file}\` of this change takes effect once it is merged`;
    case 'broken configuration':
      return note.at === 'base' ? `${note.fault}, at the base: reviewed with the defaults` : note.fault;
    case 'weaker failOn':
      return `the input \`fail-on: ${note.wanted}\` is weaker than \`failOn: ${note.holding}\` of the configuration at the base and is ignored`;
    case 'missing snapshot':
      return `the snapshot \`${note.path}\` is not at the base: reviewed without`;
    case 'missing path':
      return `there is no file or folder \`${note.path}\` to review`;
  }
}
