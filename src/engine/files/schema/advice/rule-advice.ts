import { label, normalizeLabel, wellKnownLabels } from '../../../karpenter/api/labels.ts';
import type { Manifest, Path } from '../../../manifest/model/manifest.ts';
import { didYouMean, nearest } from '../../../text/nearest.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { Fault } from '../definitions/fault.ts';
import { replacing } from './fixes.ts';

type Advice = Pick<Fault, 'help' | 'fix'>;

/** Help for rules whose own message does not say what to do. */
const advice: readonly (readonly [message: RegExp, help: string])[] = [
  [/consolidateAfter cannot be combined/, 'Remove `consolidateAfter`, or set `consolidationPolicy: WhenEmpty`.'],
  [
    /exactly one of \['role', 'instanceProfile'\]/,
    'Set only one: `role`, from which Karpenter creates the instance profile, or `instanceProfile`, which names your own.',
  ],
  [
    /'schedule' must be set with 'duration'/,
    'Set both or neither: `schedule` says when the window starts, and `duration` how long it lasts.',
  ],
  [/operator 'In' must have a value/, 'List the values, or use the operator `Exists` to allow any.'],
  [/must have a single positive integer value/, 'Write one whole number in quotes: `values: ["4"]`.'],
  [/'minValues' must have at least/, 'List at least as many values as `minValues`, or lower `minValues`.'],
  [
    /'alias' is mutually exclusive/,
    'Keep `alias` as the only term. To select other images, create another node class, or remove `alias`.',
  ],
  [/'id' is mutually exclusive/, 'Move `id` to a separate term.'],
  [/'name' is mutually exclusive/, 'Move `name` to a separate term.'],
  [/must specify amiFamily if/, 'Set `amiFamily`, or select the image with an alias such as `al2023@latest`.'],
  [/amiFamily must be '/, 'Remove `amiFamily`. The alias already names the family.'],
  [/snapshotID or volumeSize/, 'Set `volumeSize`, such as `20Gi`, or `snapshotID`.'],
  [
    /only 'limits\.nodes' is supported/,
    'Remove all limits except `limits.nodes`. Others have no meaning in a NodePool with `replicas`.',
  ],
  [
    /'weight' is not supported on static/,
    'Remove `weight`. A NodePool with `replicas` launches its nodes without waiting for pods.',
  ],
  [/between static .* and dynamic/, 'Create a new NodePool, move the pods to it, and delete the old one.'],
  [
    /is immutable|immutable field changed|delete and recreate/,
    'Create a new object with another name, and delete the old one when nothing uses it.',
  ],
  [/restricted tag/, 'Remove this tag. Karpenter sets it itself.'],
];

/** Adds help to the fault of a CEL rule, and a fix if only one value can be meant. */
export function withRuleAdvice(fault: Fault, manifest: Manifest): Fault {
  if (fault.code !== 'schema/cel' || fault.help !== undefined) return fault;
  const specific = labelAdvice(fault, manifest) ?? aliasAdvice(fault, manifest);
  if (specific !== undefined) return { ...fault, ...specific };
  const help = advice.find(([message]) => message.test(fault.message))?.[1];
  if (help === undefined) return fault;
  return { ...fault, help };
}

const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);

/** Advice about a label in a domain that Karpenter or Kubernetes reserves: the author probably meant one of the known labels. */
function labelAdvice({ message, path }: Fault, manifest: Manifest): Advice | undefined {
  if (!/label (domain )?".*" is restricted/.test(message)) return undefined;

  const isRequirement = path.at(-1) === 'key';
  const key = isRequirement ? manifest.get(path) : path.at(-1);
  if (typeof key !== 'string' || key.length > 128) return undefined;
  if (key === label.hostname) return { help: 'Use another label. Every node has a different hostname.' };
  if (key === label.nodePool) return { help: 'Remove this label. Karpenter sets it to the name of the NodePool.' };

  const labels = [...wellKnownLabels].filter((wellKnownLabel) => wellKnownLabel !== label.nodePool);
  const meant = labels.find((name) => nameOf(name) === nameOf(normalizeLabel(key))) ?? nearest(key, labels);
  if (meant === undefined) return { help: 'Use your own domain for this label, such as `example.com/team`.' };

  const fix = isRequirement ? replacing(manifest, path, meant) : undefined;
  return { help: didYouMean(meant), ...(fix !== undefined && { fix }) };
}

/** The families that the CRDs of some version have. */
const families = ['al2', 'al2023', 'bottlerocket', 'windows2019', 'windows2022', 'windows2025'];

/** Families that are newer than the others, with the first minor whose CRDs have them. */
const newFamilies: Readonly<Record<string, string>> = { windows2025: '1.9' };

/** The families that the CRDs here allow, as their message lists them. */
const allowedIn = (message: string): readonly string[] =>
  [...(/must be one of the following: (.*)/.exec(message)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name!);

function aliasAdvice({ message, path }: Fault, manifest: Manifest): Advice | undefined {
  const value = manifest.get(path as Path);
  if (path.at(-1) !== 'alias' || typeof value !== 'string' || value.length > 64) return undefined;

  const [family = '', version = ''] = value.split('@');
  if (/only specify version 'latest'/.test(message)) return fixed(manifest, path, `${family}@latest`);

  const listed = allowedIn(message);
  const allowed = listed.length === 0 ? families : listed;
  const meant = nearest(family, allowed);
  // The family is not misspelled, so nothing says that another one will do.
  if (families.includes(family) && !allowed.includes(family)) return laterFamily(family, meant);
  if (meant === undefined) return { help: `Write the family and the version, such as \`${families[1]}@latest\`.` };

  const release = version === '' ? 'latest' : version;
  const corrected = `${meant}@${release}`;

  if (corrected === value) return undefined;
  return fixed(manifest, path, corrected);
}

function laterFamily(family: string, other: string | undefined): Advice {
  const since = newFamilies[family];

  const upgrade = () => {
    if (since === undefined) return 'Use another family';
    return `Upgrade Karpenter to ${since} or later with its CRDs`;
  };

  return { help: `${upgrade()}${textIf(other !== undefined, `, or use \`${other}@latest\``)}.` };
}

function fixed(manifest: Manifest, path: Path, text: string): Advice {
  const fix = replacing(manifest, path, text);
  return { help: `Write \`${text}\`.`, ...(fix !== undefined && { fix }) };
}
