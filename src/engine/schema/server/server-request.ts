import type { ServerCause } from '../../diagnostic.ts';
import type { CrdVersion } from '../definitions/crd-pack.ts';

/** A failure status of the API server. */
export interface ServerRefusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly ServerCause[];
}

/** What the API server says of one object. */
export interface ServerVerdict {
  /** `create` also where the old text is nothing that a server could have stored. */
  readonly operation: 'create' | 'update';
  /** How far the checks go: of a kind that is only decoded, what the server checks afterwards is unknown. */
  readonly checked: 'everything' | 'decoding';
  /** With `fieldValidation=Strict`, as kubectl asks: null where the object is accepted. */
  readonly strict: ServerRefusal | null;
  /** With `fieldValidation=Warn`. */
  readonly lenient: ServerRefusal | null;
  readonly warnings: readonly string[];
  /** Fields that the server drops, as it writes their paths. */
  readonly pruned: readonly string[];
  /** What the CEL rules cost, in the server's units. */
  readonly cost: number;
}

/** The definition of a custom kind as the API server takes it. */
export interface ServedDefinition {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
  };
}

/** One object, in JSON that keeps what the server judges: integers beyond 2^53. */
export interface ServerRequest {
  /** A custom kind's definition and the version that is asked, or else a built-in kind. */
  readonly kind:
    | { readonly crd: ServedDefinition; readonly version: string }
    | { readonly apiVersion: string; readonly kind: string };
  readonly text: string;
  /** The object before, which makes it an update. */
  readonly oldText?: string;
  /** What rules may cost, for definitions that nobody trusts. */
  readonly costBudget?: number;
}

/** The API server's own code, handed in by a host. Never throws: where it can give no verdict it says why. */
export interface ApiServer {
  judge(request: ServerRequest): ServerVerdict | { readonly failure: string };
  /** Whether it knows a built-in kind: `apps/v1`, `Deployment`. */
  knows(apiVersion: string, kind: string): boolean;
  /** Says what `judge` will be asked soon, where that is of use: a server elsewhere can begin meanwhile. */
  expect?(requests: readonly ServerRequest[]): void;
}

const definitions = new WeakMap<CrdVersion, ServedDefinition>();

/** The definition that serves one version; of others only the names: a webhook converts between Karpenter's, which no reviewer can ask. */
export function definitionOf(crd: CrdVersion): ServedDefinition {
  const known = definitions.get(crd);
  if (known !== undefined) return known;
  const { group, scope, kind, plural, version, schema, scale, deprecation } = crd;
  const subresources = {
    ...(crd.subresources.includes('status') && { status: {} }),
    ...(scale !== undefined && { scale }),
  };
  const served = {
    ...{ name: version, served: true, storage: true, subresources, schema: { openAPIV3Schema: schema } },
    ...(deprecation && { deprecated: true }),
    ...(deprecation?.warning !== undefined && { deprecationWarning: deprecation.warning }),
  };
  const others = (deprecation?.others ?? []).map((name) => ({
    name,
    served: true,
    storage: false,
    schema: { openAPIV3Schema: { type: 'object' } },
  }));
  const definition = { spec: { group, scope, names: { kind, plural }, versions: [served, ...others] } };
  definitions.set(crd, definition);
  return definition;
}
