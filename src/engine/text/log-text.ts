import { replaceHidden, visible } from './escape.ts';

/** The colours of `palette`, the only control characters that are our own. None of them hides what is written. */
const ownColour = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/;

/**
 * Lines for a terminal or the log of a job, whatever names and messages are in them. Control characters, direction marks and what is
 * invisible are shown as signs, so that nothing moves the cursor, hides text or starts a line. What a runner obeys (`::` at the start
 * of a line, `##[` and `##vso[` anywhere) is taken apart by a space.
 */
export const logText = (text: string): string =>
  text
    .split('\n')
    .map((line) => withoutCommands(shownLine(line)))
    .join('\n');

/** The same as a single line. */
export const logLine = (text: string): string => logText(text.replace(/[\r\n]+/g, ' '));

const shownLine = (line: string): string =>
  line
    .split(ownColour)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.split('\t').map(visible).join('\t')))
    .join('');

const withoutCommands = (line: string): string =>
  withoutMarkers(line.replace(/^((?:\s|\u001b\[\d+m)*:)(?=(?:\u001b\[\d+m)*:)/, '$1 '));

/** Runners look for these anywhere in a line: `##[` of GitHub, `##vso[` of Azure, `##teamcity[`. */
const withoutMarkers = (line: string): string => line.replace(/##(?=\w*\[)/g, '## ');

/** A workflow command that shows a finding at its place, with every value escaped (`workflowCommand`). */
const annotationCommand = /^::(?:error|warning|notice) file=/;

/** Lines for the log of a job, of which those that show findings are obeyed. */
export const commandText = (text: string): string =>
  text
    .split('\n')
    .map((line) => (annotationCommand.test(line) ? withoutMarkers(visible(line)) : logText(line)))
    .join('\n');

/** JSON for people and programs alike: what a terminal or a runner would obey is written as `\u…`, which means the same. */
export const jsonText = (value: unknown, indent?: number): string =>
  replaceHidden(JSON.stringify(value, null, indent), (char) => (char === '\n' ? char : escaped(char))).replace(
    /##(?=\w*\[)/g,
    '#\\u0023',
  );

const escaped = (char: string): string =>
  char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
