import { explain, unknownCodes } from '../../engine/codes/explanations.ts';
import { codeOf } from '../../engine/lint/findings/overrides.ts';
import { didYouMean } from '../../engine/nearest.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Config } from './config-value.ts';

type Path = readonly (string | number)[];

/** Refuses rules and findings that do not exist: somebody believes they are switched off. Throws PlumblineError('config'). */
export function requireCodes(
  { rules, ignore = [], overrides = [], neverSuppress = [], environments = {} }: Config,
  reader: ConfigReader,
): void {
  requireRules(rules, ['rules'], reader);
  for (const [i, override] of overrides.entries()) requireRules(override.rules, ['overrides', i, 'rules'], reader);
  for (const [name, own] of Object.entries(environments))
    requireRules(own.rules, ['environments', name, 'rules'], reader);
  for (const [i, code] of neverSuppress.entries()) requireCode(code, ['neverSuppress', i], reader);
  const forbidden = new Set(neverSuppress.map(codeOf));
  ignore.forEach(({ code, reason, until }, i) => {
    requireCode(code, ['ignore', i, 'code'], reader);
    if (forbidden.has(codeOf(code)))
      reader.fail(
        ['ignore', i, 'code'],
        `\`${code}\` is among \`neverSuppress\` and ignored all the same`,
        'Take it out of one of the two.',
      );
    if (reason.trim() === '') reader.fail(['ignore', i, 'reason'], `\`ignore[${i}].reason\` is empty`);
    if (until !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(until))
      reader.fail(['ignore', i, 'until'], `\`until: ${until}\` is no date`, 'Write it as `2027-03-31`.');
  });
}

function requireCode(code: string, path: Path, reader: ConfigReader): void {
  const [unknown] = unknownCodes([code]);
  if (unknown) reader.fail(path, `\`${code}\` is the code of no finding`, helpFor(unknown.nearest));
}

function requireRules(rules: Config['rules'] = {}, path: Path, reader: ConfigReader): void {
  for (const name of Object.keys(rules)) {
    const [unknown] = unknownCodes([name]);
    if (unknown) reader.fail([...path, name], `\`${name}\` is no rule`, helpFor(unknown.nearest));
    if (explain(name)?.rule) continue;
    const help = 'An entry of `ignore` silences it.';
    reader.fail([...path, name], `\`${name}\` is no lint rule, so its severity stays`, help);
  }
}

const helpFor = (candidate: string | undefined): string =>
  candidate ? didYouMean(candidate) : '`plumbline rules` lists the rules.';
