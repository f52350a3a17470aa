import type { TfString } from '../values/tf-value.ts';

/** A text of a module, under the address of what hands it over. */
export interface NamedText {
  readonly name: string;
  /** Undefined: it is not known. */
  readonly text: TfString | undefined;
}
