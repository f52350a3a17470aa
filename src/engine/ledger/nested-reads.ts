/** The name under which a table of read arguments has a path: names of groups and profiles, which people choose, are left out. */
export function nestedReads([argument = '', ...rest]: readonly string[]): string {
  const isMapOfNames = /(?:node_groups|fargate_profiles|addons|access_entries|oidc_providers)$/.test(argument);
  return [argument, ...(isMapOfNames ? rest.slice(1) : rest)].join('.');
}
