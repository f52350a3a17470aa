import type { ServerCause } from '../../diagnostic.ts';

/** What to do about what the API server says most often of built-in kinds, by its own words. */
const advice: readonly (readonly [said: RegExp, help: string])[] = [
  [
    /field is immutable|may not change once set|updates to statefulset spec|cannot change roleRef|pod updates may not change/,
    'The API server never changes this in an object that exists: delete the object first, or give the new one another name.',
  ],
  [/`selector` does not match template `labels`/, 'Give the pod template the labels that `spec.selector` asks for.'],
  [/must be less than or equal to .*limit/, 'Lower the request, or raise the limit.'],
  [/Limit must be set for non overcommitable resources/, 'Give the resource a limit that equals the request.'],
  [/must be equal to .*limit/, 'Make request and limit the same.'],
  [/must be an integer/, 'Write a whole number.'],
  [/RFC 1123|RFC 1035|qualified name|valid label must be/, 'Write a name as the message describes it.'],
  [
    /may not be 0 when `maxUnavailable` is 0|cannot be 0 when maxSurge is 0/,
    'Allow at least one pod more, or one fewer.',
  ],
];

/** What to do about a complaint, where the server's own words do not say it. */
export const builtinHelp = ({ message }: ServerCause): string | undefined =>
  advice.find(([said]) => said.test(message))?.[1];
