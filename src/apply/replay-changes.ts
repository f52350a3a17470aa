import type { EditedFile } from '../engine/changes/ledger/changed-file.ts';
import type { Plan } from '../engine/changes/plan/plan.ts';
import { addToGroup } from '../engine/text/group-by.ts';
import { resourceKey } from './apply-request.ts';
import { quotedResource } from './readiness.ts';
import { type ReplayStep, replaySteps } from './replay-steps.ts';

/** A reviewed and approved change, in the order of merging. */
export interface ApprovedChange {
  /** `#12`. */
  readonly label: string;
  readonly plan: Plan;
  /** What it changes in plumbline.yaml for this environment. */
  readonly configuration: readonly ReplayStep[];
  /** What identifies each file that it edits, before and after it. Edits that are known to be harmless lead from one opaque edit to the next. */
  readonly edited?: readonly EditedFile[];
}

/** Whether approved changes together result in a plan. */
interface ReplayedChanges {
  /** Why they do not, one sentence each; empty when they do. */
  readonly gaps: readonly string[];
  /** `NodePool/web` → its reviewed states between base and desired. */
  readonly between: ReadonlyMap<string, readonly string[]>;
}

/** Replays the approved changes for each object and for each entry of the configuration. */
export function replayChanges(
  whole: Omit<ApprovedChange, 'label'>,
  changes: readonly ApprovedChange[],
): ReplayedChanges {
  const between = new Map<string, string[]>();
  for (const { plan } of changes)
    for (const { resource, desired } of plan.objects) {
      const key = resourceKey(resource);
      if (desired !== null) addToGroup(between, key, desired);
    }

  const opaque = new Set([whole, ...changes].flatMap(({ plan }) => plan.opaque.map(({ file }) => file)));
  const approved = changes.map((change) => ({
    label: change.label,
    steps: [...stepsOf(change), ...harmlessSteps(change, opaque)],
  }));

  return { gaps: replaySteps([...stepsOf(whole), ...harmlessSteps(whole, opaque)], approved), between };
}

/** Edits of files that are opaque in another change, and not in this one. */
function harmlessSteps(
  { plan, edited = [] }: Omit<ApprovedChange, 'label'>,
  opaque: ReadonlySet<string>,
): ReplayStep[] {
  const opaqueFiles = new Set(plan.opaque.map(({ file }) => file));
  return edited
    .filter(({ file }) => opaque.has(file) && !opaqueFiles.has(file))
    .map(({ file, before, after }) => ({ key: opaqueKey(file), name: `\`${file}\``, before, after }));
}

const stepsOf = ({ plan, configuration }: Omit<ApprovedChange, 'label'>): ReplayStep[] => [
  ...plan.objects.map(({ resource, baseHash, desiredHash }) => ({
    key: resourceKey(resource),
    name: quotedResource(resource),
    before: baseHash,
    after: desiredHash,
  })),
  ...plan.opaque.map(({ file, base, head }) => ({
    key: opaqueKey(file),
    name: `\`${file}\``,
    before: base,
    after: head,
  })),
  ...configuration,
];

/** No kind of an object contains a space. */
const opaqueKey = (file: string): string => `opaque ${file}`;
