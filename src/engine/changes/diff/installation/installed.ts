import type { Change } from '../../../manifest/change.ts';
import { existenceCondition } from '../../../manifest/existence-condition.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { type Installer, installerOf, runningController, toolKind } from './karpenter-moves.ts';

/** All objects on both sides of a change. */
interface BothSides {
  readonly base: readonly Manifest[];
  readonly head: readonly Manifest[];
}

/**
 * The effect of a release that installs Karpenter where nothing did before. Undefined for everything else. `before` are the objects of its cluster
 * before the change.
 */
export function installed(head: Manifest, before: readonly Manifest[], all: BothSides): Change | undefined {
  const installer = certainInstaller(head);
  // A chart that is rendered here has a Deployment, which is a change itself.
  if (installer === undefined || head.kind === 'KustomizeChart' || before.some(mayInstall)) return undefined;
  if (isMoved(head, all)) return undefined;

  const condition = existenceCondition(head);
  const version = installer.version === undefined ? '' : ` ${installer.version}`;
  const change = {
    resource: { ...head.ref, kind: toolKind(head) },
    type: 'added',
    fields: [],
    effect: 'none',
    startsKarpenter: true,
    span: head.span([]),
  } as const;

  if (condition !== undefined)
    return { ...change, condition, summary: `new, if \`${condition}\` creates it; installs Karpenter${version}` };

  const remark = `Adds ${installer.title}, which installs Karpenter${version}`;
  return { ...change, summary: `new; installs Karpenter${version}`, remark };
}

/** Whether a release only moves, as with the folder of an environment that gets another name: as many releases as before have its settings. */
function isMoved(release: Manifest, { base, head }: BothSides): boolean {
  const settings = settingsOf(release);
  const isSame = (other: Manifest): boolean => other.kind === release.kind && settingsOf(other) === settings;
  const before = base.filter(isSame).length;
  return before > 0 && before >= head.filter(isSame).length;
}

const settingsOf = (release: Manifest): string => JSON.stringify(release.get(['spec']));

/** Whether the objects after a change install Karpenter, and nothing among those before it does. */
export const isFirstInstallation = (before: readonly Manifest[], after: readonly Manifest[]): boolean =>
  after.some((manifest) => certainInstaller(manifest) !== undefined) && !before.some(mayInstall);

function certainInstaller(manifest: Manifest): Installer | undefined {
  const installer = installerOf(manifest);
  if (installer?.isCertain) return installer;
  return undefined;
}

const mayInstall = (manifest: Manifest): boolean =>
  installerOf(manifest) !== undefined || runningController(manifest) !== undefined;
