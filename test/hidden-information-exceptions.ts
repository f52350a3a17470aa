/** Hidings that add an error or a warning all the same, with the reason. The list only shrinks: a whole run fails if one no longer occurs. */
export interface Exception {
  /** The hidings, by their names. */
  readonly hiding: RegExp;
  /** What is hidden in; everything if it is absent. */
  readonly subject?: RegExp;
  /** The codes, all of which have to match. */
  readonly codes: RegExp;
  readonly because: string;
}

export const exceptions: readonly Exception[] = [
  {
    hiding: /: the file is not here$/,
    codes: /./,
    because:
      'A file that is hidden cannot be told from one that never was. Files that cannot be read open their cluster.',
  },
  {
    hiding: /yaml_body by /,
    codes: /^lint\/controller-permissions/,
    because: 'An object whose whole text is unknown belongs to no cluster, so that the node class in it is not asked.',
  },
  {
    hiding: /(?:spec|metadata)(?:\.name)? by /,
    codes: /^lint\/discovery-selectors/,
    because:
      'The rule compares a class with the other classes of a repository, and counts one that it cannot read as none.',
  },
  {
    hiding: /(?:\.name|metadata\.name) by /,
    codes: /^lint\/node-role-exists/,
    because:
      'The name of a class or of a role that another cluster creates decides which of two similar names is meant.',
  },
  {
    hiding: /spec\.template\.spec by \{\{/,
    codes: /^schema\/cel/,
    because: 'Template lines leave a NodePool without a template, and a rule of its CRD is judged without them.',
  },
];
