import { findTemplates } from '../../manifest/yaml/template-scanner.ts';
import { covers } from '../../text/words/covers.ts';

/** A variable of IAM such as `${aws:username}`. It has a prefix, which placeholders do not have. */
const iamVariable = /^\$\{(?:[\w./-]+:[A-Za-z]|[*?$]\})/;
const iamVariables = /\$\{(?:[\w./-]{1,200}:[A-Za-z]|[*?$]\})/;

/** Parts that people fill in later: `$ACCOUNT`, `<ACCOUNT>`, `__ACCOUNT__`, `ACCOUNT_ID`, `REPLACE-ME`, `xxxx`. */
const written = new RegExp(
  [
    '\\$[A-Za-z_]\\w*',
    "<[A-Za-z][\\w .,'/()-]{0,100}>",
    '__[A-Za-z][A-Za-z0-9_]{0,100}__',
    '(?<![A-Za-z0-9])[A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,10}(?![A-Za-z0-9])',
    '(?<![A-Za-z0-9])(?:YOUR|MY|REPLACE|CHANGE|INSERT|T[O]DO|ACCOUNT|REGION|CLUSTER|ISSUER|OIDC|NAMESPACE)[A-Z]{0,30}(?:-[A-Z]{1,30}){0,5}(?![A-Za-z0-9])',
    '[Xx]{4,}',
    // Identifiers in documentation.
    '[A-Z0-9]{0,40}EXAMPLE[A-Z0-9]{0,40}',
    '(?<!\\d)(?:(\\d)\\1{11}|111122223333|123456789012|444455556666|777788889999|012345678901)(?!\\d)',
  ].join('|'),
  'g',
);

/** Stands for a part that is filled in later. No text of a policy contains it. */
const gap = '\0';

/** Replaces the parts of a text that are filled in later. */
function withoutUnknown(text: string, replacement: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of findTemplates(text)) {
    if (iamVariable.test(text.slice(start, end))) continue;
    result += text.slice(from, start).replace(written, replacement) + replacement;
    from = end;
  }

  return result + text.slice(from).replace(written, replacement);
}

/** Whether a part of a text in a policy is filled in later: a placeholder, or an identifier from documentation. */
export const isFilledIn = (text: string): boolean => withoutUnknown(text, gap) !== text;

/** Whether two texts may be the same once both are filled in. Their case does not matter. */
export function mayBeSame(value: string, other: string): boolean {
  const [a, b] = [value, other].map((text) => withoutUnknown(text, gap).toLowerCase()) as [string, string];
  const [isOpen, isOtherOpen] = [a.includes(gap), b.includes(gap)];
  if (!isOpen && !isOtherOpen) return a === b;
  if (isOpen && isOtherOpen)
    return agree(startOf(a), startOf(b), 'startsWith') && agree(endOf(a), endOf(b), 'endsWith');
  if (isOpen) return covers(a.replaceAll(gap, '*'), b);
  return covers(b.replaceAll(gap, '*'), a);
}

const agree = (a: string, b: string, how: 'startsWith' | 'endsWith'): boolean => a[how](b) || b[how](a);
const startOf = (text: string): string => text.slice(0, text.indexOf(gap));
const endOf = (text: string): string => text.slice(text.lastIndexOf(gap) + 1);

/** Whether a value admits more than itself: by a wildcard, or by a variable of IAM. */
export const isWild = (value: string): boolean => iamVariables.test(value) || /[*?]/.test(withoutUnknown(value, ''));
