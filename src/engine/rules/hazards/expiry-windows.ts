import { budgetsOf } from '../../cluster/disruption/cluster/budgets.ts';
import { expiriesOf, expiryOf } from '../../cluster/disruption/forecast/expiry.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { readNodePool } from '../../cluster/provisioning/node-pools/read-node-pool.ts';
import { isCronError, parseCron } from '../../karpenter/api/cron.ts';
import { openWindows, type Window } from '../../karpenter/api/disruption/budget-windows.ts';
import { allowsNone, concernsReason } from '../../karpenter/api/disruption/disruption-budget.ts';
import { parseDuration } from '../../karpenter/api/duration.ts';
import type { NodePool } from '../../karpenter/api/node-pool.ts';
import { classReferenceOf } from '../../karpenter/api/pool-fields.ts';
import { defaultExpiryOf } from '../../karpenter/cloud-provider/auto-mode-lifetime.ts';
import { asText, type Manifest, versionOf } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { textIf } from '../../text/words/text-if.ts';
import { stretchText } from '../lint/window-text.ts';
import { type ChangeSeen, manifestNamed } from './change-seen.ts';

const newPath = ['spec', 'template', 'spec', 'expireAfter'];
const oldPath = ['spec', 'disruption', 'expireAfter'];
/** How far ahead the next window is looked for. */
const horizon = 366 * 86_400_000;

/** NodePools whose nodes now expire in windows in which their budgets allow no disruption. */
export function expiryInWindows({ base, head, live, today }: ChangeSeen): readonly Diagnostic[] {
  const now = Date.parse(`${today}T00:00:00Z`);
  return head.manifests.flatMap((manifest) => {
    const before = manifest.kind === 'NodePool' ? manifestNamed(base, 'NodePool', manifest.name) : undefined;
    if (before === undefined || versionOf(manifest.apiVersion) !== 'v1' || !isKnown(manifest)) return [];
    const pool = readNodePool(manifest.object);
    const cause = causeOf(before, manifest);
    const [window] = pool === undefined || cause === undefined ? [] : closedWindows(pool, now);
    if (window === undefined) return [];
    return [finding({ manifest, pool: pool!, cause: cause!, window, live, now })];
  });
}

const isKnown = (manifest: Manifest): boolean =>
  !manifest.isPartial &&
  !holdsPlaceholder(manifest.get(['spec', 'disruption']) ?? null) &&
  !holdsPlaceholder(manifest.get(newPath) ?? null);

/** Why windows no longer protect nodes from expiry; undefined if the change has nothing to do with it. */
function causeOf(before: Manifest, after: Manifest): 'migration' | 'expireAfter' | undefined {
  const isMigration = versionOf(before.apiVersion) === 'v1beta1';
  const old = asText(before.get(isMigration ? oldPath : newPath));
  const expiry = asText(after.get(newPath));
  if (expiry === 'Never') return undefined;
  // Without the field, both versions have 720h.
  if (isMigration) {
    if (old === 'Never') return undefined;
    return 'migration';
  }

  if (expiry === undefined || !isShorter(expiry, old ?? defaultExpiryOf(classReferenceOf(before)?.group)))
    return undefined;
  return 'expireAfter';
}

/** Whether nodes expire earlier than before, or did not expire at all. What cannot be read counts as earlier if it differs. */
function isShorter(after: string, before: string): boolean {
  if (before === 'Never') return true;
  const [later, earlier] = [parseDuration(after), parseDuration(before)];
  if (later === undefined || earlier === undefined) return after !== before;
  return later < earlier;
}

/** The periods from now on in which budgets with a schedule allow no drifted node to be replaced. */
function closedWindows(pool: NodePool, now: number): readonly Window[] {
  const closed = budgetsOf(pool).flatMap(({ nodes, schedule, duration, reasons }) => {
    const cron = parseCron(schedule ?? '');
    const nanos = parseDuration(duration ?? '');
    const isClosed = allowsNone(nodes) && concernsReason({ reasons }, 'Drifted');
    if (schedule === undefined || !isClosed || isCronError(cron) || nanos === undefined) return [];
    return [{ cron, durationMs: Number(nanos / 1_000_000n) }];
  });

  if (closed.length === 0) return [];
  return openWindows(closed, { start: now, end: now + horizon }) ?? [];
}

interface Found {
  readonly manifest: Manifest;
  readonly pool: NodePool;
  readonly cause: 'migration' | 'expireAfter';
  readonly window: Window;
  readonly live: ChangeSeen['live'];
  readonly now: number;
}

function finding({ manifest, pool, cause, window, live, now }: Found): Diagnostic {
  const { name } = manifest;
  const span = expiryOf(pool) ?? 0;
  const since = textIf(cause === 'migration', 'From v1 on, ');
  const first = expiriesOf(live, new Map([[name, pool]])).find(
    ({ from, nodePool }) => nodePool === name && from >= now,
  );
  const at = Math.max(window.start, now);

  const example = () => {
    if (first === undefined) return `For example, a node that started at ${time(at - span)} expires at ${time(at)}.`;
    return `The first running nodes expire at ${time(first.from)}.`;
  };

  const start = since === '' ? 'D' : 'd';

  return manifestDiagnostic(manifest, {
    code: 'disruption/expiry-in-window',
    severity: 'warning',
    at: manifest.get(newPath) === undefined ? ['spec', 'disruption'] : newPath,
    message: `${since}${start}isruption budgets do not hold expiry back: nodes of \`${name}\` also expire while its windows allow no disruption`,
    help: `The next window is ${stretchText(window, undefined)}. ${example()} Set \`expireAfter: Never\` and let drift replace the nodes, which respects the windows. Or protect the pods with PodDisruptionBudgets and set \`terminationGracePeriod\`.`,
  });
}

const time = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
