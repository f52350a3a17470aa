
/** All that a commit holds by path: regular files with their blob, and what is none. */
export interface GitListing {
  readonly files: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
}

/** The files, links and submodules of a commit, or undefined when the repository lacks it. */
export function readGitListing(folder: string, commit: string): GitListing | undefined {
  const output = git(folder, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit]);
  if (!output) return undefined;
  const files = new Map<string, string>();
  const others = new Map<string, 'link' | 'submodule'>();
  for (const [, mode, sha, path] of output.toString('utf8').matchAll(/(\d{6}) (?:blob|commit) ([0-9a-f]+)\t([^\0]+)\0/g)) {
    if (mode!.startsWith('100')) files.set(path!, sha!);
    else others.set(path!, mode === '160000' ? 'submodule' : 'link');
  }
  return { files, others };
}

/** Names of the files of a working tree that git knows or would add, or undefined outside of a repository. */
export function readGitIndex(folder: string): string[] | undefined {
  const output = git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return output && [...new Set(output.toString('utf8').split('\0').filter(Boolean))];
}
