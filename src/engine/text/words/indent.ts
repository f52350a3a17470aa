/** How many characters of white space a line starts with. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
