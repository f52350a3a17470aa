/** As much of a commit or of a digest as people read. */
export const shortId = (id: string): string => id.slice(0, 12);
