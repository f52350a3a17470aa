import type { DefinitionRemoval } from '../../../manifest/kept-in-cluster.ts';
import type { Mapping, Value } from '../../../manifest/model/manifest.ts';
import type { TerraformRoot } from '../../../manifest/terraform/terraform-source.ts';
import type { Code, Severity } from '../../../text/diagnostic.ts';
import type { OriginTool } from '../../../text/source.ts';
import type { DataReference } from './data-references.ts';
import type { RemoteChart } from './remote-chart.ts';

/** A reason why a root cannot be rendered, or a note about it. */
export interface Obstacle {
  readonly code: Code;
  readonly severity: Severity;
  /** The file that the obstacle is in. */
  readonly file: string;
  /** A text in that file to point at. */
  readonly near?: string;
  /** The line to point at, counted from 1. */
  readonly line?: number;
  readonly message: string;
  readonly help?: string;
  /** Whether it holds from now on for all later changes, so that a note is shown at the top, too. */
  readonly isProminent?: true;
  /** The reason as a clause without names, so that roots with the same reason can be counted. */
  readonly reason?: string;
  /** Whether what is not read may hold objects that are in no file of the repository, such as those of a chart elsewhere. */
  readonly hidesObjects?: true;
  /** Whether the program that renders the root refuses it, so that nothing of it is applied. */
  readonly isRefusal?: true;
}

/** How a chart is rendered: the arguments of `helm template`. */
export interface HelmCall {
  /** The folder of the chart. */
  readonly chart: string;
  readonly release: string;
  readonly namespace?: string;
  /** Values files in the repository. Later ones override earlier ones. */
  readonly valueFiles: readonly string[];
  /** Inline values from an object, as YAML. They override the files. */
  readonly values?: { readonly [key: string]: Value };
  /** `--set` and `--set-string`, for example for Argo CD's parameters. */
  readonly set: readonly { readonly name: string; readonly value: string; readonly isString: boolean }[];
  readonly includesCrds: boolean;
  /** The chart's own values.yaml is not used. */
  readonly replacesValues?: boolean;
  /** Kustomizations, as JSON, through which Flux passes what the chart renders to, one after the other. */
  readonly postRenderers?: readonly string[];
  /** Charts in the repository that replace dependencies: name → folder. */
  readonly dependencies: readonly { readonly name: string; readonly folder: string }[];
  /** Dependencies that are downloaded from repositories which the configuration allows. */
  readonly fetched?: readonly RemoteChart[];
  /** Set if the chart itself is downloaded; `chart` is then its name. */
  readonly archive?: RemoteChart;
  /** Dependencies that the chart is rendered without. */
  readonly absent?: readonly AbsentDependency[];
}

/** A dependency whose chart is neither in the repository nor fetched. What it adds is unknown. */
export interface AbsentDependency {
  readonly name: string;
  /** A clause that says why it is missing. */
  readonly why: string;
  /** A text that is the same on both sides if the dependency and its values are. */
  readonly given: string;
  /** Why the chart is not rendered, if it needs the dependency after all. */
  readonly obstacle: Obstacle;
}

/** How a kustomization is built. */
export interface KustomizeCall {
  readonly folder: string;
  /** At least one included kustomization renders charts from the repository. */
  readonly needsHelm: boolean;
  /** Kustomizations may use files outside their folder, which Flux allows. */
  readonly isUnrestricted?: boolean;
  /** A kustomization.yaml that a controller would generate, and its folder. */
  readonly overlay?: { readonly folder: string; readonly text: string };
}

/** Flux's variable substitution after a build. */
export interface Substitution {
  readonly values: Readonly<Record<string, string>>;
  /**
   * Some values are unknown (from a Secret, or a ConfigMap outside the repository), so variables without a value stay as they
   * are.
   */
  readonly isPartial: boolean;
}

/** Manifests or a chart that are not in the repository and probably have NodePools or node classes. */
export interface Elsewhere {
  /** What the repository says about them: a text that is the same on both sides if the change edits nothing of that. */
  readonly given: string;
  /** Why they are not rendered. */
  readonly obstacle: Obstacle;
}

/** What happens to objects that leave a root, or that it leaves behind. */
interface RootRemoval extends DefinitionRemoval {
  /** `metadata` of its definition, whose annotations say whether the definition itself is deleted. */
  readonly metadata: Mapping;
}

/** Why nothing of a change of its files reaches the cluster at first. */
export interface ApplyDelay {
  /** A clause: "Kustomization `flux-system/pools` is suspended". */
  readonly because: string;
  /** When it does, as a sentence. */
  readonly until: string;
  /** The setting, as a text in the file of the definition. */
  readonly near: string;
  /** Whether a change of the definition itself waits, too. */
  readonly isOfDefinition: boolean;
}

