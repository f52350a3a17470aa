/** Turns a name into one that Helm accepts for a release (helm pkg/chartutil/validate_name.go). */
export const releaseName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 53)
    .replace(/(?<!-)-+$/, '') || 'release';
