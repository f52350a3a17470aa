import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';
import { type MimeFault, wrongMime } from '../user-data/mime-form.ts';
import { repeatedTomlTable, wrongTomlLine } from '../user-data/toml-form.ts';

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
      const wrong = userData === undefined ? undefined : wrongFormatOf(nodeClass, userData);
      if (wrong) report({ at: nodeClass.keySpan(['spec', 'userData']), ...wrong });
    },
  },
  docs: {
    summary: 'User data has a format that the AMI family does not understand.',
    why: 'Karpenter merges `userData` into the user data that it writes for the AMI family. Bottlerocket reads TOML, and a node class with another format never launches a node. On Amazon Linux 2023, `/etc/eks/bootstrap.sh` only fails, so its flags never reach the kubelet. If the parts of a MIME text do not start with the boundary that it declares, none of them runs. Karpenter launches no nodes if the text does not end with the boundary, or if no empty line is between headers and content.',
    help: 'For Bottlerocket, write TOML. For Amazon Linux 2023, write a `NodeConfig` or a script without `bootstrap.sh`. Start each part of a MIME text with two dashes and the declared boundary.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata',
  },
  examples,
});

interface WrongFormat {
  readonly severity?: 'error';
  readonly message: string;
  readonly help: string;
  readonly unready?: string;
}

function wrongFormatOf(nodeClass: Manifest, userData: string): WrongFormat | undefined {
  const family = writtenAmiFamily(nodeClass);
  if (family === 'Bottlerocket') return wrongForBottlerocket(userData);
  if (family === 'AL2023' && callsBootstrap(userData)) {
    return {
      message: '`/etc/eks/bootstrap.sh` only fails on Amazon Linux 2023, so its arguments have no effect',
      help: 'Remove the call, because Karpenter joins the node to the cluster itself. Set labels in the NodePool, and kubelet settings under `spec.kubelet` or, if it has no such field, in a `NodeConfig`.',
    };
  }

  if (family === 'AL2' || family === 'AL2023') return mimeFaultOf(userData);
  return undefined;
}

const unready = 'the user data is not TOML';

function wrongForBottlerocket(userData: string): WrongFormat | undefined {
  const [start = ''] = userData.trimStart().split('\n');

  if (!/^(?:#!|MIME-Version:|Content-Type:|#cloud-config)/i.test(start)) {
    const wrong = wrongTomlLine(userData);
    if (wrong === undefined) return repeated(userData);

    return {
      message: `Bottlerocket expects user data in TOML, but \`${wrong.slice(0, 60)}\` is neither a table nor a key with a value`,
      unready,
      help: 'Write TOML: tables such as `[settings.kubernetes]`, and entries such as `name = "text"`, with texts in quotes.',
    };
  }

  return {
    message: `Bottlerocket expects user data in TOML, but this starts with \`${start.trim().slice(0, 60)}\``,
    unready,
    help: 'Write TOML settings, such as `[settings.kubernetes]`. Bottlerocket runs no scripts.',
  };
}

function repeated(userData: string): WrongFormat | undefined {
  const table = repeatedTomlTable(userData);
  if (table === undefined) return undefined;
  return {
    message: `The user data has the table \`${table.slice(0, 60)}\` twice, which TOML does not allow, so Karpenter launches no nodes`,
    unready: 'the user data repeats a table, which TOML does not allow',
    help: 'Merge the entries of both into one table.',
  };
}

/** A call that runs only if the image has the script (`[ -f … ]`) does no harm. */
const callsBootstrap = (userData: string): boolean =>
  !/-[efx] \/etc\/eks\/bootstrap\.sh/.test(userData) &&
  /^[ \t]*(?:sudo\s+|bash\s+)?\/etc\/eks\/bootstrap\.sh\b/m.test(userData);

function mimeFaultOf(userData: string): WrongFormat | undefined {
  const wrong = wrongMime(userData);
  if (wrong === undefined) return undefined;

  const { fault, about } = wrong;
  if (fault === 'boundary') {
    return {
      message: `This MIME text declares the boundary \`${about}\`, but no line is \`--${about}\`, so none of its parts runs`,
      help: `Start every part with \`--${about}\`, and end the last one with \`--${about}--\`.`,
    };
  }

  return {
    severity: 'error',
    unready: 'the user data is a MIME text that Karpenter cannot read',
    ...unreadMime[fault](about),
  };
}

/** What is wrong with a MIME text that Karpenter cannot read. */
const unreadMime: Readonly<
  Record<Exclude<MimeFault, 'boundary'>, (about: string) => Pick<WrongFormat, 'message' | 'help'>>
> = {
  end: (boundary) => ({
    message: `This MIME text has no line \`--${boundary}--\`, so Karpenter cannot read its last part and launches no nodes`,
    help: `End the text with the line \`--${boundary}--\`.`,
  }),
  part: (line) => ({
    message: `A part of this MIME text has the line \`${line.slice(0, 60)}\` among its headers. Karpenter cannot read that and launches no nodes`,
    help: 'Write an empty line between the headers of a part and its content.',
  }),
  header: (line) => ({
    message:
      line === ''
        ? 'This MIME text starts with an empty line, so Karpenter finds no headers and launches no nodes'
        : `This MIME text has the line \`${line.slice(0, 60)}\` among its headers. Karpenter cannot read that and launches no nodes`,
    help: 'Start the text with its headers, and write an empty line after them.',
  }),
};

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
            echo hello
        `),
        { "/etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'": '' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            #!/bin/bash
            sysctl -w vm.max_map_count=262144
        `),
        {
          '#!/bin/bash': '[settings.kernel.sysctl]',
          'sysctl -w vm.max_map_count=262144': '"vm.max_map_count" = "262144"',
        },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            cluster-domain = cluster.local
        `),
        { '= cluster.local': '= "cluster.local"' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kernel.sysctl]
            "vm.max_map_count" = "262144"
            [settings.kernel.sysctl]
            "net.core.somaxconn" = "1024"
        `),
        { '"262144"\n    [settings.kernel.sysctl]': '"262144"' },
      ),
      corrected(
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
        { '--==BOUNDARY==--': '--BOUNDARY--', '--==BOUNDARY==': '--BOUNDARY' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary="BOUNDARY"

            --BOUNDARY
            Content-Type: text/x-shellscript; charset="us-ascii"

            #!/bin/bash
            echo hello
        `),
        { 'echo hello': 'echo hello\n--BOUNDARY--' },
      ),
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
            allowed-unsafe-sysctls = [
              "net.core.somaxconn", # for the proxies
            ]
            [settings.kubernetes.node-labels]
            "example.com/team" = 'web'
            [settings.host-containers.admin]
            enabled = true
            user-data = """
            {"ssh": {"authorized-keys": []}}
            """
        `,
        'bottlerocket',
      ),
    ],
  };
}
