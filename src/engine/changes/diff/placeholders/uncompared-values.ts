import type { Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { mayBeSameText } from './placeholder-texts.ts';
import { mayBeSameValue } from './placeholder-values.ts';

/**
 * Why nobody can say what the change of a value does, as a clause. Undefined if the difference is known: it is removed, or an item of a list is one
 * more, whatever else in the list is unknown.
 */
export function uncomparedBecause(was: Value | undefined, is: Value | undefined): string | undefined {
  if (is === undefined || isSamePlace(was, is) || isSamePlace(is, was)) return undefined;

  const isLost = hasPlaceholder(is) && !hasPlaceholder(was);
  if (isLost) return `${was === undefined ? 'it is new' : 'its value was known'}, and no file says what it is now`;

  const isGained = hasPlaceholder(was) && !hasPlaceholder(is);
  if (isGained) return 'no file says what its value was before the change';

  const isOpen = was !== undefined && mayBeSameValue(was, is);
  return isOpen ? 'no file says whether its value is still the same' : undefined;
}

/** What Terraform reads about the account and the place where it runs. */
const ofPlace = /\$\{data\.aws_(?:partition|caller_identity|region)\.[\w.[\]]{1,100}\}/g;

/** Whether a text says with words of Terraform where it runs, and the other one may say the same literally. */
const isSamePlace = (literal: Value | undefined, text: Value | undefined): boolean =>
  typeof literal === 'string' &&
  typeof text === 'string' &&
  !hasPlaceholder(literal) &&
  !hasPlaceholder(text.replace(ofPlace, '')) &&
  mayBeSameText(literal, text);
