import { replaceValue } from '../../manifest/edit.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { chosenPoolAt } from '../../rules/lint/fields/chosen-pool.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { isOpenToAll } from '../../rules/lint/fields/pools-by-cluster.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { hopLimit, type MetadataReader, metadataOptions, readersOf, withOneHop } from '../fields/instance-metadata.ts';
import { nodeClassOf, writtenAmiFamily } from '../fields/node-classes.ts';

/** The highest hop limit that pods need: one hop leads to the node, and a second one into a pod. */
const mostHops = 2;

export const metadataOptionsRule = defineRule({
  id: 'metadata-options',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Security',
  mistakes: [67],
  controls: ['AWS FSBP EC2.8', 'AWS FSBP EC2.170', 'CIS AWS Foundations 5.7'],
  on: {
    NodeClass(nodeClass, { report }) {
      const tokens = [...metadataOptions, 'httpTokens'];
      if (nodeClass.get(tokens) === 'optional') {
        report({
          at: nodeClass.span(tokens),
          message: `Instances of \`${nodeClass.name}\` answer requests for their metadata without a token (IMDSv1), so a program that fetches URLs for others can leak the node’s credentials`,
          help: 'Set `httpTokens: required`.',
          fix: { description: 'Replace with `required`', edits: replaceValue(nodeClass, tokens, 'required') },
        });
      }

      judgeEndpoint(nodeClass, report);

      const limit = nodeClass.get(hopLimit);
      if (typeof limit !== 'number' || limit <= mostHops) return;

      report({
        at: nodeClass.span(hopLimit),
        severity: 'note',
        message: `The hop limit of ${limit} lets containers and proxies behind a node of \`${nodeClass.name}\` read the node’s credentials`,
        help: 'Set `httpPutResponseHopLimit: 1`, or 2 if pods need the instance metadata.',
        fix: { description: 'Replace with 2', edits: replaceValue(nodeClass, hopLimit, '2') },
      });
    },
    Manifests(all, { report }) {
      const classes = new Map(nodePoolsOf(all).map((pool) => [pool, withOneHop(nodeClassOf(all, pool))] as const));
      if ([...classes.values()].every((nodeClass) => nodeClass === undefined)) return;

      for (const reader of readersOf(all)) {
        const { manifest, pod, path } = reader;
        const chosen = chosenPoolAt(manifest, pod, all);
        const nodeClass = classes.get(chosen!);
        if (chosen === undefined) judgeAnywhere(reader, classes, report);
        if (!nodeClass) continue;

        report({
          manifest,
          at: manifest.span(path),
          message: `Pods of ${manifest.kind} \`${manifest.name}\` ask for the instance metadata, but the hop limit of \`${nodeClass.name}\` is 1, so they get no answer`,
          help: remedyFor(reader, nodeClass),
          labels: [{ span: nodeClass.span(hopLimit), message: 'the hop limit, which is 1 by default' }],
        });
      }
    },
  },
  docs: {
    summary:
      'A node class allows version 1 of the instance metadata service, or a hop limit above 2 or too low for its pods.',
    why: 'The instance metadata contains the credentials of the node’s role. Version 1 answers any HTTP request, so a server that can be made to fetch a URL gives them away. Version 2 requires a token, and its hop limit decides how far the token travels. With a limit of 1 only the node itself gets one, with 2 also its pods. Karpenter requires version 2 by default. A limit of 2 is not reported, because some pods need it. Without the metadata, nodes cannot read their user data and never join. A limit of 1 is reported if pods of this NodePool alone need the metadata. They request its address, or they are the AWS Load Balancer Controller without the id of its VPC.',
    help: 'Set `httpTokens: required` and a hop limit of 1, or 2 if pods need the instance metadata.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specmetadataoptions',
  },
  examples,
});

/** The programs that join a node read its user data and its identity from the metadata. An image of one's own may do without. */
function judgeEndpoint(nodeClass: Manifest, report: RuleContext['report']): void {
  const endpoint = [...metadataOptions, 'httpEndpoint'];
  const family = writtenAmiFamily(nodeClass);
  if (nodeClass.get(endpoint) !== 'disabled' || family === undefined || family === 'Custom') return;

  report({
    severity: 'error',
    at: nodeClass.span(endpoint),
    message: `Instances of \`${nodeClass.name}\` have no metadata, from which ${family} reads the user data that joins a node to the cluster. So its nodes never join`,
    help: 'Set `httpEndpoint: enabled`, and `httpPutResponseHopLimit: 1` to keep pods from the metadata.',
    unready: 'instances without metadata cannot read their user data',
  });
}

const remedyFor = ({ instead }: MetadataReader, { name }: Manifest): string =>
  `Set \`httpPutResponseHopLimit: 2\` in \`metadataOptions\` of \`${name}\`, or ${instead ?? 'configure the pods so that they do not need the instance metadata'}.`;

/** Pods that may run on nodes of several NodePools, or on others. Only a hop limit that is written is worth a note. */
function judgeAnywhere(
  reader: MetadataReader,
  classes: ReadonlyMap<Manifest, Manifest | undefined>,
  report: RuleContext['report'],
): void {
  const hasOneHop = ([pool, nodeClass]: readonly [Manifest, Manifest | undefined]): boolean =>
    nodeClass?.get(hopLimit) === 1 && isOpenToAll(pool);
  const [pool, nodeClass] = [...classes].find(hasOneHop) ?? [];
  if (pool === undefined || nodeClass === undefined) return;

  const { manifest, path } = reader;

  report({
    manifest,
    at: manifest.span(path),
    severity: 'note',
    isProminent: true,
    message: `Pods of ${manifest.kind} \`${manifest.name}\` ask for the instance metadata, but the hop limit of \`${nodeClass.name}\` is 1. On nodes of NodePool \`${pool.name}\`, they get no answer`,
    help: remedyFor(reader, nodeClass),
    labels: [{ span: nodeClass.span(hopLimit), message: 'the hop limit' }],
  });
}

const metadata = (text: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    metadataOptions:
      ${text}
  `);

const agent = (hops: number) =>
  together(
    nodePool({ name: 'agents', nodeClassRef: 'default', requirements: ['karpenter.sh/capacity-type In [on-demand]'] }),
    metadata(`httpPutResponseHopLimit: ${hops}`),
    yaml`
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: agent
      spec:
        template:
          spec:
            nodeSelector:
              karpenter.sh/nodepool: agents
            containers:
              - name: agent
                image: example.com/agent
                args:
                  - --metadata=http://169.254.169.254/latest
                resources:
                  requests:
                    cpu: 100m
                    memory: 128Mi
    `,
  );

function examples(): RuleExamples {
  return {
    bad: [
      metadata('httpTokens: optional'),
      corrected(metadata('httpPutResponseHopLimit: 64'), {
        'httpPutResponseHopLimit: 64': 'httpPutResponseHopLimit: 1',
      }),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          metadataOptions:
            httpEndpoint: disabled
        `),
        { 'httpEndpoint: disabled': 'httpEndpoint: enabled' },
      ),
      corrected(agent(1), { 'httpPutResponseHopLimit: 1': 'httpPutResponseHopLimit: 2' }),
    ],
    good: [agent(2), metadata('httpPutResponseHopLimit: 2'), metadata('httpTokens: required')],
  };
}
