import { LineIndex } from '../../text/source.ts';
import type { ChangedFile } from './changed-file.ts';
import type { SideName } from './line-changes.ts';

/** The text of one side of a changed file. */
export const textOn = (file: ChangedFile, side: SideName): string => file[side] ?? '';

/** The lines of both sides of a file. */
export class LineTexts {
  readonly #indexes: { readonly [side in SideName]: LineIndex };

  constructor(file: ChangedFile) {
    this.#indexes = { before: new LineIndex(textOn(file, 'before')), after: new LineIndex(textOn(file, 'after')) };
  }

  index(side: SideName): LineIndex {
    return this.#indexes[side];
  }

  line(side: SideName, line: number): string {
    return this.#indexes[side].line(line);
  }
}

/** What begins a part of a template. */
export const templateSigns = /\{\{|\$\{|<%|\{%/;
