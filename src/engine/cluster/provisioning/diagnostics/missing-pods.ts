import { formatResource } from '../../../karpenter/api/quantity.ts';
import { pathText } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { hasTooLargePods, type QuotaRefusal } from '../pods/held-pods.ts';
import { quotaResource } from '../pods/namespace-quotas.ts';
import type { Workload } from '../pods/workloads.ts';
import type { Simulation } from '../simulation.ts';
import { manifestDiagnostic } from './manifest-diagnostic.ts';

/** Workloads with fewer pods than they want: a ResourceQuota refuses some, or a queue starts none. */
export const missingPods = ({ workloads: { workloads }, cases }: Simulation): readonly Diagnostic[] => {
  const stopped = workloads.filter(({ key }) => cases.likely.stopped?.has(key));

  return [
    ...workloads.flatMap((workload) => [
      ...refusedPods(workload, stopped),
      ...refusedRollout(workload),
      ...heldPods(workload),
    ]),
    ...refusedLater(workloads, stopped),
  ];
};

/** The rollouts that stopped and whose new pods a quota would count once they go on. Until then, the old pods count. */
const stoppedBefore = ({ quota, because }: QuotaRefusal, stopped: readonly Workload[]): string | undefined => {
  if (because !== 'limit') return undefined;

  const inside = stopped.filter(({ namespace }) => namespace === (quota.namespace ?? 'default'));
  if (inside.length === 0) return undefined;
  const rollouts = byCount(inside.length, 'the rollout', 'the rollouts');
  return `Once ${rollouts} of ${firstNames(inside.map(({ key }) => quoted(key)))} ${byCount(inside.length, 'goes', 'go')} on`;
};

/**
 * Quotas that are lower than what running pods request, one finding for each, and one for each field of a LimitRange. Which pods restart first is
 * unknown.
 */
function refusedLater(workloads: readonly Workload[], stopped: readonly Workload[]): readonly Diagnostic[] {
  const later = workloads.filter((workload) => workload.refused?.isLater && !hasTooLargePods(workload));
  const groups = [...groupBy(later, ({ refused }) => refused!.quota).values()].flatMap((ofQuota) => [
    ...groupBy(
      ofQuota,
      ({ refused: { quota, path } = {} }) => quota?.kind === 'LimitRange' && pathText(path!),
    ).values(),
  ]);

  return groups.map((group) => {
    const [{ refused }] = group as [Workload, ...Workload[]];
    const { quota, resource, hard, path, used } = refused!;

    const message = () => {
      if (used !== undefined) return fullQuotaText(refused!, used, stoppedBefore(refused!, stopped));
      const workloads = firstNames(group.map(({ key }) => quoted(key)));
      return `${reasonOf(refused!)}. Once pods of ${workloads} restart, the API server refuses them`;
    };

    const remedy = () => {
      if (used === undefined) return helpFor(refused!);
      return `Raise \`${resource}: ${hard}\` in the quota, or lower the replicas first`;
    };

    return manifestDiagnostic(quota, {
      code: 'provisioning/pods-refused',
      severity: 'warning',
      at: path,
      message: message(),
      help: `${remedy()}. Pods that run already stay, and the figures count them.`,
    });
  });
}

/** Nobody can create a pod in a namespace that is over its quota, so it matters little which workloads are over it. */
function fullQuotaText(
  { quota, resource, hard }: QuotaRefusal,
  { amount, by }: NonNullable<QuotaRefusal['used']>,
  before: string | undefined,
): string {
  const where = `ResourceQuota \`${quota.name}\` allows \`${resource}: ${hard}\``;

  if (before !== undefined) {
    const all = `all pods of ${firstNames(by.map(quoted))} would have ${quotaAmount(resource, amount)}`;
    return `${before}, the API server refuses new pods of namespace \`${quota.namespace ?? 'default'}\`: ${where}, and ${all}`;
  }

  const already = `the pods of ${firstNames(by.map(quoted))} already have ${quotaAmount(resource, amount)}`;
  return `The API server refuses new pods of namespace \`${quota.namespace ?? 'default'}\`: ${where}, and ${already}. Rollouts stop, and pods do not come back when their node is replaced`;
}

/** `38` pods, or `66` CPUs as a manifest has them. */
const quotaAmount = (key: string, amount: number): string => `\`${formatResource(quotaResource(key) ?? key, amount)}\``;

/** A changed template whose pods the quota refuses. The pods of the old template run on. */
function refusedRollout(workload: Workload): readonly Diagnostic[] {
  const { key, manifest, refused } = workload;
  if (!refused?.isLater || !hasTooLargePods(workload)) return [];

  const { quota, resource, hard, path } = refused;

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/pods-refused',
      severity: 'error',
      at: countAt(workload),
      message: `The API server refuses every new pod of \`${key}\`: ${reasonOf(refused)}`,
      labels: [{ span: quota.span(path), message: 'this quota refuses them' }],
      help: `Lower what the containers request, or raise \`${resource}: ${hard}\` in the quota. Until then, rollouts stop, and the figures count the pods that run.`,
    }),
  ];
}

