import type { Change } from '../../manifest/change.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Both } from './converted.ts';

/**
 * The argument whose changes Terraform ignores, if it leaves an object as it is. It does so on both sides: without
 * `ignore_changes` at base, the object is already what the files say there, and without it at head, Terraform applies
 * what differs.
 */
export function ignoredArgumentOf(base: Manifest, head: Manifest): string | undefined {
  const { origin } = head.source;
  if (origin?.ignoredArgument === undefined || base.source.file !== head.source.file) return undefined;
  // Terraform creates it again, with everything that is written now.
  if (origin.recreation?.trigger !== base.source.origin?.recreation?.trigger) return undefined;
  return origin.ignoredArgument;
}

/** The change of an object that Terraform leaves as it is, of what would change otherwise. */
export function ignoredChange({ base, head }: Both, change: Change | undefined): Change | undefined {
  const argument = change && ignoredArgumentOf(base, head);
  if (!change || argument === undefined) return change;

  const reason = `is ignored by Terraform (\`ignore_changes\` has \`${argument}\`)`;
  const { condition: _, ...rest } = change;

  return {
    ...rest,
    fields: change.fields.map((field) => ({ ...field, effect: 'none', reason })),
    effect: 'none',
    summary: `Terraform ignores the change of \`${argument}\`, so running nodes stay`,
    remark: `Terraform ignores the change of ${head.kind} \`${head.name}\` (\`ignore_changes\`), so it has no effect`,
  };
}
