/** Formats bytes or UTF-16 code units in MB of 1,048,576: `1.5`. */
export const megabytes = (length: number): string => (length / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
