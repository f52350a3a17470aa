import { compareMinors } from '../../karpenter/api/versions.ts';
import { asText } from '../../manifest/model/manifest.ts';
import { against, corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { namedImagesOf } from '../fields/image-names.ts';
import { amiTermsOf, writtenAmiFamily } from '../fields/node-classes.ts';

/** The first Bottlerocket release that understands the user data from Karpenter. Source: Karpenter's upgrade guide for 1.1. */
const first = '1.22';

export const bottlerocketRaidRule = defineRule({
  id: 'bottlerocket-raid',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [96],
  on: {
    NodeClass(nodeClass, context) {
      const { report, karpenter } = context;
      const policy = nodeClass.get(['spec', 'instanceStorePolicy']);
      if (!karpenter.bottlerocketRaid || policy !== 'RAID0' || writtenAmiFamily(nodeClass) !== 'Bottlerocket') return;

      for (const { path, term } of amiTermsOf(nodeClass)) {
        const version = /^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(asText(term.alias) ?? '')?.[1];
        if (version === undefined || compareMinors(version, first) >= 0) continue;

        report({
          at: nodeClass.span([...path, 'alias']),
          message: `Bottlerocket ${version} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,
          labels: [
            {
              span: nodeClass.span(['spec', 'instanceStorePolicy']),
              message: 'Karpenter writes user data for this policy',
            },
          ],
          help: `Pin Bottlerocket ${first}.0 or newer, or remove \`instanceStorePolicy\`.`,
        });
      }

      for (const { path, text, bottlerocket } of namedImagesOf(nodeClass, context)) {
        if (bottlerocket === undefined || compareMinors(bottlerocket, first) >= 0) continue;
        report({
          at: nodeClass.span(path),
          message: `Bottlerocket ${bottlerocket}, which \`${text}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,
          help: `Select Bottlerocket ${first}.0 or newer, or remove \`instanceStorePolicy\`.`,
        });
      }
    },
  },
  docs: {
    summary: 'A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it.',
    why: 'For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster.',
    help: 'Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),
        { 'bottlerocket@v1.21.1': 'bottlerocket@v1.22.0' },
        { 'instanceStorePolicy: RAID0': '' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),
        { 'v1.20.3-5d9ac849': 'v1.44.0-5d9ac849' },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),
      against(
        { karpenter: '1.0' },
        ec2NodeClass(yaml`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),
      ),
    ],
  };
}
