/** A name for use inside a marker, which is an HTML comment. It is encoded, so that it cannot end the comment. */
export const markerText = (name: string): string => Buffer.from(name).toString('hex');

/** The name that `markerText` wrote. */
export const nameOfMarkerText = (text: string): string => Buffer.from(text, 'hex').toString();
