import { quoted, quotedNames } from '../../../text/words/quoted-names.ts';
import type { Obstacle, Root, Substitution } from '../root/root.ts';
import { allDocuments } from './definition.ts';
import { Evaluation, isSubstituted, variablesIn } from './substitution.ts';

/** The variables that Flux replaces in the Karpenter objects of a root. */
interface UsedVariables {
  /** Whether any has a value. */
  readonly areSomeSet: boolean;
  /** Values that become empty or shorter, because nothing sets the variable in them. */
  readonly unset: readonly UnsetVariable[];
}

interface UnsetVariable {
  readonly name: string;
  readonly file: string;
  /** The text of the field in the file, and what becomes of it. */
  readonly written: string;
  readonly key: string;
  readonly value: string;
}

const ofKarpenter = /^apiVersion:[ \t]*["']?karpenter\./m;

/** A field with a value on its line. */
const field = /^([ \t]*(?:- )?)([\w./-]{1,100}):[ \t]+(\S.*)$/;

/**
 * The variables in the Karpenter objects of a root that Flux substitutes. What is unset counts only if the rendered text shows the field
 * without it. Nothing is said about scripts and other blocks of text.
 */
export function usedVariables(
  { files, substitution }: Root,
  rendered: string,
  textOf: (file: string) => string | undefined,
): UsedVariables {
  if (substitution === undefined || substitution.isPartial) return { areSomeSet: false, unset: [] };

  const fields = files
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => fieldsWithVariables(textOf(file) ?? '').map((field) => ({ ...field, file })));

  const isUnset = (name: string): boolean => !Object.hasOwn(substitution.values, name);
  const names = fields.flatMap(({ written }) => variablesIn(written));
  const lines = new Set(rendered.split('\n').map((line) => line.trim().replace(/^- /, '')));

  const evaluation = new Evaluation(substitution);
  const unset = fields.flatMap(({ file, key, written }): UnsetVariable[] => {
    const name = variablesIn(written).find(isUnset);
    if (name === undefined) return [];
    const text = evaluation.textOf(written);
    if (text === undefined) return [];

    const value = unquoted(text);
    if (isShown(lines, key, value)) return [{ name, file, written, key, value }];
    return [];
  });

  return { areSomeSet: names.some((name) => !isUnset(name)), unset };
}

/** Whether a rendered line has this value. */
const isShown = (lines: ReadonlySet<string>, key: string, value: string): boolean =>
  [`${key}: ${value}`.trimEnd(), `${key}: "${value}"`, `${key}: '${value}'`].some((line) => lines.has(line));

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2');

interface WrittenField {
  readonly key: string;
  readonly written: string;
}

/** The fields of Karpenter objects whose values contain variables without a default. */
function fieldsWithVariables(text: string): WrittenField[] {
  if (!text.includes('${')) return [];
  return [...allDocuments(text)].flatMap(([, document]) => {
    if (ofKarpenter.test(document) && isSubstituted(document)) return fieldsIn(document);
    return [];
  });
}

function fieldsIn(document: string): WrittenField[] {
  const fields: WrittenField[] = [];
  /** The indentation of the key of a block of text, while the lines are part of it. */
  let block: number | undefined;

  for (const line of document.split('\n')) {
    const indent = line.search(/\S/);
    if (indent === -1 || (block !== undefined && indent > block)) continue;

    block = undefined;
    const [, start = '', key, value] = field.exec(line.trimEnd()) ?? [];
    if (key === undefined || value === undefined) continue;

    if (/^[|>]/.test(value)) block = start.length;
    else if (variablesIn(value).length > 0) fields.push({ key, written: value });
  }

  return fields;
}

/** Fields without which no node can be launched. */
const needed: ReadonlySet<string> = new Set(['role', 'instanceProfile', 'name', 'alias', 'id']);

/**
 * What to say of the unset variables of a root. If the change is the first to use one, everything else in these objects is set in the files,
 * so that it is a mistake. Otherwise something that is not in the files may add values.
 */
export function unsetVariableObstacles(
  { by, name: root, substitution }: Root,
  after: UsedVariables,
  before: UsedVariables | undefined,
): Obstacle[] {
  const isFirst = before?.areSomeSet === true && before.unset.length === 0;

  return after.unset.map(({ name, file, key, written, value }) => {
    const shown = value === '' ? 'empty' : quoted(value);
    return {
      code: 'render/unset-variable',
      severity: isFirst && needed.has(key) ? 'error' : 'warning',
      file,
      near: written,
      message: `Flux replaces ${quoted(`\${${name}}`)} with nothing, so ${quoted(key)} is ${shown}. ${quoted('postBuild')} of ${quoted(by ?? root)} does not set it`,
      help: `Set ${quoted(name)} in ${quoted('postBuild.substitute')}${othersText(substitution)}.`,
    };
  });
}

function othersText(substitution: Substitution | undefined): string {
  const names = Object.keys(substitution?.values ?? {}).sort();
  if (names.length === 0 || names.length > 5) return '';
  return `, or use what it sets: ${quotedNames(names)}`;
}
