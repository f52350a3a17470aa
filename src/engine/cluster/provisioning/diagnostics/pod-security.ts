import { workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import {
  asList,
  asMapping,
  asText,
  type Manifest,
  mappingOrEmpty,
  type Path,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { listIf } from '../../../text/list-if.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import type { Simulation } from '../simulation.ts';
import { manifestDiagnostic } from './manifest-diagnostic.ts';

/**
 * Workloads whose pods the API server refuses, because their namespace enforces a Pod Security Standard. Only what certainly violates it is found.
 * Sources: https://kubernetes.io/docs/concepts/security/pod-security-standards and k8s.io/pod-security-admission/policy.
 */
export function podSecurity({ manifests }: Simulation): readonly Diagnostic[] {
  const levels = enforcedLevels(manifests);
  if (levels.size === 0 || manifests.some(mayChangePods)) return [];

  return workloadsOf({ manifests }).flatMap(({ manifest, template }): readonly Diagnostic[] => {
    const enforced = levels.get(manifest.namespace ?? '');
    if (enforced === undefined) return [];

    const [violation] = violationsOf(manifest, [...template, 'spec'], enforced.level);
    if (violation === undefined) return [];

    const { level, namespace, at } = enforced;
    const workload = `${manifest.kind}/${namespace.name}/${manifest.name}`;

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/pods-refused',
        severity: 'warning',
        at: violation.at,
        message: `The API server refuses new pods of ${quoted(workload)}: namespace ${quoted(namespace.name)} enforces ${quoted(level)}, and ${violation.text}`,
        labels: [{ span: namespace.span(at), message: 'the level is set here' }],
        help: 'Change the pods, or lower the level of the namespace. Pods that run already stay until their node is replaced, and the figures count all.',
      }),
    ];
  });
}

type Level = 'baseline' | 'restricted';

interface EnforcedLevel {
  readonly level: Level;
  readonly namespace: Manifest;
  readonly at: Path;
}

const prefix = 'pod-security.kubernetes.io/enforce';

/** The levels of namespaces, by their names. */
function enforcedLevels(manifests: readonly Manifest[]): ReadonlyMap<string, EnforcedLevel> {
  const levels = new Map<string, EnforcedLevel>();

  for (const manifest of manifests) {
    if (manifest.kind !== 'Namespace' || manifest.apiVersion !== 'v1') continue;

    const at = ['metadata', 'labels', prefix];
    const level = manifest.get(at);
    const version = asText(manifest.get(['metadata', 'labels', `${prefix}-version`])) ?? 'latest';
    if ((level === 'baseline' || level === 'restricted') && isCurrent(version))
      levels.set(manifest.name, { level, namespace: manifest, at });
    else levels.delete(manifest.name);
  }

  return levels;
}

/** Whether a version of the standards has all checks below. The last of them came with 1.25. */
const isCurrent = (version: string): boolean =>
  version === 'latest' || Number(/^v1\.(\d{1,3})$/.exec(version)?.[1] ?? 0) >= 25;

const mutators =
  /^(?:MutatingWebhookConfiguration|MutatingAdmissionPolicy|MutatingPolicy|Assign|AssignMetadata|ModifySet)$/;

/** Whether something in the cluster may change pods before the API server judges them. */
const mayChangePods = ({ kind, object }: Manifest): boolean =>
  mutators.test(kind) || (/^(?:Cluster)?Policy$/.test(kind) && JSON.stringify(object).includes('"mutate"'));

/** What a pod has that a level forbids, as a clause. */
interface Violation {
  readonly at: Path;
  readonly text: string;
}

const containerLists = ['initContainers', 'containers'];

function violationsOf(manifest: Manifest, pod: Path, level: Level): readonly Violation[] {
  const containers = containerLists.flatMap((list) =>
    asList(manifest.get([...pod, list])).map((_, index) => [...pod, list, index]),
  );

  return [
    ...hostViolations(manifest, pod),
    ...containers.flatMap((container) => baselineViolations(manifest, container)),
    ...(level === 'restricted' ? restrictedViolations(manifest, { pod, containers }) : []),
  ];
}

/** What a pod uses of its node. */
function hostViolations(manifest: Manifest, pod: Path): readonly Violation[] {
  const fields = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => manifest.get([...pod, field]) === true);
  const volumes = [...pod, 'volumes'];
  const index = asList(manifest.get(volumes)).findIndex((volume) => asMapping(asMapping(volume)?.hostPath));

  return [
    ...fields.map((field) => ({ at: [...pod, field], text: `the pods use \`${field}\`` })),
    ...listIf(index >= 0, { at: [...volumes, index], text: 'the pods mount a `hostPath`' }),
  ];
}

/** The capabilities that `baseline` lets a container add. */
const addable: ReadonlySet<string> = new Set([
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE'],
  ...['SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
]);

const capabilitiesAt = (manifest: Manifest, container: Path, field: 'add' | 'drop'): readonly string[] =>
  asList(manifest.get([...container, 'securityContext', 'capabilities', field])).flatMap((item) => asText(item) ?? []);

function baselineViolations(manifest: Manifest, container: Path): readonly Violation[] {
  const privileged = [...container, 'securityContext', 'privileged'];
  const ports = [...container, 'ports'];
  const port = asList(manifest.get(ports)).findIndex((item) => Number(asMapping(item)?.hostPort) > 0);
  const added = capabilitiesAt(manifest, container, 'add').find(
    (name) => !holdsPlaceholder(name) && !addable.has(name),
  );

  return [
    ...listIf(manifest.get(privileged) === true, { at: privileged, text: 'a container is `privileged`' }),
    ...listIf(port >= 0, { at: [...ports, port], text: 'a container has a `hostPort`' }),
    ...listIf(added !== undefined, {
      at: [...container, 'securityContext', 'capabilities', 'add'],
      text: `a container adds the capability \`${added}\``,
    }),
  ];
}

/** What `restricted` requires in addition. It requires less of pods on Windows and of pods with users of their own. */
function restrictedViolations(
  manifest: Manifest,
  { pod, containers }: { readonly pod: Path; readonly containers: readonly Path[] },
): readonly Violation[] {
  const spec = mappingOrEmpty(manifest.get(pod));
  const isSpecial = asMapping(spec.os)?.name === 'windows' || spec.hostUsers === false;
  if (isSpecial || manifest.isPartial || holdsPlaceholder(spec)) return [];

  const shared = mappingOrEmpty(spec.securityContext);

  return containers.flatMap((container) => {
    const context = mappingOrEmpty(manifest.get([...container, 'securityContext']));
    const seccomp = asMapping(context.seccompProfile ?? shared.seccompProfile)?.type;
    const requirements: readonly (readonly [text: string, isMet: boolean])[] = [
      ['`allowPrivilegeEscalation: false`', context.allowPrivilegeEscalation === false],
      ['`capabilities.drop: [ALL]`', capabilitiesAt(manifest, container, 'drop').includes('ALL')],
      ['`runAsNonRoot: true`', (context.runAsNonRoot ?? shared.runAsNonRoot) === true],
      ['a `seccompProfile`', isProfile(seccomp)],
    ];

    const missing = requirements.filter(([, isMet]) => !isMet).map(([text]) => text);
    return listIf(missing.length > 0, { at: container, text: `a container has no ${missing[0]}` });
  });
}

const isProfile = (type: Value | undefined): boolean => type === 'RuntimeDefault' || type === 'Localhost';
