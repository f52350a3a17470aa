import type { CustomRule } from '../../engine/karpenter/api/custom-rule.ts';
import { didYouMean, nearest } from '../../engine/text/nearest.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Config, CustomRuleConfig } from './config-value.ts';

/** The most rules, and the most expressions of one rule. Each expression has to be compiled. */
const limits = { rules: 100, expressions: 40 };

/** The rules that a file declares. `origin` names the file. */
export const customRulesOf = (configured: readonly CustomRuleConfig[], origin: string): CustomRule[] =>
  configured.map(({ tests, ...rule }) => ({
    severity: 'warning',
    matchConditions: [],
    variables: [],
    fix: [],
    ...rule,
    tests: { good: tests?.good ?? [], bad: tests?.bad ?? [] },
    origin,
  }));

function nameHelp(id: string): string {
  if (id.startsWith('custom/')) return 'Leave `custom/` out. The code of its findings gets it.';
  return 'Use lower-case letters, digits and single hyphens.';
}

/** Rejects rules that could not work. Whether their expressions compile is known only once the API server's code reads them. */
export function requireCustomRules({ customRules = [] }: Config, reader: ConfigReader): void {
  const ids = new Set<string>();

  customRules.forEach((rule, i) => {
    const at = ['customRules', i] as const;

    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(rule.id) || rule.id.length > 60)
      reader.fail([...at, 'id'], `\`${rule.id}\` is not the name of a rule`, nameHelp(rule.id));

    if (ids.has(rule.id)) reader.fail([...at, 'id'], `two rules have the name \`${rule.id}\``, 'Rename one of them.');
    ids.add(rule.id);

    if (rule.on.length === 0)
      reader.fail(
        [...at, 'on'],
        `\`on\` of rule \`${rule.id}\` is empty`,
        'Name the kinds that it judges, such as `NodePool`.',
      );

    requireKinds(rule, at, reader);
    if (rule.message.trim() === '') reader.fail([...at, 'message'], `the message of rule \`${rule.id}\` is empty`);

    if (rule.url !== undefined && !/^https?:\/\/\S+$/.test(rule.url))
      reader.fail(
        [...at, 'url'],
        `\`url\` of rule \`${rule.id}\` is not a URL`,
        'Write it as in `https://example.com/rules`.',
      );

    if (expressionsOf(rule) > limits.expressions)
      reader.fail(
        at,
        `rule \`${rule.id}\` has more than ${limits.expressions} expressions`,
        'Split it into several rules.',
      );

    requireFix(rule, at, reader);
    requireVariables(rule, at, reader);

    if (
      rule.fieldPath !== undefined &&
      !/^\.?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\['[^']*'\]|\["[^"]*"\]|\[\d+\])*$/.test(rule.fieldPath)
    )
      reader.fail(
        [...at, 'fieldPath'],
        `\`${rule.fieldPath}\` in rule \`${rule.id}\` is not the path of a field`,
        "Write it as in `.spec.limits.cpu`, `.spec.list[0]` or `.metadata.labels['example.com/team']`.",
      );
  });

  if (customRules.length > limits.rules)
    reader.fail(['customRules', limits.rules], `there are more than ${limits.rules} rules`, 'Remove some of them.');
}

const expressionsOf = ({ variables = [], matchConditions = [], fix = [] }: CustomRuleConfig): number =>
  variables.length + matchConditions.length + fix.length + 2;

type Place = readonly (string | number)[];

/** Kinds that rules are usually about. Custom kinds have other names, so only a name that is nearly one of these is refused. */
const usualKinds = [
  'NodePool',
  'EC2NodeClass',
  'NodeClass',
  'NodeClaim',
  'NodeOverlay',
  'CapacityBuffer',
  'Provisioner',
  'AWSNodeTemplate',
]
  .concat('Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'Pod', 'PodDisruptionBudget')
  .concat(
    'Service',
    'ConfigMap',
    'Namespace',
    'PriorityClass',
    'StorageClass',
    'HorizontalPodAutoscaler',
    'ServiceAccount',
  );

function requireKinds({ id, on }: CustomRuleConfig, at: Place, reader: ConfigReader): void {
  on.forEach((kind, i) => {
    if (usualKinds.includes(kind)) return;

    const singular = kind.toLowerCase().replace(/(?:ies|s)$/, (end) => {
      if (end === 's') return '';
      return 'y';
    });
    const meant =
      usualKinds.find((usual) => [kind.toLowerCase(), singular].includes(usual.toLowerCase())) ??
      (kind.includes('/') ? kind.split('/').at(-1) : undefined);
    if (meant !== undefined || !/^[A-Z]\w*$/.test(kind))
      reader.fail(
        [...at, 'on', i],
        `\`${kind}\` in \`on\` of rule \`${id}\` is not a kind`,
        didYouMean(meant ?? nearest(kind, usualKinds) ?? 'NodePool'),
      );
  });
}

/** Rejects variables without a usable name, and expressions that read others, which would fail for every object. */
function requireVariables(rule: CustomRuleConfig, at: Place, reader: ConfigReader): void {
  const { id, variables = [], matchConditions = [], fix = [] } = rule;
  const names = variables.map(({ name }) => name);

  names.forEach((name, i) => {
    if (!/^[A-Za-z_]\w*$/.test(name) || names.indexOf(name) < i) {
      const fault = names.indexOf(name) < i ? 'exists twice' : 'is not a name';
      reader.fail(
        [...at, 'variables', i, 'name'],
        `variable \`${name}\` of rule \`${id}\` ${fault}`,
        'Use letters, digits and `_`, and each name once.',
      );
    }
  });

  const expressions: (readonly [Place, string | undefined])[] = [
    ...variables.map(({ expression }, i) => [['variables', i, 'expression'], expression] as const),
    ...matchConditions.map(({ expression }, i) => [['matchConditions', i, 'expression'], expression] as const),
    [['expression'], rule.expression],
    [['messageExpression'], rule.messageExpression],
    ...fix.map(({ valueExpression }, i) => [['fix', i, 'valueExpression'], valueExpression] as const),
  ];

  for (const [place, expression = ''] of expressions) {
    const code = expression.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
    for (const [, name] of code.matchAll(/(?<![\w.])variables\.([A-Za-z_]\w*)/g))
      if (!names.includes(name!))
        reader.fail(
          [...at, ...place],
          `\`variables.${name}\` is not a variable of rule \`${id}\``,
          didYouMeanOr(nearest(name!, names), 'Add it to `variables`.'),
        );
  }
}

const didYouMeanOr = (candidate: string | undefined, otherwise: string): string => {
  if (candidate === undefined) return otherwise;
  return didYouMean(candidate);
};

function requireFix({ id, fix = [] }: CustomRuleConfig, at: Place, reader: ConfigReader): void {
  fix.forEach(({ op, path, value, valueExpression }, i) => {
    const place = [...at, 'fix', i];

    if (!path.startsWith('/'))
      reader.fail(
        [...place, 'path'],
        `\`${path}\` in \`fix\` of rule \`${id}\` is not a JSON Pointer`,
        'Write it as in `/spec/limits/cpu`.',
      );

    const operands = [value, valueExpression].filter((item) => item !== undefined).length;
    if (operands !== (op === 'remove' ? 0 : 1)) {
      const operand = op === 'remove' ? 'no value' : 'either `value` or `valueExpression`';
      reader.fail(place, `\`${op} ${path}\` in \`fix\` of rule \`${id}\` needs ${operand}`);
    }
  });
}
