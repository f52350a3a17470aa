import { yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asList, asMapping } from '../../manifest/manifest.ts';
import { quotedNames } from '../../text/quoted-names.ts';

const selectors = ['subnetSelectorTerms', 'securityGroupSelectorTerms', 'amiSelectorTerms'];

export const selectorTermIdRule = defineRule({
  id: 'selector-term-id',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [80],
  on: {
    NodeClass(nodeClass, { report }) {
      for (const path of selectors.map((name) => ['spec', name])) {
        const terms = asList(nodeClass.get(path)).map((term) => Object.keys(asMapping(term) ?? {}));
        const isMixed = (keys: readonly string[]): boolean => keys.includes('id') && keys.length > 1;
        // Where every term is wrong, the API server does refuse the list.
        if (terms.every(isMixed)) continue;
        for (const [index, keys] of terms.entries()) {
          if (!isMixed(keys)) continue;
          const others = keys.filter((key) => key !== 'id');
          report({
            at: nodeClass.keySpan([...path, index, others[0]!]),
            message: `${quotedNames(others, ' and ')} beside an \`id\` ${others.length === 1 ? 'is' : 'are'} ignored: the id alone selects`,
            labels: [{ span: nodeClass.span([...path, index, 'id']), message: 'this selects by itself' }],
            help: 'Remove it, or make it a term of its own.',
          });
        }
      }
    },
  },
  docs: {
    summary: 'A selector term holds an id and something else beside it, which is ignored.',
    why: 'An id selects by itself. The API server means to refuse anything beside it, but its rule looks at all terms together and lets the list pass as soon as one of them is right: Karpenter then takes the id, and tags or a name beside it narrow nothing.',
    help: 'Remove what stands beside the id, or make it a term of its own.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - id: subnet-0123456789abcdef0
            tags:
              karpenter.sh/discovery: demo
          - id: subnet-0123456789abcdef1
      `),
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
