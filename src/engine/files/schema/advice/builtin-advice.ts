import { canonical } from '../../../manifest/canonical.ts';
import { asMapping, type Manifest } from '../../../manifest/model/manifest.ts';
import type { ServerCause } from '../../../text/diagnostic.ts';
import { joined, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { hasEndingPods } from './ending-pods.ts';

/** Help for the API server's most frequent messages about built-in kinds, found by the message. */
const immutable =
  /field is immutable|may not change once set|updates to statefulset spec|cannot change roleRef|pod updates may not change/;

const advice: readonly (readonly [pattern: RegExp, help: string])[] = [
  [
    immutable,
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

/** Whether the API server refuses an update and would accept the same object as a new one. */
export const isOfUpdate = ({ message }: ServerCause): boolean => immutable.test(message);

/** What to do, where the server's own message does not say it. */
export function builtinHelp(cause: ServerCause, manifest: Manifest): string | undefined {
  const { message } = cause;
  if (isOfUpdate(cause)) {
    if (hasEndingPods(manifest)) return helpForEndingPods(manifest);
    const help = helpForRunningPods(manifest);
    if (help !== undefined) return help;
  }
  return advice.find(([pattern]) => pattern.test(message))?.[1];
}

/** Someone deletes an object whose pods end, before it runs again. */
const helpForEndingPods = ({ kind, name, namespace }: Manifest): string =>
  `The API server refuses the update if ${kind} ${quoted(name)} still exists. Before it is applied, delete it: \`kubectl delete ${kind.toLowerCase()} ${name}${textIf(namespace !== undefined, ` -n ${namespace}`)} --ignore-not-found\`.`;

/** Who deletes an object with pods stops them all. */
function helpForRunningPods({ kind, name, namespace }: Manifest): string | undefined {
  switch (kind) {
    case 'StatefulSet':
      return `Keep these fields. Or delete only the object and apply it again: \`kubectl delete statefulset ${name} -n ${namespace ?? 'default'} --cascade=orphan\`. Its pods keep running, but a plain delete stops them all. The size of an existing volume changes in its PersistentVolumeClaim.`;
    case 'DaemonSet':
    case 'Deployment':
    case 'ReplicaSet':
      return 'Keep this field. Or give the object another name, and remove the old one once the new pods run. Deleting the old one first stops its pods.';
    default:
      return undefined;
  }
}

/** What the API server says about a StatefulSet, as one sentence: its own message lists what may change, and not what does. */
export function builtinMessage({ message }: ServerCause, manifest: Manifest, old?: Manifest): string | undefined {
  const { kind, name } = manifest;
  const [, rest] = message.split('updates to statefulset spec for fields other than ');
  const list = rest?.split(' are forbidden')[0];
  if (list === undefined) return undefined;

  const refused = old === undefined ? [] : changedFields(manifest, old).filter((field) => !list.includes(`'${field}'`));
  const fields = refused.length === 0 ? 'a field that' : `${joined(refused.map(quoted))}, which`;
  return `${kind} \`${name}\` changes ${fields} cannot change. The API server updates only ${list.replaceAll("'", '`')}`;
}

/** The fields of the specification that differ. */
function changedFields(manifest: Manifest, old: Manifest): readonly string[] {
  const [now, before] = [manifest, old].map((side) => asMapping(side.get(['spec'])) ?? {});
  const names = new Set([...Object.keys(now!), ...Object.keys(before!)]);
  return [...names].filter((name) => canonical(now![name] ?? null) !== canonical(before![name] ?? null)).sort();
}
