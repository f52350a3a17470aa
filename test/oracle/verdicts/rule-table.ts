import { type RecordedCase, readCases } from '../../../kubeval-wasm/recorded-case.ts';
import {
  type CustomResourceDefinition,
  KubevalError,
  load,
  type Validator,
  type Verdict,
} from '../../../kubeval-wasm/validator.ts';
import { definitionOf } from '../../../src/engine/files/schema/server/served-definition.ts';
import { packOf, readPackCases, readProviderCases } from '../../conformance/kubeval/pack-cases.ts';
import {
  allRules,
  type Example,
  hasPlace,
  isBroken,
  isChecked,
  type Rule,
  type RuleCases,
} from '../../conformance/kubeval/rules.ts';

/** Chooses for each rule the shortest recorded object that breaks it and the shortest that passes it. Lists rules without one. */
export async function ruleTable(): Promise<{ rows: RuleCases[]; missing: string[] }> {
  const judges = new Judges(await load());
  const candidates: Candidate[] = [...readCases(), ...readPackCases(), ...readProviderCases(), ...byHand].filter(
    isPlain,
  );
  const rows: RuleCases[] = [];
  const missing: string[] = [];
  for (const { packs, ...rule } of allRules()) {
    const group = candidates
      .filter(({ apiVersion, kind }) => apiVersion === rule.apiVersion && kind === rule.kind)
      .sort((a, b) => a.text.length - b.text.length);
    const pack = packs.at(-1)!;
    const fails = group.find((each) => judges.says(each, { pack, ...rule }, (verdict) => isBroken(rule, verdict)));
    const passes = group.find(
      (each) =>
        isJudgedBy(rule, each) &&
        judges.says(each, { pack, ...rule }, (verdict) => isChecked(verdict) && !isBroken(rule, verdict)),
    );
    if (fails && passes) rows.push({ ...rule, fails: example(fails), passes: example(passes) });
    else
      missing.push(
        `${fails ? 'passes' : 'fails'} ${pack} ${rule.apiVersion} ${rule.kind} ${rule.place}: ${rule.message}`,
      );
  }
  return { rows, missing };
}

type Candidate = Pick<RecordedCase, 'id' | 'set' | 'apiVersion' | 'kind' | 'text' | 'oldText' | 'format'>;

/** Objects for rules that no recorded object breaks. */
const byHand: readonly Candidate[] = [
  {
    id: 'restricted-domain',
    set: 'by hand',
    apiVersion: 'karpenter.sh/v1alpha1',
    kind: 'NodeOverlay',
    text: JSON.stringify({
      apiVersion: 'karpenter.sh/v1alpha1',
      kind: 'NodeOverlay',
      metadata: { name: 'a' },
      spec: { price: '1', requirements: [{ key: 'other.k8s.io/a', operator: 'Exists' }] },
    }),
  },
];

const isPlain = ({ set, format, text }: Candidate): boolean =>
  set !== 'builtin' && format === undefined && text.startsWith('{');

const example = ({ text, oldText }: Candidate): Example => ({ text, ...(oldText !== undefined && { oldText }) });

/** Whether a case has the value that the rule checks. A transition rule needs it on both sides. */
function isJudgedBy({ rule, place }: Omit<Rule, 'packs'>, { text, oldText }: Candidate): boolean {
  try {
    const isTransition = /\boldSelf\b/.test(rule);
    return (
      hasPlace(text, place) &&
      (!isTransition || (oldText !== undefined && oldText !== text && hasPlace(oldText, place)))
    );
  } catch {
    return false;
  }
}

/** Verdicts by the packs, each computed once. */
class Judges {
  readonly #validator: Validator;
  readonly #known = new Map<string, Verdict | undefined>();

  constructor(validator: Validator) {
    this.#validator = validator;
  }

  says(
    recorded: Candidate,
    { pack, apiVersion, kind }: { pack: string } & Omit<Rule, 'packs'>,
    test: (verdict: Verdict) => boolean,
  ): boolean {
    const key = `${pack} ${recorded.id}`;
    if (!this.#known.has(key))
      this.#known.set(
        key,
        this.#judge(recorded, definitionOf(packOf(pack).find(apiVersion, kind)!) as CustomResourceDefinition),
      );
    const verdict = this.#known.get(key);
    return verdict !== undefined && test(verdict);
  }

  #judge({ text, oldText, apiVersion }: Candidate, crd: CustomResourceDefinition): Verdict | undefined {
    try {
      return this.#validator.validate({ crd, version: apiVersion.split('/')[1]!, text, oldText });
    } catch (error) {
      if (error instanceof KubevalError) return undefined;
      throw error;
    }
  }
}
