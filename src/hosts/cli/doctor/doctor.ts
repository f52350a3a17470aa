import type { Settings } from '../../../engine/karpenter/api/settings.ts';
import { doctorDocument, doctorText, isHealthy } from '../../../engine/report/terminal/doctor.ts';
import { jsonText } from '../../../engine/text/words/log-text.ts';
import { Repository } from '../../../io/git/repository.ts';
import { exitCode } from '../../../shared/errors.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import { chosenEnvironment } from '../input/chosen-environment.ts';
import { configPlace } from '../input/config-place.ts';
import { logOf } from '../input/read-sides.ts';
import { settingsOf } from '../input/review-settings.ts';
import { isColored } from '../terminal/color.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';
import { type Examined, examineFiles, examineSetup, type Visit } from './examine-setup.ts';
import { readVisit } from './read-visit.ts';

/** `plumbline doctor [PATH…]`: checks identity, permissions, and what EC2NodeClasses refer to. It changes nothing. */
export async function runDoctor(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags } = input;
  const log = logOf(flags, terminal);
  const repository = new Repository(terminal.cwd);
  const settings = await settingsOf(flags, terminal, await configPlace(input, terminal, repository));
  const environment = chosenEnvironment(flags, withChoice(flags, settings), terminal.cwd);
  const files = await readVisit(input, { terminal, repository, settings, log });
  const visit: Visit = { flags, terminal, environment, settings, files };

  const examine = () => {
    if (flags.isOn('offline')) return examineFiles(visit);
    return examineSetup(visit, (what) => log.progress(what));
  };

  const examined = await examine();
  log.done();
  writeOutput(render(examined, visit), flags, terminal);

  if (isHealthy(examined.checks)) return exitCode.ok;
  return exitCode.findings;
}

/** Leaves only the environment to choose from that has a cluster, or none if none has one. Nothing else has to be chosen then. */
function withChoice(flags: Flags, settings: Settings): Settings {
  const all = Object.entries(settings.environments);
  if (all.length < 2 || flags.text('environment') !== undefined) return settings;

  const reached = all.filter(([, { clusterArn, roleArn, context }]) => clusterArn ?? roleArn ?? context);
  if (reached.length > 1) return settings;
  return { ...settings, environments: Object.fromEntries(reached) };
}

function render({ checks, configuration: capacity }: Examined, { flags, terminal, environment }: Visit): string {
  const format = flags.text('format') ?? 'text';
  const isEmpty = Object.keys(capacity).length === 0;

  const ofEnvironment = () => {
    if (environment.settings === undefined) return capacity;
    return { environments: { [environment.name]: capacity } };
  };

  const configuration = isEmpty ? undefined : ofEnvironment();
  if (format === 'json') return `${jsonText(doctorDocument(checks, configuration), 2)}\n`;

  const { columns } = terminal.stdout;
  return doctorText(checks, { isColor: isColored(flags, terminal), configuration, ...(columns && { width: columns }) });
}
