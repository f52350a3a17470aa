/** Words in the names of folders and files that hold what no cluster has. */
const unused = /(?:^|[^a-z])(?:archived?|backups?|bak|deprecated|disabled|examples?|old|samples?|unused)(?:[^a-z]|$)/i;

/** Whether a path or a name says that nothing applies what is there: `backup/pools.yaml`, `archive`. It is a hint, and no proof. */
export const isUnusedName = (path: string): boolean => unused.test(path);
