import { asList, asMapping } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { byCount } from '../../text/words/plural.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';

const selectors = ['subnetSelectorTerms', 'securityGroupSelectorTerms', 'amiSelectorTerms'];

export const selectorTermIdRule = defineRule({
  id: 'selector-term-id',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'Network',
  mistakes: [80],
  on: {
    NodeClass(nodeClass, { report }) {
      for (const path of selectors.map((name) => ['spec', name])) {
        const terms = asList(nodeClass.get(path)).map((term) => Object.keys(asMapping(term) ?? {}));
        const isMixed = (keys: readonly string[]): boolean => keys.includes('id') && keys.length > 1;
        // If every term is wrong, the API server rejects the list.
        if (terms.every(isMixed)) continue;

        for (const [index, keys] of terms.entries()) {
          if (!isMixed(keys)) continue;

          const others = keys.filter((key) => key !== 'id');

          report({
            at: nodeClass.keySpan([...path, index, others[0]!]),
            message: `Karpenter ignores ${quotedNames(others, ' and ')} in a term with an \`id\`, because the id alone selects`,
            labels: [{ span: nodeClass.span([...path, index, 'id']), message: 'the id alone selects' }],
            help: `Remove ${quotedNames(others, ' and ')}, or move ${byCount(others.length, 'it', 'them')} to a separate term.`,
          });
        }
      }
    },
  },
  docs: {
    summary: 'A selector term has an `id` and other fields, which Karpenter ignores.',
    why: 'An id alone selects one object. The API server should reject other fields in the same term. But its rule looks at all terms together and accepts the list as soon as one of them is valid. Karpenter then uses the id, and tags or a name in the same term narrow nothing.',
    help: 'Remove the other fields, or move them to a separate term.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          subnetSelectorTerms:
            - id: subnet-0123456789abcdef0
              tags:
                karpenter.sh/discovery: demo
            - id: subnet-0123456789abcdef1
        `),
        { '  tags:\n        karpenter.sh/discovery: demo': '' },
        { '  tags:\n        karpenter.sh/discovery: demo': '- tags:\n    karpenter.sh/discovery: demo' },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
          - tags:
              karpenter.sh/discovery: demo
      `),
      ec2NodeClass(yaml`
        amiFamily: AL2023
        amiSelectorTerms:
          - name: golden-*
            owner: self
      `),
    ],
  };
}
