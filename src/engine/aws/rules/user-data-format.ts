import { yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';

export const userDataFormatRule = defineRule({
  id: 'user-data-format',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [57, 58],
  on: {
    NodeClass(nodeClass, { report }) {
      const userData = userDataOf(nodeClass);
      const fault = userData === undefined ? undefined : faultOf(nodeClass, userData);
      if (fault) report({ at: nodeClass.keySpan(['spec', 'userData']), ...fault });
    },
  },
  docs: {
    summary: 'User data is of a kind that the AMI family does not understand.',
    why: 'Karpenter merges `userData` into what it writes for the family. Bottlerocket reads TOML, and a class with anything else never launches; on Amazon Linux 2023 `/etc/eks/bootstrap.sh` does nothing but fail, so that the flags it is called with never reach the kubelet; and of a MIME text whose boundary is not the one it declares, no part is run.',
    help: 'Write TOML for Bottlerocket, a script without `bootstrap.sh` or a `NodeConfig` for Amazon Linux 2023, and start each part of a MIME text with two dashes and the declared boundary.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata',
  },
  examples,
});

interface Fault {
  readonly message: string;
  readonly help: string;
}

function faultOf(nodeClass: Manifest, userData: string): Fault | undefined {
  const family = writtenAmiFamily(nodeClass);
  if (family === 'Bottlerocket') return bottlerocketFault(userData);
  if (family === 'AL2023' && callsBootstrap(userData)) {
    return {
      message:
        '`/etc/eks/bootstrap.sh` does nothing but fail on Amazon Linux 2023: what it is called with has no effect',
      help: 'Remove the call, since Karpenter joins the node by itself; give what the kubelet needs as `spec.kubelet`.',
    };
  }
  return family === 'AL2' || family === 'AL2023' ? mimeFault(userData) : undefined;
}

function bottlerocketFault(userData: string): Fault | undefined {
  const [start = ''] = userData.trimStart().split('\n');
  if (!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(start)) return undefined;
  return {
    message: `Bottlerocket reads its user data as TOML, and \`${start.trim().slice(0, 60)}\` is none`,
    help: 'Write settings such as `[settings.kubernetes]`; Bottlerocket runs no scripts.',
  };
}

/** A script that is there in case the image has it (`[ -f … ]`) does no harm. */
const callsBootstrap = (userData: string): boolean =>
  !/-[efx] \/etc\/eks\/bootstrap\.sh/.test(userData) &&
  /^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(userData);

function mimeFault(userData: string): Fault | undefined {
  if (!/^\s*(?:MIME-Version|Content-Type): /i.test(userData)) return undefined;
  const boundary = /boundary="?([^"\s;]{1,200})"?/i.exec(userData)?.[1];
  const lines = userData.split('\n').map((line) => line.trimEnd());
  if (boundary === undefined || lines.includes(`--${boundary}`)) return undefined;
  return {
    message: `No line of this MIME text is \`--${boundary}\`, which its boundary promises: none of its parts is run`,
    help: `Start every part with \`--${boundary}\`, and end the last one with \`--${boundary}--\`.`,
  };
}

function examples(): RuleExamples {
  return {
    bad: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          #!/bin/bash
          /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
      `),
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        userData: |
          #!/bin/bash
          echo hello
      `),
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          MIME-Version: 1.0
          Content-Type: multipart/mixed; boundary="BOUNDARY"

          --==BOUNDARY==
          Content-Type: text/x-shellscript; charset="us-ascii"

          #!/bin/bash
          echo hello
          --==BOUNDARY==--
      `),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          MIME-Version: 1.0
          Content-Type: multipart/mixed; boundary="//"

          --//
          Content-Type: text/x-shellscript; charset="us-ascii"

          #!/bin/bash
          # No /etc/eks/bootstrap.sh here: nodeadm joins the cluster.
          echo hello
          --//--
      `),
      ec2NodeClass(
        yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            # A comment
            [settings.kubernetes]
            kube-api-qps = 30
        `,
        'bottlerocket',
      ),
    ],
  };
}
