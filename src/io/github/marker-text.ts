/** A name within a marker, which is a comment of HTML: no character of the name can end it. */
export const markerText = (name: string): string => Buffer.from(name).toString('hex');

/** The name that `markerText` wrote. */
export const nameOfMarkerText = (text: string): string => Buffer.from(text, 'hex').toString();
