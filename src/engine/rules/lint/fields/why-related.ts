import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { RuleContext } from '../rule.ts';

/** Whether two objects are of one Terraform root or of one rendered root. */
export const isSameRoot = (a: Manifest, b: Manifest): boolean =>
  a.source.origin !== undefined && a.source.origin.root === b.source.origin?.root;

/** How the files show that an object in another place belongs to the same cluster, as the end of the text of a label. */
export function whyRelated(manifest: Manifest, other: Manifest, { relation }: Pick<RuleContext, 'relation'>): string {
  if (isSameRoot(manifest, other)) return '';
  const reason = relation(manifest, other);
  if (reason === undefined) return '';
  return `. It is related to \`${manifest.name || manifest.kind}\` because ${reason}`;
}
