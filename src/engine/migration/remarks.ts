import type { Path } from '../manifest/manifest.ts';

/**
 * What a reader must know of a migration. `kept`: written out so that nothing changes; `changed`: it cannot be quite as before;
 * `dropped`: the new API has no such field; `renamed`: what Karpenter reads on other objects is called otherwise now; `impossible`: the object cannot be migrated without a decision or a fact that is not here.
 */
export type RemarkKind = 'kept' | 'changed' | 'dropped' | 'renamed' | 'impossible';

export interface Remark {
  readonly kind: RemarkKind;
  /** Place in the object as it was. */
  readonly path: Path;
  /** One sentence without a full stop, names in backticks. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
}

/** Gathers remarks on one object on its way. */
export class Remarks {
  readonly all: Remark[] = [];
  /** The object only says what is different from one in another file: what it leaves out is not missing. */
  readonly isPatch: boolean;

  constructor(isPatch = false) {
    this.isPatch = isPatch;
  }

  kept(path: Path, message: string): void {
    this.all.push({ kind: 'kept', path, message });
  }

  changed(path: Path, message: string, help?: string): void {
    this.all.push({ kind: 'changed', path, message, ...(help !== undefined && { help }) });
  }

  dropped(path: Path, message: string): void {
    this.all.push({ kind: 'dropped', path, message });
  }

  renamed(path: Path, message: string): void {
    this.all.push({ kind: 'renamed', path, message });
  }

  impossible(path: Path, message: string, help: string): void {
    this.all.push({ kind: 'impossible', path, message, help });
  }
}
