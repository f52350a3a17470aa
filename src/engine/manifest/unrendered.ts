import type { Source } from '../text/source.ts';
import type { Manifest } from './model/manifest.ts';

/** Whether a kustomization that was not rendered changes the objects of a kind in a text. Then only some of their fields are known. */
export const isKindUnrendered = ({ unrenderedKinds = [] }: Source, kind: string): boolean =>
  unrenderedKinds.includes(kind) || unrenderedKinds.includes('*');

/** Whether a kustomization that was not rendered changes an object. */
export const isUnrendered = ({ source, kind }: Manifest): boolean => isKindUnrendered(source, kind);
