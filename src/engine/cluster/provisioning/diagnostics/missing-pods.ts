import { pathText } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import type { Workload } from '../pods/workloads.ts';
import type { Simulation } from '../simulation.ts';
import { manifestDiagnostic } from './manifest-diagnostic.ts';

/** Workloads with fewer pods than they want: a ResourceQuota refuses some, or a queue starts none. */
export const missingPods = ({ workloads }: Simulation): readonly Diagnostic[] => [
  ...workloads.workloads.flatMap((workload) => [...refusedPods(workload), ...heldPods(workload)]),
  ...refusedLater(workloads.workloads),
];

/** Quotas that are lower than what running pods request, one finding for each. Which pods restart first is unknown. */
function refusedLater(workloads: readonly Workload[]): readonly Diagnostic[] {
  const later = workloads.filter(({ refused }) => refused?.isLater);
  return [...groupBy(later, ({ refused }) => refused!.quota)].map(([quota, own]) => {
    const { resource, hard } = own[0]!.refused!;
    return manifestDiagnostic(quota, {
      code: 'provisioning/pods-refused',
      severity: 'warning',
      at: ['spec', 'hard', resource],
      message: `ResourceQuota \`${quota.name}\` allows \`${resource}: ${hard}\`, less than the pods of its namespace have. Once pods of ${firstNames(own.map(({ key }) => quoted(key)))} restart, the API server refuses them`,
      help: `Raise \`${resource}: ${hard}\` in the quota, or lower the replicas first. Pods that run already stay, and the figures count them.`,
    });
  });
}

/** Why a workload has fewer pods than it wants, as a sentence; undefined if it has all of them. */
export const whyFewerPods = (workload: Workload): string | undefined => {
  const [found] = [...refusedPods(workload), ...heldPods(workload)];
  return found && `${found.message}.`;
};

/** Where a finding about the number of pods points to. */
const countAt = ({ manifest }: Workload): readonly string[] => {
  if (manifest.get(['spec', 'replicas']) === undefined) return ['metadata', 'name'];
  return ['spec', 'replicas'];
};

function refusedPods(workload: Workload): readonly Diagnostic[] {
  const { key, manifest, replicas, refused } = workload;
  if (refused === undefined || refused.isLater) return [];

  const { quota, resource, hard, because, wanted } = refused;
  const isAtMost = wanted.likely === replicas.likely;
  const [all, exist] = isAtMost ? [wanted.high, replicas.high] : [wanted.likely, replicas.likely];

  if (all === null || exist === null) return [];

  const limit = `\`${resource}: ${hard}\``;
  const when = isAtMost ? ' once its autoscaler scales to the maximum' : '';

  const reason =
    because === 'limit'
      ? `ResourceQuota \`${quota.name}\` allows ${limit}`
      : `ResourceQuota \`${quota.name}\` limits \`${resource}\`, and a container does not set it`;

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/pods-refused',
      severity: 'warning',
      at: countAt(workload),
      message: `The API server refuses ${all - exist} of ${plural(all, 'pod')} of \`${key}\`${when}: ${reason}`,
      measures: [{ value: all - exist, better: 'fewer' }],
      labels: [{ span: quota.span(['spec', 'hard', resource]), message: 'this quota refuses them' }],
      help: [
        because === 'limit'
          ? `Raise ${limit} in the quota, or lower the replicas to ${exist}.`
          : `Set \`${missingField(resource)}\` in every container, or create a LimitRange with a default.`,
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
  const labels = held.manifest ? [{ span: held.manifest.span(['metadata', 'name']), message: 'this holds them' }] : [];

  const found = {
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

  const { severity, message, help } = found[held.because];

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/pods-held',
      severity,
      at: ['metadata', 'name'],
      message,
      help,
      labels,
      measures: [{ value: held.pods, better: 'fewer' }],
    }),
  ];
}
