import type { TfString } from '../values/tf-value.ts';
import type { ModuleElsewhere } from './module-elsewhere.ts';

/** A text that a module produces, under the address of its resource. */
export interface NamedText {
  readonly name: string;
  /** Undefined if the text is unknown. */
  readonly text: TfString | undefined;
  readonly elsewhere?: ModuleElsewhere | undefined;
}
