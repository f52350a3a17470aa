import type { Path } from '../../../manifest/model/manifest.ts';
import type { Code, Fix, ServerCause } from '../../../text/diagnostic.ts';

/** A problem at one place of an object, before it becomes a Diagnostic. */
export interface Fault {
  readonly code: Code;
  readonly path: Path;
  readonly message: string;
  /** Whether the key is wrong, not its value. */
  readonly isKey?: boolean;
  /** Which bound a length violates. */
  readonly bound?: 'minimum' | 'maximum';
  /** JavaScript rounds the number to the bound, so only its text shows whether it is beyond the bound. */
  readonly isUndecided?: boolean;
  /** The path that an unknown field was probably meant to have. */
  readonly meant?: Path;
  /** Other places that belong to the finding. */
  readonly also?: readonly { readonly path: Path; readonly message: string }[];
  readonly help?: string;
  readonly fix?: Fix;
  /** A note if something that the files do not show decides whether it happens. */
  readonly severity?: 'note';
  /** The API server's own messages, if it was asked. */
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

/** A value on one line, shortened if it is long. */
export function shownValue(value: unknown): string {
  return short(typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value)));
}

const short = (text: string): string => {
  if (text.length > 80) return `${text.slice(0, 77)}…`;
  return text;
};
