import { awsQuery } from '../../../io/aws/aws-query.ts';
import type { Env } from '../../../io/env.ts';
import type { AwsSession } from '../../../io/identity/aws-session.ts';
import { PlumblineError } from '../../../shared/errors.ts';

/** The session of a function: its role, whose credentials the runtime keeps in the environment. */
export function sessionOf(env: Env): AwsSession {
  const region = needed(env, 'AWS_REGION');

  const partitionOf = () => {
    if (region.startsWith('cn-')) return 'aws-cn';
    if (region.startsWith('us-gov-')) return 'aws-us-gov';
    return 'aws';
  };

  const partition = partitionOf();

  const credentials = {
    accessKeyId: needed(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed(env, 'AWS_SECRET_ACCESS_KEY'),
    ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
  };

  return { region, account: '', arn: `arn:${partition}:lambda`, credentials: async () => credentials };
}

export const queueUrl = (env: Env): string => needed(env, 'QUEUE_URL');

function needed(env: Env, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new PlumblineError('config', `\`${name}\` is not set`, {
    help: 'Deploy the function with `deploy/lambda/template.yaml`, which sets it.',
  });
}

/**
 * The environment with one of the bot's secrets, which is in the Parameter Store: `WEBHOOK_SECRET_PARAMETER` names the parameter with
 * `WEBHOOK_SECRET`. The environment of a function is visible to everyone who may read its configuration.
 */
export async function withSecret(env: Env, name: string, session: AwsSession): Promise<Env> {
  const parameter = env[`${name}_PARAMETER`];
  if (!parameter) return env;

  const answer = await awsQuery(session, {
    service: 'ssm',
    action: 'GetParameter',
    parameters: { Name: parameter, WithDecryption: true },
  }).catch((cause) => {
    throw new PlumblineError('aws', `The parameter \`${parameter}\` cannot be read: ${(cause as Error).message}`, {
      cause,
      help: 'Create it as a SecureString, and let the role of the function read and decrypt it.',
    });
  });

  const { Parameter } = JSON.parse(answer) as { readonly Parameter?: { readonly Value?: string } };

  return { ...env, [name]: Parameter?.Value };
}
