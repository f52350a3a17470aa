import type { Manifest } from './model/manifest.ts';

/**
 * Whether what applies an object uses server-side apply, with which the API server refuses fields that a kind does not have ("field not declared in
 * schema"): a Flux Kustomization does (fluxcd/pkg ssa/manager_apply.go), and applies nothing else after its dry run fails. Helm and Argo CD do not
 * by default, so the API server drops the field.
 */
export const isWrittenStrictly = ({ source: { origin } }: Manifest): boolean =>
  origin?.tool === 'flux' && origin.root.startsWith('Kustomization ');

/** What becomes of fields that an object's kind does not have: `The API server drops it`. */
export const unknownFieldFate = (manifest: Manifest, noun: 'it' | 'them' = 'it'): string => {
  if (isWrittenStrictly(manifest))
    return `Flux refuses the whole Kustomization because of ${noun} (\`field not declared in schema\`)`;

  return `The API server drops ${noun}`;
};
