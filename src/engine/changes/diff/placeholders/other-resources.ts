import type { Manifest, Value } from '../../../manifest/model/manifest.ts';

/** A whole value that is the ARN of a resource of Terraform. */
const arnReference = /^\$\{(aws_\w{1,100})\.([\w-]{1,200})\.arn\}$/;

interface Reference {
  readonly kind: string;
  readonly name: string;
}

function referenceIn(value: Value | undefined): Reference | undefined {
  const [, kind, name] = typeof value === 'string' ? (arnReference.exec(value) ?? []) : [];
  if (kind === undefined || name === undefined) return undefined;
  return { kind, name };
}

/**
 * Whether a value names one resource of Terraform before a change and another one after it, so that it certainly changes: no two resources of a kind
 * have the same ARN. Both have to be there after the change, because a resource that is gone may be the other one with a new name. `resources` are
 * the objects of the cluster after the change.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html.
 */
export function areOtherResources(
  [before, after]: readonly [Value | undefined, Value | undefined],
  { source: { origin } }: Manifest,
  resources: readonly Manifest[],
): boolean {
  const [old, now] = [referenceIn(before), referenceIn(after)];
  if (old === undefined || now === undefined || old.kind !== now.kind || old.name === now.name) return false;
  if (origin?.tool !== 'terraform') return false;

  return [old, now].every((reference) =>
    resources.some(
      ({ kind, name, source }) =>
        kind === reference.kind && name === reference.name && source.origin?.root === origin.root,
    ),
  );
}
