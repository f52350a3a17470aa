/** The first 12 characters of a commit or digest. */
export const shortId = (id: string): string => id.slice(0, 12);
