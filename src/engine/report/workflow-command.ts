/** `::error::message` as a runner obeys it, escaped so that no message can start a command of its own. `name` holds the properties. */
export const commandText = (name: string, message: string): string => `::${name}::${escapeData(message)}`;

/** The value of a property of a command. */
export const escapeProperty = (text: string): string => escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

const escapeData = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