/** Why pods are refused, as a clause: `LimitRange `defaults` allows at most `cpu: 500m`, and a container has more`. */
function reasonOf({ quota, resource, hard, because, perPod = 0 }: QuotaRefusal): string {
  const named = `${quota.kind} \`${quota.name}\``;
  switch (because) {
    case 'limit':
      return `${named} allows \`${resource}: ${hard}\``;
    case 'each':
      return `${named} allows \`${resource}: ${hard}\` for all pods, and each has ${quotaAmount(resource, perPod)}`;
    case 'missing':
      return `${named} limits \`${resource}\`, and a container does not set it`;
    case 'above':
      return `${named} allows a container at most \`${resource}: ${hard}\`, and one has more`;
    case 'below':
      return `${named} allows a container no less than \`${resource}: ${hard}\`, and one has less`;
    case 'default':
      return `${named} sets the limit \`${resource}: ${hard}\` for containers without one, and one requests more than that`;
  }
}

/** What to do about refused pods, apart from changing their number. */
function helpFor({ resource, hard, because }: QuotaRefusal): string {
  if (because === 'missing')
    return `Set \`${missingField(resource)}\` in every container, or create a LimitRange with a default`;
  if (because === 'above')
    return `Raise \`${resource}: ${hard}\` in the LimitRange, or lower what the container requests`;
  if (because === 'default')
    return `Set a limit for \`${resource}\` in each container that requests more, or raise \`default\` in the LimitRange`;
  return `Lower \`${resource}: ${hard}\` in the LimitRange, or raise what the container requests`;
}

/** Why a workload has fewer pods than it wants, as a sentence; undefined if it has all of them. */
export const whyFewerPods = (workload: Workload): string | undefined => {
  const [diagnostic] = [...refusedPods(workload), ...heldPods(workload)];
  return diagnostic && `${diagnostic.message}.`;
};

/** Where a finding about the number of pods points to. */
const countAt = ({ manifest }: Workload): readonly string[] => {
  if (manifest.get(['spec', 'replicas']) === undefined) return ['metadata', 'name'];
  return ['spec', 'replicas'];
};

function refusedPods(workload: Workload, stopped: readonly Workload[] = []): readonly Diagnostic[] {
  const { key, manifest, replicas, refused } = workload;
  if (refused === undefined || refused.isLater) return [];

  const { quota, resource, hard, path, because, wanted } = refused;
  const isAtMost = wanted.likely === replicas.likely;
  const [all, exist] = isAtMost ? [wanted.high, replicas.high] : [wanted.likely, replicas.likely];

  if (all === null || exist === null) return [];

  const when = textIf(isAtMost, ' once its autoscaler scales to the maximum');

  const before = stoppedBefore(refused, stopped);
  const refuses = before === undefined ? 'The API server refuses' : `${before}, the API server refuses`;
  const policy = quota.kind === 'LimitRange' ? 'range' : 'quota';

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/pods-refused',
      severity: 'warning',
      at: countAt(workload),
      message: `${refuses} ${all - exist} of ${plural(all, 'pod')} of \`${key}\`${when}: ${reasonOf(refused)}`,
      measures: [{ value: all - exist, better: 'fewer' }],
      labels: [{ span: quota.span(path), message: `this ${policy} refuses them` }],
      help: [
        because === 'limit'
          ? `Raise \`${resource}: ${hard}\` in the quota, or lower the replicas to ${exist}.`
          : `${helpFor(refused)}.`,
        `The figures count the ${plural(exist, 'pod')} that ${byCount(exist, 'exists', 'exist')}.`,
      ].join(' '),
    }),
  ];
}

/** `resources.limits.cpu` for `limits.cpu`. */
const missingField = (resource: string): string =>
  pathText(['resources', ...(resource.includes('.') ? resource.split('.') : ['requests', resource])]);

function heldPods({ key, manifest, held }: Workload): readonly Diagnostic[] {
  if (held === undefined || held.because === 'unknown') return [];

  const pods = `the ${plural(held.pods, 'pod')} of \`${key}\``;
  const [kind, name] = held.queue.split(' ');
  const queue = `${kind} \`${name}\``;

  const labels = () => {
    if (held.manifest) return [{ span: held.manifest.span(['metadata', 'name']), message: 'this holds them' }];
    return [];
  };

  const findings = {
    'provisioning-request': {
      severity: 'warning',
      message: `Kueue never starts ${pods}: AdmissionCheck \`${held.by}\` of ${queue} waits for a ProvisioningRequest, which Karpenter does not answer`,
      help: 'Remove the check from the queue. Only cluster-autoscaler answers ProvisioningRequests, and no file installs it. With Karpenter, pods wait for their nodes once the queue admits them, and a CapacityBuffer can keep room for them.',
    },
    stopped: {
      severity: 'note',
      message: `Kueue does not start ${pods}: ${queue} has a \`stopPolicy\` that holds everything`,
      help: 'Set `stopPolicy: None` to start them. Until then, no figure counts them.',
    },
    quota: {
      severity: 'note',
      message: `Kueue does not start ${pods} at the same time as the others: ${queue} has not enough \`${held.by}\` left`,
      help: `Raise \`nominalQuota\` for \`${held.by}\`, or lower what the workload needs. Until then, no figure counts them.`,
    },
  } as const;

  const { severity, message, help } = findings[held.because];

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/pods-held',
      severity,
      at: ['metadata', 'name'],
      message,
      help,
      labels: labels(),
      measures: [{ value: held.pods, better: 'fewer' }],
    }),
  ];
}
