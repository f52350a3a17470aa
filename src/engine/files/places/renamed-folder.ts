/** Whether two paths differ in the name of a single folder, as those of one file do if the folder is renamed. */
export function differInOneFolder(path: string, other: string): boolean {
  const [folders, others] = [path.split('/'), other.split('/')];
  if (folders.length !== others.length || folders.at(-1) !== others.at(-1)) return false;

  return folders.filter((folder, depth) => folder !== others[depth]).length === 1;
}
