import type { Code, Severity } from '../diagnostic.ts';
import type { Value } from '../manifest/manifest.ts';
import type { OriginTool } from '../source.ts';
import type { RemoteChart } from './helm/remote-chart.ts';

/** What keeps a root from being rendered, or what is to be said of it. */
export interface Obstacle {
  readonly code: Code;
  readonly severity: Severity;
  /** The file that it stands in. */
  readonly file: string;
  /** A text of that file to point at. */
  readonly near?: string;
  readonly message: string;
  readonly help?: string;
}

/** How a chart is rendered: what `helm template` is called with. */
export interface HelmCall {
  /** Folder of the chart. */
  readonly chart: string;
  readonly release: string;
  readonly namespace?: string;
  /** Values files of the repository, the later ones winning. */
  readonly valueFiles: readonly string[];
  /** Values that stand in an object, as YAML; they win over the files. */
  readonly values?: { readonly [key: string]: Value };
  /** `--set` and `--set-string`, as Argo CD's parameters are handed over. */
  readonly set: readonly { readonly name: string; readonly value: string; readonly isString: boolean }[];
  readonly includesCrds: boolean;
  /** The chart's own values.yaml does not count. */
  readonly replacesValues?: boolean;
  /** Charts of the repository that stand in for dependencies: name → folder. */
  readonly dependencies: readonly { readonly name: string; readonly folder: string }[];
  /** Dependencies that are fetched from repositories which the configuration allows. */
  readonly fetched?: readonly RemoteChart[];
  /** The chart itself is fetched; `chart` is then the name that it goes by. */
  readonly archive?: RemoteChart;
}

/** How a kustomization is built. */
export interface KustomizeCall {
  readonly folder: string;
  /** Some kustomization of it inflates charts of the repository. */
  readonly needsHelm: boolean;
  /** Files may stand outside of the folder of the kustomization that takes them: Flux allows it. */
  readonly isUnrestricted?: boolean;
  /** A kustomization.yaml that a controller would write, and its folder. */
  readonly overlay?: { readonly folder: string; readonly text: string };
}

/** Flux's variable substitution after a build. */
export interface Substitution {
  readonly values: Readonly<Record<string, string>>;
  /** Some values are not known (a Secret, a ConfigMap that is not here): names without a value then stay as they are. */
  readonly isPartial: boolean;
}

/** One thing that gives manifests when it is rendered. */
export interface Root {
  /** Unique, and what people know it by: `deploy/prod`, `charts/pools with values-prod.yaml`, `Application/pools (apps/pools.yaml)`. */
  readonly name: string;
  /** What declares it, where findings about it as a whole are placed. */
  readonly file: string;
  /** Who renders it in the cluster. */
  readonly tool: OriginTool;
  readonly call: { readonly kustomize: KustomizeCall } | { readonly helm: HelmCall } | null;
  readonly substitution?: Substitution;
  /** All that it is made of, sorted. */
  readonly files: readonly string[];
  /** Those of the files that only say what differs. */
  readonly patches: readonly string[];
  /** Files of Secrets that are not in the repository: empty ones stand in, sorted. */
  readonly absentSecrets?: readonly string[];
  /** Not empty: it is not rendered. */
  readonly obstacles: readonly Obstacle[];
  /** Somebody declares that this is applied; else that it is applied as it stands is a guess. */
  readonly isDeclared: boolean;
  /** What declares it, where something does: `Application argocd/pools`, `plumbline.yaml`. */
  readonly by?: string;
  readonly environment?: string;
  /** The configuration says so; else it is guessed from names. */
  readonly isEnvironmentKnown?: boolean;
  /** What charts are to take for the version of Kubernetes, such as `1.34`. */
  readonly kubernetesVersion?: string;
}
