import type { Code, Fix, ServerCause } from '../diagnostic.ts';
import type { Path } from '../manifest/manifest.ts';

/** What is wrong at a place of an object, before it is a Diagnostic. */
export interface Fault {
  readonly code: Code;
  readonly path: Path;
  readonly message: string;
  /** The key is what is wrong, not its value. */
  readonly isKey?: boolean;
  /** Which bound a length oversteps. */
  readonly bound?: 'minimum' | 'maximum';
  /** JavaScript reads the number as the bound: whether it is beyond, only its text tells. */
  readonly isUndecided?: boolean;
  /** Where an unknown field was probably meant to stand. */
  readonly meant?: Path;
  /** Other places that belong to the finding. */
  readonly also?: readonly { readonly path: Path; readonly message: string }[];
  readonly help?: string;
  readonly fix?: Fix;
  /** The API server's own words, where it was asked. */
  readonly server?: readonly ServerCause[];
}

/** A path as the API server writes it: `spec.requirements[0].key`, `spec.tags[example.com/a]`. */
export function serverPathText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/[./]/.test(step)) text += `[${short(step)}]`;
    else text += text === '' ? short(step) : `.${short(step)}`;
  }
  return text;
}

/** A value on one line, cut where it is long. */
export function shownValue(value: unknown): string {
  return short(typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value)));
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text);
