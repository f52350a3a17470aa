import type { CrdPack } from '../../../files/schema/definitions/crd-pack.ts';
import { hasUnknownFields, isRefused, refusingFaults } from '../../../files/schema/structural/structural-validator.ts';
import { lifetimePaths, refusedLifetime } from '../../../karpenter/cloud-provider/auto-mode-lifetime.ts';
import type { Change, Effect, FieldChange } from '../../../manifest/change.ts';
import type { Manifest, Path } from '../../../manifest/model/manifest.ts';
import { isWrittenStrictly } from '../../../manifest/server-side-apply.ts';
import { textIf } from '../../../text/words/text-if.ts';

/** Whether the API server refuses to create an object, or to update an old one, as far as its schema and the limits of EKS Auto Mode say. */
export function isRefusedBy(pack: CrdPack, manifest: Manifest, old?: Manifest): boolean {
  if (refusedLifetime(manifest) !== undefined) return true;
  const crd = pack.find(manifest.apiVersion, manifest.kind);
  return crd !== undefined && isRefused({ manifest, crd, pack, old });
}

/** Whether the API server certainly refuses it: nobody knows which version of a definition from elsewhere a cluster has. */
export function isCertainlyRefusedBy(pack: CrdPack, manifest: Manifest, old?: Manifest): boolean {
  const crd = pack.find(manifest.apiVersion, manifest.kind);
  if (crd === undefined || crd.asOf !== undefined || crd.isForeign === true) return false;
  return (
    isRefusedBy(pack, manifest, old) || (isWrittenStrictly(manifest) && hasUnknownFields({ manifest, crd, pack, old }))
  );
}

/** A cluster does not hold an object that the API server refuses, so nodes cannot be compared with it. */
export const afterRefused = (field: FieldChange): FieldChange => {
  if (field.effect === 'none' || field.effect === 'new-nodes') return field;
  return { ...field, effect: 'unknown', reason: 'differs from an object that the API server refuses' };
};

/** A changed object that the API server refuses after the change. */
interface RefusedObject {
  readonly head: Manifest;
  /** The object that it updates; undefined if the cluster does not have it. */
  readonly old: Manifest | undefined;
  readonly pack: CrdPack;
  readonly fields: readonly FieldChange[];
  /** Whether it is refused before the change as well. */
  readonly wasRefused: boolean;
  /** What the worst of some effects does, as a clause. */
  readonly summaryOf: (effect: Effect) => string;
  readonly worstOf: (effects: readonly Effect[]) => Effect;
}

/**
 * The change of an object that the API server refuses: the cluster keeps what it has, so no field of it has an effect on running nodes. Fields that
 * are not wrong themselves have their effect once the object is accepted.
 */
export function refusedChange({ head, old, pack, fields, wasRefused, summaryOf, worstOf }: RefusedObject): Change {
  const crd = pack.find(head.apiVersion, head.kind)!;
  const lifetime = refusedLifetime(head) === undefined ? [] : Object.values(lifetimePaths);
  const wrong = [...refusingFaults({ manifest: head, crd, pack, old }).map(({ path }) => path), ...lifetime];
  const isWrong = ({ path }: FieldChange): boolean =>
    wrong.some((fault) => isPrefix(fault, path) || isPrefix(path, fault));
  const later = wasRefused ? 'none' : worstOf(fields.filter((field) => !isWrong(field)).map(({ effect }) => effect));
  const isLater = later !== 'none' && later !== 'new-nodes';
  const when = textIf(wasRefused, ' before and after the change');
  const stays = `the API server refuses it${when}, so running nodes stay`;

  return {
    resource: head.ref,
    type: 'modified',
    fields: fields.map((field) => ({ ...field, effect: 'none', reason: reasonOf(field, isWrong(field)) })),
    effect: 'none',
    summary: isLater ? `${stays}. Once it is accepted: ${summaryOf(later)}` : stays,
    remark: `The API server refuses ${head.kind} \`${head.name}\`${when}, so the change has no effect on its nodes`,
    span: head.span([]),
  };
}

const reasonOf = ({ effect, reason }: FieldChange, isWrong: boolean): string => {
  if (isWrong || effect === 'none') return 'is in an object that the API server refuses';
  return `is in an object that the API server refuses; once it is accepted: ${reason}`;
};

const isPrefix = (path: Path, of: Path): boolean => path.every((step, i) => step === of[i]);
