import { defaultKarpenterSettings } from '../../api/settings.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Facts } from '../../facts.ts';
import type { HelmSettings } from '../../manifest/hints/helm-values.ts';
import { compareNames } from '../../name-order.ts';
import type { Span } from '../../source.ts';
import type { Context, Known } from '../context.ts';

type Judging = Pick<Known, 'settings' | 'karpenter'>;

/** Reports changed Karpenter settings that affect figures or hashes, if Helm values name them. */
export function karpenterSettingsChange(
  context: Judging & Pick<Context, 'target' | 'facts'> & { readonly before: Judging },
): Diagnostic[] {
  const [was, is] = [effective(context.before), effective(context)];
  const moved = [...new Set([...was.keys(), ...is.keys()])].filter((name) => valueIn(was, name) !== valueIn(is, name));
  return moved.sort(compareNames).flatMap((name): Diagnostic[] => {
    const span = placeOf(name, context.target.helmSettings);
    const [from, to] = name === certificate ? ['one certificate', 'another'] : [valueIn(was, name), valueIn(is, name)];
    if (span === undefined) return [];
    return [
      {
        code: 'upgrade/settings',
        severity: 'note',
        message: `Karpenter’s \`${name}\` changes from ${from} to ${to}. Base is simulated with the old value, head with the new one`,
        span,
        labels: [],
        resource: null,
        help: effectOn(name, context.facts),
      },
    ];
  });
}

const certificate = 'clusterCABundle';

/** Settings by name as text, including each feature gate. A gate that is missing is off. */
function effective({ settings, karpenter }: Judging): ReadonlyMap<string, string> {
  const { featureGates, ...others } = { ...defaultKarpenterSettings, ...settings.karpenter };
  const gates = { reservedCapacity: karpenter.reservedCapacityByDefault, ...settings.karpenter.featureGates };
  return new Map([
    ...Object.entries(others).map(([name, value]) => [name, String(value ?? '')] as const),
    ...Object.entries(gates).map(([gate, isOn]) => [`featureGates.${gate}`, String(isOn)] as const),
  ]);
}

const valueIn = (side: ReadonlyMap<string, string>, name: string): string => side.get(name) ?? 'false';

/** Where head sets the setting. If it no longer does, where it sets others. */
function placeOf(name: string, helmSettings: readonly HelmSettings[]): Span | undefined {
  const own = name.split('.')[0]!;
  const values = helmSettings.find(({ settings }) => Object.hasOwn(settings, own)) ?? helmSettings[0];
  return values?.spanOf(own);
}

const effectOn = (name: string, { providers }: Facts): string =>
  providers.flatMap(({ drift }) => drift?.settingEffects.get(name) ?? [])[0] ??
  'Check the figures: the setting affects new nodes, and no running node is replaced because of it.';
