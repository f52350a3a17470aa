import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import type { Span } from '../../text/source.ts';
import { findSecret } from '../fields/secret-form.ts';

const path: Path = ['spec', 'userData'];

export const userDataSecretsRule = defineRule({
  id: 'user-data-secrets',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Security',
  mistakes: [],
  controls: ['CWE-798'],
  on: {
    NodeClass(nodeClass, { report }) {
      const userData = nodeClass.get(path);
      const secret = typeof userData === 'string' ? findSecret(userData) : undefined;
      if (!secret) return;
      report({
        at: placeWithoutText(nodeClass),
        message: `Line ${secret.line} of the user data of \`${nodeClass.name}\` seems to contain ${secret.kind}. Every pod that reaches the instance metadata can read it, and so can everybody who may describe the node class or its launch templates`,
        help: 'Store the secret in AWS Secrets Manager or the Parameter Store, and let the user data fetch it with the node’s role. Replace the secret, because it is in the history of the repository.',
      });
    },
  },
  docs: {
    summary: 'User data contains what looks like a password, a token or a key.',
    why: 'User data is not secret. The instance metadata serves it to every process on the node and, with a hop limit of 2, to every pod. It is also in the EC2NodeClass, in launch templates, and in the repository. plumbline does not print the secret, and points at the field instead of the line.',
    help: 'Let the user data fetch secrets from AWS Secrets Manager or the Parameter Store with the node’s role.',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html',
  },
  examples,
});

/** A place whose line, which reports quote, does not contain the user data. */
function placeWithoutText(nodeClass: Manifest): Span {
  const { text } = nodeClass.source;
  const { start, end } = nodeClass.keySpan(path);
  const isBlock = /^\s*:\s*[|>][\d+-]*\s*(?:#.*)?$/.test(/^.*/.exec(text.slice(end))![0]);
  const isAlone = isBlock && /^\s*(?:- )?["']?$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start));
  if (isAlone) return nodeClass.keySpan(path);
  return nodeClass.span(['metadata', 'name']);
}

const running = (line: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: al2023@v20260715
    userData: |
      #!/bin/bash
      ${line}
      /opt/install
  `);

const fetched =
  'export DB_PASSWORD=$(aws secretsmanager get-secret-value --secret-id db --query SecretString --output text)';

function examples(): RuleExamples {
  return {
    bad: [
      corrected(running("export DB_PASSWORD='correct-horse-battery-9'"), {
        "export DB_PASSWORD='correct-horse-battery-9'": fetched,
      }),
      corrected(running('curl -sf https://agent:s3cr3t-4gent@get.example.com/agent | bash'), {
        'agent:s3cr3t-4gent@': '',
      }),
    ],
    good: [
      running(fetched),
      running(
        'TOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-metadata-token-ttl-seconds: 60")',
      ),
      running('export API_TOKEN_FILE=/run/secrets/api-token-1'),
    ],
  };
}
