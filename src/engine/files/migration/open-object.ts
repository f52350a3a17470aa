import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { DraftEntry, DraftMap } from './draft.ts';
import type { OldFile } from './old-file.ts';
import type { OpenDocument } from './open-document.ts';

/** An object of a file that is being rewritten. */
export interface OpenObject {
  readonly manifest: Manifest;
  readonly file: OldFile;
  readonly document: OpenDocument;
  readonly path: Path;
  readonly draft: DraftMap;
}

/** A NodePool in the target version, with the kubelet settings that it had. */
export interface OpenPool extends OpenObject {
  readonly kubelet: DraftEntry | undefined;
}
