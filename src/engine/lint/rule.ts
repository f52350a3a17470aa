import type { Karpenter } from '../api/karpenter.ts';
import type { Settings } from '../api/settings.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import type { CloudProvider } from '../cloud-provider/cloud-provider.ts';
import type { Code, Diagnostic, Fix, Label, Severity } from '../diagnostic.ts';
import type { Manifest, Path } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import type { Span } from '../source.ts';
import type { CompatibleInstanceTypes } from './compatible-instance-types.ts';
import type { Example } from './example.ts';
import type { Theme } from './themes.ts';

/** What a rule says of one place. */
export interface RuleFinding {
  readonly at: Span;
  /** What is wrong: one sentence, names in backticks. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
  readonly labels?: readonly Label[];
  readonly fix?: Fix;
  /** Instead of the rule's own severity. */
  readonly severity?: Severity;
  /** The object it is about; a handler of one kind need not say. */
  readonly manifest?: Manifest;
  /** The API server's refusal, or Karpenter's, that this finding says better: where it stands, and what its words hold. */
  readonly explains?: { readonly paths: readonly Path[]; readonly mentioning?: string };
}

/** What a rule may look at. Never the simulation: what only that knows is a `provisioning/` finding. */
export interface RuleContext {
  report(finding: RuleFinding): void;
  /** What the Karpenter that the manifests are for can do. */
  readonly karpenter: Karpenter;
  /** Instance types and zones of the region; null when the region is not known, or the object another provider's: then nothing is judged by it. */
  readonly catalog: Catalog | null;
  /** Nothing names the region: the catalog’s stands in for it. */
  readonly isRegionAssumed: boolean;
  /** Nothing says which Karpenter it is: what only a newer one needs is not demanded. */
  readonly isKarpenterAssumed: boolean;
  readonly settings: Settings;
  readonly providers: readonly CloudProvider[];
  readonly all: ManifestSet;
  /** The side that the change starts from; null when there is none. */
  readonly base: ManifestSet | null;
  /** The nearest of some names, for `Did you mean`; undefined as well after many look-ups, so that bad input costs little. */
  nearest(name: string, candidates: readonly string[]): string | undefined;
  /** Which instance types a pool's requirements leave; null without a catalog of its provider. Worked out once for all rules. */
  compatible(pool: Manifest): CompatibleInstanceTypes | null;
}

type Handler = (manifest: Manifest, context: RuleContext) => void;

/** Handlers by kind, of every API version that kind had; `Manifests` sees all at once. */
export interface Handlers {
  readonly NodePool?: Handler;
  readonly Provisioner?: Handler;
  readonly NodeOverlay?: Handler;
  /** The node classes of the rule's providers. */
  readonly NodeClass?: Handler;
  /** What its providers had before node classes. */
  readonly NodeTemplate?: Handler;
  readonly Manifests?: (all: ManifestSet, context: RuleContext) => void;
}

export interface RuleDocs {
  /** One sentence: what the rule finds. */
  readonly summary: string;
  /** One paragraph: what happens in the cluster otherwise. */
  readonly why: string;
  /** One or two sentences: what to do. */
  readonly help: string;
  /** Where Karpenter or AWS say so. */
  readonly url: string;
}

/** What a rule finds, and what comes near and is right: its tests, and the last part of its page. */
export interface RuleExamples {
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** A lint rule: one file that is code, tests and documentation. */
export interface Rule {
  /** Kebab-case and stable; its code is `lint/<id>`. */
  readonly id: string;
  readonly severity: Severity;
  /** plumbline's version that brought it. */
  readonly since: string;
  /** The cloud providers whose objects it judges, by name. */
  readonly providers: 'every' | readonly string[];
  readonly theme: Theme;
  /** Numbers of the known mistakes (`codes/mistakes.ts`) that it finds; none where it looks for one of our own. */
  readonly mistakes: readonly number[];
  readonly docs: RuleDocs;
  /** A function, for few runs show them. */
  readonly examples: () => RuleExamples;
  /** Codes of other stages' findings that say the same in other words, at the places a finding names. */
  readonly explains?: readonly Code[];
  /** Instead: codes of other stages' findings that say enough, so that this rule's goes where there is one. */
  readonly yieldsTo?: readonly Code[];
  readonly on: Handlers;
}

/** What `lint` returns: a finding that also knows which findings of other stages it makes superfluous. */
export interface LintDiagnostic extends Diagnostic {
  readonly explains?: {
    readonly codes: readonly Code[];
    readonly spans: readonly Span[];
    /** What the other finding's message holds; anything when empty. */
    readonly mentioning: string;
    /** This finding is the superfluous one. */
    readonly yields?: true;
  };
}

/** Declares a rule; the identity function, for its types. */
export const defineRule = (rule: Rule): Rule => rule;
