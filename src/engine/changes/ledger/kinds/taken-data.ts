import { type DataReference, dataReferencesIn } from '../../../files/sources/root/data-references.ts';
import type { Root } from '../../../files/sources/root/root.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import type { Block } from '../../../manifest/terraform/syntax/hcl.ts';
import { titleOf } from '../../../text/diagnostic.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { nameOfKubernetes } from '../terraform/terraform-programs.ts';
import type { WrittenBlock } from '../terraform/written-blocks.ts';
import { reasonOfKind } from './known-kinds.ts';
import { textsUnder } from './texts-under.ts';

/** What is known of the definitions of a side. */
interface TakingSide {
  readonly set: ManifestSet;
  readonly roots: readonly Pick<Root, 'by' | 'takes'>[];
}

interface TakingSides {
  readonly base: TakingSide;
  readonly head: TakingSide;
}

/** A definition that takes data from a ConfigMap or Secret. */
interface Taker extends DataReference {
  /** `HelmRelease flux-system/pools`. */
  readonly title: string;
  readonly namespace: string | undefined;
}

/**
 * The ConfigMaps and Secrets from which definitions of Flux and k3s take values, variables or a cluster. Whoever changes their data changes what is
 * applied, although nothing in them says so.
 *
 * Sources: https://fluxcd.io/flux/components/helm/helmreleases/#values-references,
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution
 */
class TakenData {
  readonly #takers = new Map<string, Taker[]>();
  readonly #sides: readonly TakingSide[];

  constructor({ base, head }: TakingSides) {
    this.#sides = [base, head];

    for (const taker of this.#sides.flatMap(takersIn)) addToGroup(this.#takers, taker.name, taker);
  }

  /** Why a field of an object changes what is applied elsewhere; undefined if nothing takes it. */
  reasonOf(manifest: Manifest, path: Path): string | undefined {
    if (this.#takers.size === 0 || isApartFromData(path)) return undefined;

    const kind = kindMadeBy(manifest);
    if (kind === undefined) return undefined;

    for (const name of namesMadeBy(manifest)) {
      const taker = this.#takerOf(kind, name, manifest.namespace);
      if (taker !== undefined) return reasonOfTaker(taker);
    }

    return undefined;
  }

  /** The same of an argument of a Secret or ConfigMap of Terraform. */
  reasonOfBlock(block: Block, [argument]: readonly string[]): string | undefined {
    if (block.type !== 'resource' || (argument !== undefined && !ofBlockData.test(argument))) return undefined;
    return this.#reasonOfResource(block.labels[0], nameOfKubernetes(block));
  }

  /** The same of a block of Terraform that was not parsed, in its text. */
  reasonOfText({ type, labels, first, last }: WrittenBlock, text: string): string | undefined {
    if (type !== 'resource' || this.#takers.size === 0) return undefined;
    const lines = text
      .split('\n')
      .slice(first - 1, last)
      .join('\n');
    const [, name] = /^[ \t]*name[ \t]*=[ \t]*"([\w.-]+)"/m.exec(lines) ?? [];
    return this.#reasonOfResource(labels[0], name);
  }

  /** `name` is undefined if it is computed: then it may be any that no object of the repository has. */
  #reasonOfResource(type: string | undefined, name: string | undefined): string | undefined {
    const [, of] = /^kubernetes_(secret|config_map)/.exec(type ?? '') ?? [];
    if (of === undefined) return undefined;

    const kind = of === 'secret' ? 'Secret' : 'ConfigMap';
    const names = name === undefined ? [...this.#takers.keys()].filter((taken) => !this.#isInFiles(taken)) : [name];
    const taker = names.map((taken) => this.#takerOf(kind, taken, undefined)).find((other) => other !== undefined);
    return taker && reasonOfTaker(taker);
  }

  #takerOf(kind: string, name: string, namespace: string | undefined): Taker | undefined {
    return this.#takers
      .get(name)
      ?.find(
        (taker) =>
          taker.kind === kind &&
          (namespace === undefined || taker.namespace === undefined || taker.namespace === namespace),
      );
  }

  #isInFiles(name: string): boolean {
    return this.#sides.some(({ set }) =>
      set.manifests.some((manifest) => kindMadeBy(manifest) !== undefined && namesMadeBy(manifest).has(name)),
    );
  }
}

/** Arguments of a Secret or ConfigMap that have its data or its name, or decide whether it is there. */
const ofBlockData = /^(?:data|binary_data|data_wo\w*|binary_data_wo\w*|metadata|count|for_each)$/;

const reasonOfTaker = ({ title }: Taker): string => `\`${title}\` takes values from it for what it applies`;

const takenByInput = new WeakMap<TakingSides, TakenData>();

/** The data that the definitions of both sides of a change take. */
export function takenDataOf(input: TakingSides): TakenData {
  const taken = takenByInput.get(input) ?? new TakenData(input);
  takenByInput.set(input, taken);
  return taken;
}

/** Groups of objects that apply others, and take data for it. */
const takingGroups =
  /(?:^|\.)toolkit\.fluxcd\.io$|^fluxcd\.controlplane\.io$|^infra\.contrib\.fluxcd\.io$|^helm\.cattle\.io$/;

function takersIn({ set, roots }: TakingSide): readonly Taker[] {
  const definitions = new Set(roots.map(({ by }) => by));
  const ofObjects = set.manifests
    .filter((manifest) => takingGroups.test(groupOf(manifest.apiVersion)) && !definitions.has(titleOf(manifest)))
    .flatMap((manifest) =>
      dataReferencesIn(manifest.object.spec).map((reference) => ({
        ...reference,
        title: titleOf(manifest),
        namespace: manifest.namespace,
      })),
    );

  const ofRoots = roots.flatMap(({ by = '', takes }) => {
    if (takes === undefined) return [];
    return takes.from.map((reference) => ({ ...reference, title: by, namespace: takes.namespace }));
  });

  return [...ofObjects, ...ofRoots];
}

/** What no data of an object is in. */
const isApartFromData = ([first, second]: Path): boolean =>
  first === 'sops' || first === 'type' || first === 'status' || (first === 'metadata' && second !== undefined);

/** The kind of data that an object is, or that a controller makes of it: of a sealed or external Secret, a Secret. */
function kindMadeBy(manifest: Manifest): string | undefined {
  const { kind, apiVersion } = manifest;
  if (groupOf(apiVersion) === '') return kind === 'ConfigMap' || kind === 'Secret' ? kind : undefined;
  if (reasonOfKind(manifest) === reasonOfKind({ apiVersion: 'v1', kind: 'Secret' })) return 'Secret';
  return undefined;
}

/** The names that an object gives to what a controller makes of it. Each kind has its own field for that. */
function namesMadeBy({ name, object }: Manifest): ReadonlySet<string> {
  return new Set([name, ...textsUnder(object.spec, isNameField)]);
}

const isNameField = (key: string): boolean => /^(?:name|secretName|externalSecretName)$/.test(key);
