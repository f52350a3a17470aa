import { label, normalizeLabel, wellKnownLabels } from '../../api/labels.ts';
import type { Manifest, Path } from '../../manifest/manifest.ts';
import { didYouMean, nearest } from '../../nearest.ts';
import type { Fault } from '../fault.ts';
import { replacing } from './fixes.ts';

type Advice = Pick<Fault, 'help' | 'fix'>;

/** What to do where a rule's own words do not say it. */
const advice: readonly (readonly [message: RegExp, help: string])[] = [
  [/consolidateAfter cannot be combined/, 'Remove `consolidateAfter`, or write `consolidationPolicy: WhenEmpty`.'],
  [
    /exactly one of \['role', 'instanceProfile'\]/,
    'Keep `role` for Karpenter to make the profile, or `instanceProfile` for your own.',
  ],
  [
    /'schedule' must be set with 'duration'/,
    'A window starts by `schedule` and lasts for `duration`: write both, or neither.',
  ],
  [/operator 'In' must have a value/, 'List the values, or use `Exists` for any.'],
  [/must have a single positive integer value/, 'Write one whole number in quotes: `values: ["4"]`.'],
  [/'minValues' must have at least/, 'List as many values as `minValues` asks for, or lower it.'],
  [/'alias' is mutually exclusive/, 'An alias stands alone: put other images into their own class, or drop the alias.'],
  [/'id' is mutually exclusive/, 'An id selects by itself: give it a term of its own.'],
  [/'name' is mutually exclusive/, 'A name selects by itself: give it a term of its own.'],
  [/must specify amiFamily if/, 'Write `amiFamily`, or select the image by an alias such as `al2023@latest`.'],
  [/amiFamily must be '/, 'Leave `amiFamily` out: the alias says it.'],
  [/snapshotID or volumeSize/, 'Write `volumeSize: 20Gi`, or the snapshot to start from.'],
  [/only 'limits\.nodes' is supported/, 'A pool with `replicas` is limited by `limits.nodes` alone.'],
  [/'weight' is not supported on static/, 'Remove `weight`: a pool with `replicas` does not wait for pods.'],
  [/between static .* and dynamic/, 'Make a new NodePool, move the pods, and remove the old one.'],
  [
    /is immutable|immutable field changed|delete and recreate/,
    'Make a new object under another name, and remove the old one when nothing uses it.',
  ],
  [/restricted tag/, 'Karpenter sets this tag itself: remove it.'],
];

/** Adds to a broken rule what to do about it, with a fix where only one value can be meant. */
export function withRuleAdvice(fault: Fault, manifest: Manifest): Fault {
  if (fault.code !== 'schema/cel' || fault.help !== undefined) return fault;
  const found = labelAdvice(fault, manifest) ?? aliasAdvice(fault, manifest);
  if (found !== undefined) return { ...fault, ...found };
  const help = advice.find(([message]) => message.test(fault.message))?.[1];
  return help === undefined ? fault : { ...fault, help };
}

const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);

/** A label of a domain that is Karpenter's or Kubernetes' own: one they know was probably meant. */
function labelAdvice({ message, path }: Fault, manifest: Manifest): Advice | undefined {
  if (!/label (domain )?".*" is restricted/.test(message)) return undefined;
  const isRequirement = path.at(-1) === 'key';
  const key = isRequirement ? manifest.get(path) : path.at(-1);
  if (typeof key !== 'string' || key.length > 128) return undefined;
  if (key === label.hostname) return { help: 'Every node has its own: select by another label.' };
  if (key === label.nodePool) return { help: 'Karpenter sets it itself, to the name of the pool.' };
  const known = [...wellKnownLabels].filter((one) => one !== label.nodePool);
  const meant = known.find((one) => nameOf(one) === nameOf(normalizeLabel(key))) ?? nearest(key, known);
  if (meant === undefined) return { help: 'Use a domain of your own for a label of your own.' };
  const fix = isRequirement ? replacing(manifest, path, meant) : undefined;
  return { help: didYouMean(meant), ...(fix === undefined ? {} : { fix }) };
}

const families = ['al2', 'al2023', 'bottlerocket', 'windows2019', 'windows2022', 'windows2025'];

function aliasAdvice({ message, path }: Fault, manifest: Manifest): Advice | undefined {
  const value = manifest.get(path as Path);
  if (path.at(-1) !== 'alias' || typeof value !== 'string' || value.length > 64) return undefined;
  const [family = '', version = ''] = value.split('@');
  const meant = nearest(family, families);
  if (/only specify version 'latest'/.test(message)) return fixed(manifest, path, `${family}@latest`);
  if (meant === undefined) return { help: `Write family and version: \`${families[1]}@latest\`.` };
  return fixed(manifest, path, `${meant}@${version === '' ? 'latest' : version}`);
}

function fixed(manifest: Manifest, path: Path, text: string): Advice {
  const fix = replacing(manifest, path, text);
  return { help: `Write \`${text}\`.`, ...(fix === undefined ? {} : { fix }) };
}
