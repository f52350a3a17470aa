import { asList, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';

/** Where a file writes something about an AWS account. */
export interface AccountPlace {
  readonly manifest: Manifest;
  readonly path: Path;
}

/** An association of EKS Pod Identity: the pods of a service account that get a role. */
export interface PodIdentity extends AccountPlace {
  /** Undefined if it is unknown. */
  readonly namespace: string | undefined;
  /** Undefined if it is unknown. */
  readonly serviceAccount: string | undefined;
}

/** Whether an object is an eksctl configuration. */
export const isEksctl = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'ClusterConfig' && groupOf(apiVersion) === 'eksctl.io';

/** The paths of the items of a list. */
export const itemPaths = (manifest: Manifest, path: Path): readonly Path[] =>
  asList(manifest.get(path)).map((_, index) => [...path, index]);
