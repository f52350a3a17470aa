import { defaultKarpenterSettings } from '../../karpenter/api/settings.ts';
import type { HelmSettings } from '../../manifest/hints/helm-values.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import { ownValue } from '../../text/own-value.ts';
import type { Span } from '../../text/source.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Context, Known } from '../context/context.ts';
import type { Facts } from '../context/facts.ts';

type Judging = Pick<Known, 'settings' | 'karpenter' | 'installedGates'>;

/** Reports changed Karpenter settings that affect figures or hashes, if Helm values name them. */
export function karpenterSettingsChange(
  context: Judging & Pick<Context, 'target' | 'facts' | 'base' | 'head'> & { readonly before: Judging },
): Diagnostic[] {
  const [settingsBefore, settingsAfter] = [effective(context.before), effective(context)];
  const moved = [...new Set([...settingsBefore.keys(), ...settingsAfter.keys()])].filter(
    (name) => valueIn(settingsBefore, name) !== valueIn(settingsAfter, name),
  );

  return moved.sort(compareNames).flatMap((name): Diagnostic[] => {
    const isOfVersion = isDefaultOfVersion(name, context);
    const span = isOfVersion ? context.target.karpenterVersionSpan : placeOf(name, context.target.helmSettings);
    const [from, to] =
      name === certificate
        ? ['one certificate', 'another']
        : [valueIn(settingsBefore, name), valueIn(settingsAfter, name)];

    if (span === undefined) return [];

    const isAlways = isOfVersion && name === driftGate && context.karpenter.drift === 'always';
    if (isAlways) return driftIsAlways(span, context);

    const state = to === 'true' ? 'on' : 'off';

    const message = () => {
      if (isOfVersion)
        return `Karpenter ${context.target.karpenterVersion} turns \`${name}\` ${state} by default${gateEffects.get(name)?.[to] ?? ''}`;
      return `Karpenter’s \`${name}\` changes from ${from} to ${to}. Base is simulated with the old value, head with the new one`;
    };

    return [
      {
        code: 'upgrade/settings',
        severity: isLoss(name, to, { isOfVersion, head: context.head }) ? 'warning' : 'note',
        message: message(),
        span,
        labels: [],
        resource: null,
        ...(!isOfVersion && { chartValues: [`settings.${name}`] }),
        help: isOfVersion ? helpFor(name, from) : effectOn(name, to, context.facts),
      },
    ];
  });
}

/**
 * What a setting does to running nodes, by the value that it gets; `any` for each value. Sources: core pkg/controllers/node/health/controller.go,
 * pkg/controllers/disruption/consolidation.go.
 */
const effects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'featureGates.drift': {
    any: 'With it, Karpenter replaces nodes that drifted, such as those with an older image. From 1.0 on it always does. Limit that with disruption budgets.',
  },
  'featureGates.nodeRepair': {
    true: 'Karpenter then deletes running nodes that stay unhealthy for 10 to 30 minutes. It does not wait for pods, PodDisruptionBudgets or disruption budgets, and stops while more than 20% of a NodePool is unhealthy.',
    false: 'Nodes that become unhealthy then stay until somebody deletes them.',
  },
  'featureGates.spotToSpotConsolidation': {
    true: 'Consolidation may then replace running spot nodes with cheaper spot nodes, within the disruption budgets.',
    false: 'Consolidation then only deletes spot nodes, and replaces none with a cheaper spot node.',
  },
  'featureGates.reservedCapacity': {
    false:
      'Karpenter then ignores the capacity reservations that node classes select, and paid reservations stay idle. Keep it on while node classes select any.',
  },
  preferencePolicy: {
    any: 'Check the figures. Consolidation follows the setting, too, and may replace running nodes within the disruption budgets.',
  },
  minValuesPolicy: {
    any: 'Check the figures. Consolidation follows the setting, too, and may replace running nodes within the disruption budgets.',
  },
};

const driftGate = 'featureGates.drift';