/** Something that Flux waits for. */
export interface Dependency {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A field of some objects that is in git and never applied. */
export interface IgnoredField {
  /** The group of the objects, with `*` for any. */
  readonly group: string;
  readonly kind: string;
  /** All objects of the kind if it is undefined. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly path: readonly string[];
}

/** What Helm knows a release by. With another one, the old release is uninstalled before the new one is installed. */
export interface ReleaseTarget {
  readonly name: string;
  readonly namespace: string;
  /** The namespace in which Helm keeps its records. */
  readonly storage: string;
}

/** A version that an ApplicationSet fills in. */
export interface GeneratedVersion {
  /** The name of the ApplicationSet in its file. */
  readonly set: string;
  /** The address, the chart, its path and its version. */
  readonly source: Mapping;
  /** The version as the template of the set has it. */
  readonly template: Value | undefined;
  /** What the generator gives. */
  readonly parameters: Mapping;
}

/** Data that a definition names in its namespace. */
export interface TakenReferences {
  readonly from: readonly DataReference[];
  readonly namespace: string | undefined;
}

/** The root that renders the definition of another one, and the environment of that root. */
export interface ParentRoot extends Pick<Root, 'name' | 'environment' | 'isEnvironmentKnown'> {}

/** A kustomization, chart or definition that produces manifests when it is rendered. */
export interface Root {
  /**
   * A unique name that people recognize: `deploy/prod`, `charts/pools with values-prod.yaml`, `Application/pools
   * (apps/pools.yaml)`.
   */
  readonly name: string;
  /** The file that defines it, for findings about the root as a whole. */
  readonly file: string;
  /** The root module of Terraform that installs the chart; absent if Terraform does not. */
  readonly terraform?: TerraformRoot;
  /** The tool that renders it in the cluster. */
  readonly tool: OriginTool;
  readonly call: { readonly kustomize: KustomizeCall } | { readonly helm: HelmCall } | null;
  readonly substitution?: Substitution;
  /** All files that it uses, sorted. */
  readonly files: readonly string[];
  /** The files among them that are patches. */
  readonly patches: readonly string[];
  /** The ConfigMaps and Secrets that its definition takes values or variables from, and that plumbline does not read. Absent if there are none. */
  readonly takes?: TakenReferences;
  /** The kinds of objects that a kustomization changes, apart from those that its patch files name; `*` means all. */
  readonly changedKinds?: readonly string[];
  /** Files for Secrets that are not in the repository, sorted. Empty files are used instead. */
  readonly absentSecrets?: readonly string[];
  /** The path that it applies, which is a folder of this repository only in another case. */
  readonly miscased?: { readonly path: string; readonly meant: string };
  /** What it uses that is not in the repository and probably has NodePools or node classes. */
  readonly elsewhere?: Elsewhere;
  /** What its definition says about a chart or manifests that are not in the repository: their version, inline values, patches. */
  readonly said?: unknown;
  /** The version of Karpenter's chart that an ApplicationSet fills in. Its other Applications may have other versions. */
  readonly generated?: GeneratedVersion;
  /** Which revision of the repository is applied: its address, and a branch, tag or commit. */
  readonly revision?: readonly [address: string, ref: string];
  /** The repository or artifact that its definition takes files from: an address, or the object of Flux that has it. */
  readonly source?: string;
  /** Why nothing of a change of its files reaches the cluster at first; absent if it does. */
  readonly waiting?: ApplyDelay;
  /** What Flux waits for before it applies it: kinds and names. Absent for nothing. */
  readonly dependencies?: readonly Dependency[];
  /** Fields that are in git and never applied; absent if all are. */
  readonly ignored?: readonly IgnoredField[];
  /** The files are applied as they are, so nothing is rendered. */
  readonly isPlain?: boolean;
  /** Whether what it applies is deleted once git no longer has it. Only for roots that something defines. */
  readonly removal?: RootRemoval;
  /** Values in its definition are placeholders, so what it renders to is unknown, and that it does not render is no mistake. */
  readonly hasPlaceholders?: boolean;
  /** If there are obstacles, the root is not rendered. */
  readonly obstacles: readonly Obstacle[];
  /** Something defines that this root is applied. Otherwise plumbline assumes that it is applied as it is. */
  readonly isDeclared: boolean;
  /** What defines it, if anything does: `Application argocd/pools`, `plumbline.yaml`. */
  readonly by?: string;
  /** The root that renders its definition, if one does. */
  readonly parent?: ParentRoot;
  /** The cluster to which it is applied, equal for roots that certainly have the same one. Absent if nothing says that. */
  readonly destination?: string;
  /** The namespace of objects that name none, if the definition says it. A chart has its own. */
  readonly namespace?: string;
  /** The release of Helm that it is; absent if Argo CD renders the chart, or nothing says it. */
  readonly target?: ReleaseTarget;
  /** Whether Flux deletes an object whose update the API server refuses, and creates it again. */
  readonly recreatesRefused?: boolean;
  readonly environment?: string;
  /** The configuration sets the environment. Otherwise it is guessed from names. */
  readonly isEnvironmentKnown?: boolean;
  /** The Kubernetes version for which charts are rendered, such as `1.34`. */
  readonly kubernetesVersion?: string;
}
