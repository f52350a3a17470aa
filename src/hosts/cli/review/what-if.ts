import { type BadScenario, readScenario } from '../../../engine/cluster/what-if/read-scenario.ts';
import type { AskedScenario } from '../../../engine/cluster/what-if/what-if.ts';
import { unknownNameText } from '../../../engine/report/what-if/unknown-name-text.ts';
import type { Review, WhatIf } from '../../../engine/review/context/review-data.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { Flags } from '../arguments/arguments.ts';

/** Reads the scenario that the flags describe. Throws PlumblineError('usage') if there is none, or a number is not valid. */
export function askedScenario(flags: Flags): AskedScenario {
  const scenario = readScenario({
    nodes: flags.texts('remove-node'),
    isWithoutSpot: flags.isOn('spot') === false,
    zones: flags.texts('no-zone'),
    families: flags.texts('no-family'),
    scales: flags.texts('scale'),
    growth: flags.text('growth'),
  });

  if ('problem' in scenario) throw refused(scenario);

  return scenario;
}

const refused = ({ problem, help }: BadScenario): PlumblineError => new PlumblineError('usage', problem, { help });

/** The answer. Throws PlumblineError('usage') if a name does not exist or there is nothing to simulate. */
export function answerIn({ whatIf }: Review): WhatIf {
  if (whatIf === undefined || whatIf === 'unknown')
    throw new PlumblineError('usage', 'Nodes and cost are unknown here, so there is nothing to ask', {
      help: 'Run `plumbline estimate` with the same paths, which says why. What-if needs NodePools, workloads that they can run, and a region with known prices.',
    });
  if ('whatIf' in whatIf) return whatIf.whatIf;
  throw refused(unknownNameText(whatIf.unknownName));
}
