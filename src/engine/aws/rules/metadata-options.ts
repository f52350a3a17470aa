import { corrected, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { replaceValue } from '../../manifest/edit.ts';

const options = ['spec', 'metadataOptions'];

/** The highest hop limit that pods need: one hop leads to the node, and a second one into a pod. */
const mostHops = 2;

export const metadataOptionsRule = defineRule({
  id: 'metadata-options',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Security',
  mistakes: [],
  controls: ['AWS FSBP EC2.8', 'AWS FSBP EC2.170', 'CIS AWS Foundations 5.7'],
  on: {
    NodeClass(nodeClass, { report }) {
      const tokens = [...options, 'httpTokens'];
      if (nodeClass.get(tokens) === 'optional') {
        report({
          at: nodeClass.span(tokens),
          message: `Instances of \`${nodeClass.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,
          help: 'Set `httpTokens: required`.',
          fix: { description: 'Replace with `required`', edits: replaceValue(nodeClass, tokens, 'required') },
        });
      }
      const hops = [...options, 'httpPutResponseHopLimit'];
      const limit = nodeClass.get(hops);
      if (typeof limit !== 'number' || limit <= mostHops) return;
      report({
        at: nodeClass.span(hops),
        severity: 'note',
        message: `The hop limit of ${limit} lets containers and proxies behind a node of \`${nodeClass.name}\` read the node’s credentials`,
        help: 'Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.',
        fix: { description: 'Replace with 2', edits: replaceValue(nodeClass, hops, '2') },
      });
    },
  },
  docs: {
    summary: 'A node class allows version 1 of the instance metadata service, or a hop limit above 2.',
    why: 'The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it.',
    help: 'Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions',
  },
  examples,
});

const metadata = (text: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${text}
  `);

function examples(): RuleExamples {
  return {
    bad: [
      metadata('httpTokens: optional'),
      corrected(metadata('httpPutResponseHopLimit: 64'), {
        'httpPutResponseHopLimit: 64': 'httpPutResponseHopLimit: 1',
      }),
    ],
    good: [metadata('httpPutResponseHopLimit: 2'), metadata('httpTokens: required')],
  };
}
