import { type CustomRule, customCode } from '../../engine/karpenter/api/custom-rule.ts';
import { explain, unknownCodes } from '../../engine/review/codes/explanations.ts';
import { codeOf } from '../../engine/rules/lint/findings/overrides.ts';
import { didYouMean } from '../../engine/text/nearest.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Config } from './config-value.ts';

type Path = readonly (string | number)[];

/** Rejects rules and codes that do not exist, because people would believe that they are switched off. Throws PlumblineError('config'). */
export function requireCodes(
  { rules, ignore = [], overrides = [], neverSuppress = [], environments = {} }: Config,
  reader: ConfigReader,
  customRules: readonly Pick<CustomRule, 'id'>[] = [],
): void {
  const custom = customRules.map(customCode);
  const codes: Known = { reader, custom };
  requireRules(rules, ['rules'], codes);
  for (const [i, override] of overrides.entries()) requireRules(override.rules, ['overrides', i, 'rules'], codes);
  for (const [name, environment] of Object.entries(environments))
    requireRules(environment.rules, ['environments', name, 'rules'], codes);
  for (const [i, code] of neverSuppress.entries()) requireCode(code, ['neverSuppress', i], codes);

  const forbidden = new Set(neverSuppress.map(codeOf));

  ignore.forEach(({ code, reason, until }, i) => {
    requireCode(code, ['ignore', i, 'code'], codes);

    if (forbidden.has(codeOf(code)))
      reader.fail(
        ['ignore', i, 'code'],
        `\`${code}\` is in \`neverSuppress\`, so \`ignore\` cannot silence it`,
        'Remove it from one of the two lists.',
      );

    if (reason.trim() === '')
      reader.fail(['ignore', i, 'reason'], `\`ignore[${i}].reason\` is empty`, 'Write why the finding is ignored.');
    if (until !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(until))
      reader.fail(['ignore', i, 'until'], `\`until: ${until}\` is not a date`, 'Write it like `2027-03-31`.');
  });
}

/** Where mistakes are reported, and the codes of the configuration's own rules. */
interface Known {
  readonly reader: ConfigReader;
  readonly custom: readonly string[];
}

function requireCode(code: string, path: Path, { reader, custom }: Known): void {
  if (custom.includes(code)) return;
  const [unknown] = unknownCodes([code], custom);
  if (unknown) reader.fail(path, `\`${code}\` is not the code of a finding`, helpFor(unknown.nearest));
}

function requireRules(rules: Config['rules'] = {}, path: Path, { reader, custom }: Known): void {
  for (const name of Object.keys(rules)) {
    if (custom.includes(name)) continue;

    const [unknown] = unknownCodes([name], custom);
    if (unknown) reader.fail([...path, name], `\`${name}\` is not a rule`, helpFor(unknown.nearest));
    if (explain(name)?.rule) continue;

    const help = 'To silence it, add an entry to `ignore`.';
    reader.fail([...path, name], `\`${name}\` is not a lint rule, so its severity cannot be changed`, help);
  }
}

const helpFor = (candidate: string | undefined): string => {
  if (candidate) return didYouMean(candidate);
  return 'Run `plumbline rules` to list the rules.';
};
