import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { Karpenter } from '../../karpenter/api/karpenter.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { BadRelease } from '../../karpenter/bad-release.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { CompatibleInstanceTypes } from '../../karpenter/cloud-provider/compatible-instance-types.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Code, Diagnostic, Fix, Label, Measure, ResourceRef, Severity } from '../../text/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import type { Example } from './example.ts';
import type { Theme } from './themes.ts';

/** What a rule reports about one place. */
export interface RuleFinding {
  readonly at: Span;
  /** What is wrong and why it matters, with names in backticks. */
  readonly message: string;
  /** What to do, as an instruction that works literally. */
  readonly help?: string;
  readonly labels?: readonly Label[];
  readonly fix?: Fix;
  /** Replaces the severity of the rule. */
  readonly severity?: Severity;
  /** Whether a note is shown at the top of a comment, like a warning. */
  readonly isProminent?: true;
  /** The object of the finding. A handler for one kind does not need to set it. */
  readonly manifest?: Manifest;
  /** Why no new node of the NodePool or node class ever becomes ready, as a clause: "its nodes never join the cluster". */
  readonly unready?: string;
  /** The NodePools and node classes that `unready` is about, if not the object of the finding. */
  readonly unreadyObjects?: readonly Manifest[];
  /** Numbers that the message contains and a change can improve. */
  readonly measures?: readonly Measure[];
  /** The roots of which nothing is applied until this is fixed. */
  readonly refusedRoots?: readonly string[];
  /** A refusal of the API server or of Karpenter that this finding explains better: its place, and a part of its message. */
  readonly explains?: { readonly paths: readonly Path[]; readonly mentioning?: string };
}

/** What a rule may use. It does not include the simulation, whose findings have the code `provisioning/…`. */
export interface RuleContext {
  report(finding: RuleFinding): void;
  /** The capabilities of the target Karpenter. */
  readonly karpenter: Karpenter;
  /**
   * Instance types and zones of the region. Null if the region is unknown or the object belongs to another provider;
   * then rules that need it report nothing.
   */
  readonly catalog: Catalog | null;
  /** Whether the region is unknown, so that the region of the catalog is assumed. */
  readonly isRegionAssumed: boolean;
  /** Whether the Karpenter version is assumed. Then rules do not require what only a newer version needs. */
  readonly isKarpenterAssumed: boolean;
  readonly settings: Settings;
  /** Releases that their publishers withdrew, or advise not to use. */
  readonly badReleases: readonly BadRelease[];
  readonly providers: readonly CloudProvider[];
  readonly all: ManifestSet;
  /** The manifests before the change; null if there are none. */
  readonly base: ManifestSet | null;
  /** The cluster of an object: everything that belongs to the same cluster, also in other roots and folders. */
  clusterOf(manifest: Manifest): ObjectCluster;
  /**
   * The cluster whose NodePools an object without any would use: the only one that the files have, as long as nothing says that it is another one.
   * Its own cluster otherwise. Nothing shows that they are related, so what rests on it is a note.
   */
  onlyClusterFor(manifest: Manifest): ObjectCluster;
  /** The cluster of an object of `base`, with everything that belonged to it before the change. */
  baseClusterOf(manifest: Manifest): ObjectCluster;
  /** Why two objects belong to the same cluster, as a clause; undefined if nothing shows that they do. */
  relation(a: Manifest, b: Manifest): string | undefined;
  /** The most similar of some names, for `Did you mean`. After many searches it is always undefined, to limit the time for bad input. */
  nearest(name: string, candidates: readonly string[]): string | undefined;
  /** The instance types that satisfy the requirements of a NodePool, computed once for all rules. Null without a catalog of its provider. */
  compatible(pool: Manifest): CompatibleInstanceTypes | null;
}

type Handler = (manifest: Manifest, context: RuleContext) => void;

/** Handlers by kind, for all API versions of the kind. `Manifests` gets all objects at once. */
export interface Handlers {
  readonly NodePool?: Handler;
  readonly Provisioner?: Handler;
  readonly NodeOverlay?: Handler;
  /** The node classes of the rule's providers. */
  readonly NodeClass?: Handler;
  /** The predecessor of node classes. */
  readonly NodeTemplate?: Handler;
  readonly Manifests?: (all: ManifestSet, context: RuleContext) => void;
}

interface RuleDocs {
  /** What the rule finds, in one sentence. */
  readonly summary: string;
  /** Why it matters: what happens in the cluster, in one paragraph. */
  readonly why: string;
  /** What to do, in one or two sentences. */
  readonly help: string;
  /** The documentation of Karpenter, Kubernetes or AWS about it. */
  readonly url: string;
}

/** Examples of what a rule finds, and of similar correct manifests. They are its tests and the last part of its page. */
export interface RuleExamples {
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** A lint rule: one file that is code, tests and documentation. */
export interface Rule {
  /** In kebab-case, and never changed. The code is `lint/<id>`. */
  readonly id: string;
  readonly severity: Severity;
  /** The version of plumbline that introduced it. */
  readonly since: string;
  /** The names of the cloud providers whose objects it checks. */
  readonly providers: 'every' | readonly string[];
  readonly theme: Theme;
  /** The numbers of the known mistakes (`codes/mistakes.ts`) that it finds. Empty if the mistake is not in that list. */
  readonly mistakes: readonly number[];
  /** The controls of security standards that it checks, such as `AWS FSBP EC2.8`. None if absent. */
  readonly controls?: readonly string[];
  readonly docs: RuleDocs;
  /** A function, because few runs need the examples. */
  readonly examples: () => RuleExamples;
  /** Codes of findings of other stages that this rule explains better, at the places that a finding names. */
  readonly explains?: readonly Code[];
  /** Codes of findings of other stages that are good enough. If there is one, the finding of this rule is dropped. */
  readonly yieldsTo?: readonly Code[];
  readonly on: Handlers;
}

/** A finding of `lint`, with the findings of other stages that it makes superfluous. */
export interface LintDiagnostic extends Diagnostic {
  /** Why no new node of some objects ever becomes ready, so that Karpenter stops to replace nodes. */
  readonly unready?: { readonly because: string; readonly objects: readonly ResourceRef[] };
  readonly explains?: {
    readonly codes: readonly Code[];
    readonly spans: readonly Span[];
    /** A text that the message of the other finding contains. An empty text matches every message. */
    readonly mentioning: string;
    /** Whether this finding is the superfluous one. */
    readonly yields?: true;
  };
}

/** Declares a rule. It returns its argument and exists only for the types. */
export const defineRule = (rule: Rule): Rule => rule;
