import { PlumblineError } from '../../shared/errors.ts';

/** The parts of an Amazon Resource Name. */
export interface Arn {
  readonly text: string;
  /** `aws`, `aws-cn`, `aws-us-gov`. */
  readonly partition: string;
  readonly service: string;
  /** Empty for IAM, which is global. */
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
  /** `cluster/production`, `role/path/deploy`. */
  readonly resource: string;
}

const pattern = /^arn:(aws(?:-[a-z]+)*):([a-z0-9-]+):([a-z0-9-]*):(\d{12}):([\w+=,.@/:-]+)$/;

function parseArn(text: string): Arn | undefined {
  const [, partition, service, region, account, resource] = pattern.exec(text) ?? [];
  if (resource === undefined) return undefined;
  return { text, partition: partition!, service: service!, region: region!, account: account!, resource };
}

/** The ARN of an EKS cluster. Throws PlumblineError('config') for anything else. */
export function clusterArn(text: string): Arn & { readonly name: string } {
  const arn = parseArn(text.trim());
  const name = arn?.service === 'eks' && arn.region !== '' ? /^cluster\/([\w-]+)$/.exec(arn.resource)?.[1] : undefined;
  if (arn && name !== undefined) return { ...arn, name };
  throw new PlumblineError('config', `\`${text}\` is not the ARN of an EKS cluster`, {
    help: 'Write it as `arn:aws:eks:eu-central-1:111122223333:cluster/production`. To print it, run `aws eks describe-cluster --name NAME --query cluster.arn`.',
  });
}

/** The ARN of an IAM role. */
export type RoleArn = Arn & { readonly name: string };

/** Reads the ARN of an IAM role. Throws PlumblineError('config') for anything else. */
export function roleArn(text: string): RoleArn {
  const arn = parseArn(text.trim());
  const name = arn?.service === 'iam' ? /^role\/(?:.*\/)?([\w+=,.@-]+)$/.exec(arn.resource)?.[1] : undefined;
  if (arn && name !== undefined) return { ...arn, name };
  throw new PlumblineError('config', `\`${text}\` is not the ARN of an IAM role`, {
    help: 'Write it as `arn:aws:iam::111122223333:role/plumbline-production`.',
  });
}

/** Account ids from a list. Throws PlumblineError('config') for an invalid one. */
export function accountIds(texts: readonly string[]): string[] {
  const ids = texts.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
  const wrong = ids.find((id) => !/^\d{12}$/.test(id));
  if (wrong === undefined) return ids;
  throw new PlumblineError('config', `\`${wrong}\` is not an AWS account id`, {
    help: 'Write all twelve digits, and quote the id in YAML, which drops leading zeros otherwise.',
  });
}

/** The domain of a partition's services. */
export const domainOf = (partition: string): string => {
  if (partition === 'aws-cn') return 'amazonaws.com.cn';
  return 'amazonaws.com';
};
