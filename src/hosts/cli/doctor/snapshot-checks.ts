import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ageOfSnapshot, snapshotKind } from '../../../engine/cluster/provisioning/snapshot/cluster-snapshot.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import { asText, isObject } from '../../../engine/manifest/model/manifest.ts';

/** A snapshot that is older than this no longer shows what runs. The workflow of `init --snapshot` takes one each week. */
const oldAfterDays = 30;

/** Whether the snapshots that plumbline.yaml names exist, and how old they are. */
export function snapshotChecks(
  { snapshot, environments }: Pick<Settings, 'snapshot' | 'environments'>,
  { root, today }: { readonly root: string; readonly today: string },
): Check[] {
  const named = [snapshot, ...Object.values(environments).map(({ own }) => own.snapshot)];
  const paths = new Set(named.filter((path) => path !== undefined));
  return [...paths].map((path) => snapshotCheck(path, join(root, path), today));
}

function snapshotCheck(path: string, at: string, today: string): Check {
  const to = checksOf(path);

  if (!existsSync(at))
    return to.fail(
      'snapshot/missing',
      'plumbline.yaml names this snapshot, and the file does not exist, so reviews fail',
      `Write it with \`plumbline snapshot --output ${path}\`, or remove the key until the file is merged.`,
    );

  const takenAt = takenAtOf(readFileSync(at, 'utf8'));
  const { days, text } = ageOfSnapshot(takenAt, today);

  if (days === undefined)
    return to.unknown(
      'snapshot/no-date',
      `the snapshot ${text}`,
      'Write it with `plumbline snapshot`, which adds the date.',
    );

  if (days > oldAfterDays)
    return to.warn(
      'snapshot/old',
      `the snapshot ${text}, so reviews may show nodes that no longer run`,
      'Take a new one. `plumbline init --snapshot` writes a workflow that does so each week.',
    );

  return to.pass('snapshot/age', `the snapshot ${text}`);
}

/** When a snapshot was taken. The output of kubectl does not say so. */
function takenAtOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && value.kind === snapshotKind.kind) return asText(value.takenAt);
  } catch {
    // A review says what is wrong with the file.
  }

  return undefined;
}