/** Terraform and environment variables set the gate in ways that are not read. */
const driftGateNamed = /\bfeatureGates\.drift|\bdrift(?:Enabled)?["']?\s{0,9}[:=]/i;

/** From 1.0 on, there is no gate. Nothing is said if base names it in a way that is not read, because it may have been on. */
function driftIsAlways(span: Span, { base, target }: Pick<Context, 'base' | 'target'>): Diagnostic[] {
  if (base?.files.some(({ source: { text } }) => driftGateNamed.test(text))) return [];

  return [
    {
      code: 'upgrade/settings',
      severity: 'note',
      message: `Karpenter ${target.karpenterVersion} has no \`${driftGate}\` and always replaces nodes that drifted`,
      span,
      labels: [],
      resource: null,
      help: 'Limit that with disruption budgets.',
    },
  ];
}

const certificate = 'clusterCABundle';

/** Settings by name as text, including each feature gate. A gate that is missing is off. */
function effective({ settings, karpenter }: Judging): ReadonlyMap<string, string> {
  const { featureGates, ...others } = { ...defaultKarpenterSettings, ...settings.karpenter };
  // Charts before 0.33 read this name, and nothing reads it since.
  const { driftEnabled, ...written } = settings.karpenter.featureGates ?? {};
  const gates = {
    reservedCapacity: karpenter.reservedCapacityByDefault,
    drift: karpenter.drift === 'on',
    ...(karpenter.drift === 'off' && driftEnabled !== undefined && { drift: driftEnabled }),
    ...written,
    // Without the gate, its old value has no effect.
    ...(karpenter.drift === 'always' && { drift: true }),
  };

  return new Map([
    ...Object.entries(others).map(([name, value]) => [name, String(value ?? '')] as const),
    ...Object.entries(gates).map(([gate, isOn]) => [`featureGates.${gate}`, String(isOn)] as const),
  ]);
}

const valueIn = (side: ReadonlyMap<string, string>, name: string): string => side.get(name) ?? 'false';

/** Where head sets the setting. If it no longer does, where it sets others. */
function placeOf(name: string, helmSettings: readonly HelmSettings[]): Span | undefined {
  const section = name.split('.')[0]!;
  const values = helmSettings.find(({ settings }) => Object.hasOwn(settings, section)) ?? helmSettings[0];
  return values?.spanOf(section);
}

function effectOn(name: string, to: string, { providers }: Facts): string {
  const ofValue = ownValue(effects, name);
  return (
    ownValue(ofValue ?? {}, to) ??
    ofValue?.any ??
    providers.flatMap(({ drift }) => drift?.settingEffects.get(name) ?? [])[0] ??
    'Check the figures: the setting affects new nodes, and no running node is replaced because of it.'
  );
}

/** Whether a feature gate differs only because the other version has another default: no side sets it. */
function isDefaultOfVersion(
  name: string,
  { before, settings, installedGates, head }: Judging & Pick<Context, 'head'> & { readonly before: Judging },
): boolean {
  const gate = /^featureGates\.(.+)$/.exec(name)?.[1];
  if (gate === undefined) return false;

  const isSet = (side: Pick<Judging, 'settings' | 'installedGates'>): boolean =>
    side.settings.karpenter?.featureGates?.[gate] !== undefined && side.installedGates?.defaults.has(gate) !== true;
  // Terraform and environment variables set gates in ways that are not read.
  const word = new RegExp(`\\b${gate}\\b`, 'i');
  const isNamed = head.files.some(({ source: { text } }) => word.test(text));

  return !isNamed && !isSet({ settings, installedGates }) && !isSet(before);
}

/**
 * Whether capacity reservations are no longer used: those that node classes select while the gate is on, or open ones that none selects once another
 * version turns it on.
 */
function isLoss(
  name: string,
  to: string,
  { isOfVersion, head }: { readonly isOfVersion: boolean; readonly head: Context['head'] },
): boolean {
  if (name !== 'featureGates.reservedCapacity') return false;
  const isSelected = head.manifests.some(
    (manifest) => manifest.get(['spec', 'capacityReservationSelectorTerms']) !== undefined,
  );
  if (to === 'true') return isOfVersion && !isSelected;
  return isSelected;
}

/**
 * Feature gate → its new default → what that does, as the rest of a sentence. Source: provider-aws
 * pkg/providers/launchtemplate/types.go LaunchMode.
 */
const gateEffects: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    'featureGates.reservedCapacity',
    {
      true: ', so new nodes no longer use open capacity reservations unless a node class selects them. The reservations stay idle and are still billed',
      false: ', so Karpenter ignores the capacity reservations that node classes select',
    },
  ],
]);

const helpFor = (name: string, from: string): string =>
  `${textIf(name.endsWith('.reservedCapacity') && from === 'false', 'If the account has open reservations, select them with `capacityReservationSelectorTerms` before the upgrade, and allow `reserved` in the NodePools. ')}Or set \`settings.${name}: ${from}\` in the values of the chart to keep it as it is.`;
