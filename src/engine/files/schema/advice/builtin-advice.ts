import type { ServerCause } from '../../../text/diagnostic.ts';

/** Help for the API server's most frequent messages about built-in kinds, found by the message. */
const advice: readonly (readonly [pattern: RegExp, help: string])[] = [
  [
    /field is immutable|may not change once set|updates to statefulset spec|cannot change roleRef|pod updates may not change/,
    'The API server does not change this field in an existing object. Delete the object first, or give the new one another name.',
  ],
  [
    /`selector` does not match template `labels`/,
    'Add the labels of `spec.selector` to the labels of the pod template.',
  ],
  [/must be less than or equal to .*limit/, 'Lower the request, or raise the limit.'],
  [/Limit must be set for non overcommitable resources/, 'Set a limit that equals the request.'],
  [/must be equal to .*limit/, 'Set the request and the limit to the same value.'],
  [/must be an integer/, 'Write a whole number.'],
  [/RFC 1123|RFC 1035|qualified name|valid label must be/, 'Write a name in the format that the message describes.'],
  [
    /may not be 0 when `maxUnavailable` is 0|cannot be 0 when maxSurge is 0/,
    'Set `maxSurge` or `maxUnavailable` to at least 1.',
  ],
];

/** What to do, where the server's own message does not say it. */
export const builtinHelp = ({ message }: ServerCause): string | undefined =>
  advice.find(([pattern]) => pattern.test(message))?.[1];
