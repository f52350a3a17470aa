import type { Path } from '../../manifest/model/manifest.ts';

/**
 * What a reader must know about a migration. `kept`: a default was written explicitly so that nothing changes; `changed`: the new API has no
 * exact equivalent; `dropped`: the new API does not have the field; `renamed`: a key on other objects has a new name; `impossible`: the
 * migration needs a decision or a fact that is missing.
 */
export type RemarkKind = 'kept' | 'changed' | 'dropped' | 'renamed' | 'impossible';

export interface Remark {
  readonly kind: RemarkKind;
  /** The path in the original object. */
  readonly path: Path;
  /** The message without a final period, with names in backticks. */
  readonly message: string;
  /** What to do. */
  readonly help?: string;
}

/** Collects the remarks on one object during its migration. */
export class Remarks {
  readonly all: Remark[] = [];
  /** Whether the object is a patch of an object in another file, so that it needs no defaults. */
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
