import type { Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { mayBeSameText } from './placeholder-texts.ts';
import { mayBeSameValue } from './placeholder-values.ts';

/**
 * Why nobody can say what the change of a value does, as a clause. Undefined if the difference is known: it is removed, or an item of a list is one
 * more, whatever else in the list is unknown.
 */
export function uncomparedBecause(before: Value | undefined, after: Value | undefined): string | undefined {
  const [old, now] = [before, after].map(withoutNames) as [Value | undefined, Value | undefined];
  if (now === undefined || isSamePlace(old, now) || isSamePlace(now, old)) return undefined;

  const isLost = hasPlaceholder(now) && !hasPlaceholder(old);
  if (isLost) {
    const reason = old === undefined ? 'it is new' : 'its value was known';
    return `${reason}, and no file says what it is now`;
  }

  const isGained = hasPlaceholder(old) && !hasPlaceholder(now);
  if (isGained) return gainedBecause(old, now);

  const isOpen = old !== undefined && mayBeSameValue(old, now);
  if (isOpen) return 'no file says whether its value is still the same';
  return undefined;
}

/** Why nobody can say what the change of a partly unknown value does. Nothing is unknown if only the account or the region has no literal. */
function gainedBecause(old: Value | undefined, now: Value): string | undefined {
  if (mayBeSameValue(asData(old), asData(now))) return 'no file says what its value was before the change';

  const isKnownElsewhere = !hasPlaceholder(JSON.stringify(old).replace(ofPlace, ''));
  if (isKnownElsewhere) return undefined;
  return 'no file says all of its value before the change';
}

/** The data in a text of JSON, such as a policy of `jsonencode`. Placeholders fill parts of it, never several. */
function asData(value: Value | undefined): Value | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;

  try {
    return JSON.parse(value) as Value;
  } catch {
    return value;
  }
}

/** What aws-iam-authenticator fills in once somebody signs in, in the user names of `aws-auth`. */
const ofAuthenticator = /\{\{(?:EC2PrivateDNSName|SessionName|SessionNameRaw|AccountID|AccessKeyID)\}\}/g;

const withoutNames = (value: Value | undefined): Value | undefined => {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value).replace(ofAuthenticator, 'name')) as Value;
};

/** What Terraform reads about the account and the place where it runs. */
const ofPlace = /\$\{data\.aws_(?:partition|caller_identity|region)\.[\w.[\]]{1,100}\}/g;

/** Whether a text says with words of Terraform where it runs, and the other one may say the same literally. */
const isSamePlace = (literal: Value | undefined, text: Value | undefined): boolean =>
  typeof literal === 'string' &&
  typeof text === 'string' &&
  !hasPlaceholder(literal) &&
  !hasPlaceholder(text.replace(ofPlace, '')) &&
  mayBeSameText(literal, text);
