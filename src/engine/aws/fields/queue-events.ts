import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type IamStatement, namesAction, readPolicy } from '../setup/iam-policy.ts';

/** An event after which Karpenter drains a node. It only counts rebalance recommendations. */
interface NeededEvent {
  readonly source: string;
  readonly type: string;
}

// Source: provider-aws pkg/controllers/interruption/controller.go
const neededEvents: readonly NeededEvent[] = [
  { source: 'aws.ec2', type: 'EC2 Spot Instance Interruption Warning' },
  { source: 'aws.ec2', type: 'EC2 Instance State-change Notification' },
  { source: 'aws.health', type: 'AWS Health Event' },
];

const isSameSource = (a: Manifest, b: Manifest): boolean => a.source.origin?.root === b.source.origin?.root;

/** The label of the resource of a type that a text refers to: `${aws_sqs_queue.a.arn}` → `a`. */
const labelIn = (text: string, type: string): string | undefined => {
  const [, kind, label] = /^\$\{(aws_\w+)\.([\w-]+)\.\w+\}$/.exec(text) ?? [];
  if (kind === type) return label;
  return undefined;
};

/** Whether a text refers to a queue, by a reference, an ARN or a URL; undefined if that is unknown. */
export function refersTo(
  queue: Manifest,
  { manifest, text }: { manifest: Manifest; text: string },
): boolean | undefined {
  const label = labelIn(text, 'aws_sqs_queue');
  if (label !== undefined) return label === queue.name && isSameSource(queue, manifest);
  if (/^\$\{aws_\w+\./.test(text)) return false;

  const name = knownTextAt(queue, ['spec', 'name']);
  if (hasPlaceholder(text) || name === undefined) return undefined;
  return text.split(/[:/]/).at(-1) === name;
}

/** What sends events to a queue; undefined if something that may send to it is unknown. */
export interface QueueEvents {
  readonly targets: readonly Manifest[];
  readonly missing: readonly NeededEvent[];
  /** The rules for the missing events that have no target. Those with another target are for something else. */
  readonly withoutTarget: readonly Manifest[];
  /** The rules for the missing events that are switched off. */
  readonly disabled: readonly Manifest[];
}

/** Which events the rules of EventBridge send to a queue, or undefined if what a rule sends, or where, is not in the files. */
export function queueEvents(queue: Manifest, cluster: ObjectCluster): QueueEvents | undefined {
  const rules = cluster.ofKind('aws_cloudwatch_event_rule');
  const targets: Manifest[] = [];
  const sending = new Set<Manifest>();
  for (const target of cluster.ofKind('aws_cloudwatch_event_target')) {
    const isTarget = refersTo(queue, { manifest: target, text: asText(target.get(['spec', 'arn'])) ?? '${unknown}' });
    if (isTarget === false) continue;

    const ofTarget = isTarget ? rulesOf(target, rules) : [];
    if (ofTarget.length === 0) return undefined;

    targets.push(target);
    for (const rule of ofTarget) sending.add(rule);
  }

  const missing = neededEvents.filter((event) => ![...sending].some((rule) => mayMatch(rule, event)));
  const aimed = cluster.ofKind('aws_cloudwatch_event_target').map((target) => rulesOf(target, rules));
  const hasUnknown = aimed.some((matches) => matches.length === 0);
  const used = new Set(aimed.flat());
  const isMeant = (rule: Manifest): boolean => !used.has(rule) && missing.some((event) => names(rule, event));

  const disabled = [...sending].filter((rule) => isDisabled(rule) && missing.some((event) => names(rule, event)));

  return { targets, missing, withoutTarget: hasUnknown ? [] : rules.filter(isMeant), disabled };
}

function rulesOf(target: Manifest, rules: readonly Manifest[]): Manifest[] {
  const text = asText(target.get(['spec', 'rule'])) ?? '';
  const label = labelIn(text, 'aws_cloudwatch_event_rule');

  return rules.filter((rule) => {
    if (label === undefined) return knownTextAt(rule, ['spec', 'name']) === text;
    return rule.name === label && isSameSource(rule, target);
  });
}

/** Whether a rule is switched off. `is_enabled` is its name in older versions of the provider. */
const isDisabled = (rule: Manifest): boolean =>
  rule.get(['spec', 'state']) === 'DISABLED' || rule.get(['spec', 'is_enabled']) === false;

/** The pattern of a rule; undefined if it is unknown, and null if the rule has none. */
function patternOf(rule: Manifest): Value | undefined {
  const text = rule.get(['spec', 'event_pattern']);
  if (text === undefined || text === null) return null;
  if (typeof text !== 'string' || hasPlaceholder(text) || text.length > maxPatternLength) return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

/** The limit of EventBridge is 2,048 characters. */
const maxPatternLength = 10_000;

/** Whether a rule may match an event, also because its pattern is unknown or more than a list of names. */
function mayMatch(rule: Manifest, { source, type }: NeededEvent): boolean {
  if (isDisabled(rule)) return false;
  const pattern = patternOf(rule);
  if (pattern === undefined) return true;

  const mapping = asMapping(pattern);

  const allows = (field: string, wanted: string): boolean => {
    const values = mapping?.[field];
    return (
      values === undefined || !Array.isArray(values) || values.some((value) => value === wanted || asMapping(value))
    );
  };

  return mapping !== undefined && allows('source', source) && allows('detail-type', type);
}

/** Whether the pattern of a rule names an event. */
const names = (rule: Manifest, { type }: NeededEvent): boolean =>
  asList(asMapping(patternOf(rule))?.['detail-type']).includes(type);

/** A policy of a queue, and whether it lets EventBridge send to it; undefined if that is unknown. */
interface QueuePolicy {
  readonly manifest: Manifest;
  readonly allowsEvents: boolean | undefined;
}

/** The policies of a queue; undefined if a policy may be for it. */
export function queuePolicies(queue: Manifest, cluster: ObjectCluster): readonly QueuePolicy[] | undefined {
  const others = cluster.ofKind('aws_sqs_queue_policy').flatMap((manifest) => {
    const text = asText(manifest.get(['spec', 'queue_url'])) ?? '${unknown}';
    const isOwn = refersTo(queue, { manifest, text });
    if (isOwn === false) return [];
    return [{ manifest, isOwn }];
  });

  if (others.some(({ isOwn }) => isOwn === undefined)) return undefined;

  const inline = queue.get(['spec', 'policy']) === undefined ? [] : [queue];

  return [...inline, ...others.map(({ manifest }) => manifest)].map((manifest) => ({
    manifest,
    allowsEvents: allowsEvents(manifest, cluster),
  }));
}

function allowsEvents(manifest: Manifest, cluster: ObjectCluster): boolean | undefined {
  const statements = resourceStatements(manifest, cluster);
  if (!statements) return undefined;

  const sending = statements.filter(
    (statement) =>
      statement.effect === 'Allow' &&
      (namesAction(statement, 'sqs:SendMessage') || statement.actions.some(hasPlaceholder)),
  );
  const answers = sending.map(({ actions, principals, isNegated }) => {
    const all = [...principals].flatMap(([kind, names]) => [kind, ...names]);
    if (actions.some(hasPlaceholder)) return undefined;
    if (isNegated || all.length === 0 || all.some(hasPlaceholder)) return undefined;
    return (principals.get('Service') ?? []).includes('events.amazonaws.com') || all.includes('*');
  });

  if (answers.includes(true)) return true;

  if (answers.includes(undefined)) return undefined;
  return false;
}

/** The statements of the policy of a queue or of a key. Undefined if they are unknown. */
export function resourceStatements(manifest: Manifest, cluster: ObjectCluster): readonly IamStatement[] | undefined {
  const policy = manifest.get(['spec', 'policy']);
  if (manifest.isPartial || policy === undefined) return undefined;
  if (typeof policy !== 'string') return read(policy);

  const [, label] = /^\$\{data\.aws_iam_policy_document\.([\w-]+)\.json\}$/.exec(policy) ?? [];
  const documents = cluster
    .ofKind('IamPolicy')
    .filter((document) => document.name === label && isSameSource(document, manifest));

  if (documents.length > 0) {
    const parts = documents.map((document) => {
      if (document.isPartial) return undefined;
      return read(document.get(['spec']));
    });
    if (parts.includes(undefined)) return undefined;
    return parts.flatMap((statements) => statements ?? []);
  }

  if (hasPlaceholder(policy)) return undefined;

  const written = readPolicy(policy);
  if ('statements' in written) return written.statements;
  return undefined;
}

function read(policy: Value | undefined): readonly IamStatement[] | undefined {
  const statements = asMapping(policy)?.Statement;
  // Unknown statements can allow anything.
  if (
    !Array.isArray(statements) ||
    statements.some((statement) => !asMapping(statement) && holdsPlaceholder(statement))
  )
    return undefined;
  if (statements.some((statement) => hasPlaceholder(asMapping(statement)?.Effect ?? null))) return undefined;

  const document = readPolicy(JSON.stringify({ Statement: statements }));
  if ('statements' in document) return document.statements;
  return undefined;
}
