import type { OriginTool } from '../../text/source.ts';

/** The kinds of objects that apply other manifests, each with its group and tool. */
export const definitionKinds = {
  Application: { group: 'argoproj.io', tool: 'argocd' },
  ApplicationSet: { group: 'argoproj.io', tool: 'argocd' },
  HelmRelease: { group: 'helm.toolkit.fluxcd.io', tool: 'flux' },
  Kustomization: { group: 'kustomize.toolkit.fluxcd.io', tool: 'flux' },
} as const satisfies Readonly<Record<string, { readonly group: string; readonly tool: OriginTool }>>;

/** A kind of object that applies other manifests. */
export type DefinitionKind = keyof typeof definitionKinds;

/** Whether an object of this group and kind applies other manifests. */
export const isDefinitionKind = (kind: string, group: string): kind is DefinitionKind =>
  Object.hasOwn(definitionKinds, kind) && definitionKinds[kind as DefinitionKind].group === group;
