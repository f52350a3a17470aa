import { quoted } from '../../text/words/quoted-names.ts';
import type { AskedScenario } from './what-if.ts';

/** The options of a scenario as texts, as somebody typed them. */
interface ScenarioOptions {
  readonly nodes: readonly string[];
  readonly isWithoutSpot: boolean;
  readonly zones: readonly string[];
  readonly families: readonly string[];
  /** `WORKLOAD=REPLICAS` each. */
  readonly scales: readonly string[];
  readonly growth: string | undefined;
}

/** Why a scenario cannot be read, as a clause, and what to write instead, as a sentence. */
export interface BadScenario {
  readonly problem: string;
  readonly help: string;
}

/** Reads the numbers of a scenario. A scenario in which nothing happens is refused, too. */
export function readScenario({ scales, growth: wanted, ...rest }: ScenarioOptions): AskedScenario | BadScenario {
  const replicas = scales.map(readScale);
  const bad = replicas.find((scale): scale is BadScenario => 'problem' in scale);
  if (bad !== undefined) return bad;

  const growth = wanted === undefined ? 1 : readGrowth(wanted);
  if (typeof growth !== 'number') return growth;

  const { nodes, zones, families, isWithoutSpot } = rest;

  if (!isWithoutSpot && growth === 1 && [nodes, zones, families, replicas].every((all) => all.length === 0))
    return {
      problem: '`what-if` needs something that happens',
      help: 'For example `--no-spot`, `--no-zone us-east-1a`, `--growth 1.5`, or `--remove-node NODE`.',
    };

  return { ...rest, growth, replicas: replicas as [string, number][] };
}

function readScale(text: string): [workload: string, count: number] | BadScenario {
  const at = text.lastIndexOf('=');
  const count = text.slice(at + 1);

  if (at > 0 && /^\d{1,6}$/.test(count)) return [text.slice(0, at), Number(count)];

  return {
    problem: `\`--scale ${text}\` has no number of replicas`,
    help: 'Write `--scale shop/Deployment/web=10`.',
  };
}

function readGrowth(text: string): number | BadScenario {
  const growth = Number(text);
  if (/^\d{1,3}(?:\.\d{1,6})?$/.test(text) && growth >= 1 && growth <= 100) return growth;
  return {
    problem: `\`--growth ${text}\` is not a number from 1 to 100`,
    help: 'Write `--growth 1.5` for half as many pods more.',
  };
}

/** Reads a scenario from the words of a command: `--no-spot --growth 1.5`. */
export function scenarioOfWords(words: readonly string[]): AskedScenario | BadScenario {
  const values: Record<string, string[]> = {};
  let isWithoutSpot = false;
  const options = words.flatMap((word) => splitOption(word));

  for (let i = 0; i < options.length; i++) {
    const option = options[i]!;
    if (option === '--no-spot') {
      isWithoutSpot = true;
      continue;
    }

    const value = options[++i];
    if (!valued.includes(option))
      return { problem: `\`${option}\` is not an option of \`what-if\``, help: `It has ${optionsText}.` };
    if (value === undefined || value.startsWith('--'))
      return { problem: `\`${option}\` needs a value`, help: `\`what-if\` has ${optionsText}.` };

    values[option] = [...(values[option] ?? []), value];
  }

  return readScenario({
    nodes: values['--remove-node'] ?? [],
    isWithoutSpot,
    zones: values['--no-zone'] ?? [],
    families: values['--no-family'] ?? [],
    scales: values['--scale'] ?? [],
    growth: values['--growth']?.at(-1),
  });
}

const valued = ['--no-zone', '--no-family', '--remove-node', '--scale', '--growth'];
const optionsText = ['--no-spot', ...valued].map(quoted).join(', ');

/** `--growth=2` is `--growth 2`. */
function splitOption(word: string): string[] {
  const at = word.indexOf('=');
  if (word.startsWith('--') && at > 0) return [word.slice(0, at), word.slice(at + 1)];
  return [word];
}
