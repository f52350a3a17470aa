import { resolve } from 'node:path';
import type { Settings } from '../../../engine/api/settings.ts';
import { nearestKarpenterMinor } from '../../../engine/api/versions.ts';
import type { Source } from '../../../engine/source.ts';
import { PlumblineError } from '../../../errors.ts';
import { configAtRef } from '../../../io/config/base-config.ts';
import { findConfig, isTimeZone, mergeSettings, parseConfig, readConfig } from '../../../io/config/config.ts';
import { type Flags, namedValues } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ConfigPlace } from './config-place.ts';

/** Flags over the configuration over the defaults. Throws PlumblineError('config'). */
export async function settingsOf(flags: Flags, terminal: Terminal, place: ConfigPlace): Promise<Settings> {
  const config = await configurationOf(flags, terminal, place);
  const configured = config === undefined ? {} : parseConfig(config);
  const settings = mergeSettings(configured, {
    region: flags.text('region'),
    karpenterVersion: flags.text('karpenter-version'),
    kubernetesVersion: flags.text('kubernetes-version'),
    failOn: flags.text('fail-on') as Settings['failOn'],
    set: { ...configured.set, ...namedValues(flags.texts('set')) },
    ...(flags.isOn('changed-lines') === true && { changedLines: true }),
    ...(flags.isOn('first-round') === true && { firstRound: true }),
    timeZone: flagZone(flags) ?? configured.timeZone ?? machineZone(terminal),
    today: new Date().toISOString().slice(0, 10),
  } as Partial<Settings>);
  if (!flags.isOn('quiet')) noteUnknownVersion(settings, terminal);
  return settings;
}

/** A Karpenter of which nothing is known is judged by its nearest neighbour. */
function noteUnknownVersion({ karpenterVersion }: Settings, { stderr }: Terminal): void {
  const judged = karpenterVersion && nearestKarpenterMinor(karpenterVersion);
  if (judged !== karpenterVersion)
    stderr.write(`note: nothing is known of Karpenter ${karpenterVersion}: ${judged} judges in its place\n`);
}

function flagZone(flags: Flags): string | undefined {
  const named = flags.text('time-zone');
  if (named === undefined || isTimeZone(named)) return named;
  throw new PlumblineError('usage', `\`${named}\` is no time zone`, { help: 'Write it as `Europe/Berlin`.' });
}

/** The zone in which the user of a machine reads times, where its environment says so; another `TZ` than a name is left alone. */
const machineZone = ({ env: { TZ } }: Terminal): string | undefined => (TZ && isTimeZone(TZ) ? TZ : undefined);

/** The file that is named, else the one at the base, else the nearest upwards. */
async function configurationOf(
  flags: Flags,
  terminal: Terminal,
  { repository, ref }: ConfigPlace,
): Promise<Source | undefined> {
  const named = flags.text('config');
  if (named !== undefined) return { ...readConfig(resolve(terminal.cwd, named)), file: named };
  const nearest = findConfig(repository.folder);
  const here = nearest === undefined ? undefined : readConfig(nearest);
  if (ref === undefined) return here;
  const holding = await configAtRef(repository, ref);
  if (here !== undefined && here.text !== holding?.text && !flags.isOn('quiet')) notice(ref, holding, terminal);
  return holding;
}

function notice(base: string, holding: Source | undefined, { stderr }: Terminal): void {
  const what = holding === undefined ? 'it has none, so the defaults hold' : 'the one there holds';
  stderr.write(
    `note: plumbline.yaml differs from \`${base}\`: ${what}\n  help: It takes effect once it is merged; \`--config plumbline.yaml\` tries it out.\n`,
  );
}
