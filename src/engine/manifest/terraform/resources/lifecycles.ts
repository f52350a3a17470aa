import type { Diagnostic } from '../../../text/diagnostic.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { isWithin, type Source, type Span } from '../../../text/source.ts';
import { intended, type Keeping, type Removal, unintended } from '../../kept-in-cluster.ts';
import { evaluate } from '../modules/evaluate.ts';
import type { Module } from '../modules/module.ts';
import { withoutKeys } from '../syntax/addresses.ts';
import type { Block, Body, Expression } from '../syntax/hcl.ts';
import { type Moved, movedAddress, movedBy } from '../syntax/moved-block.ts';
import type { HclFile } from '../syntax/read-hcl.ts';
import { mayShareState, namesState, type StatePlace } from './state-places.ts';

/** What a root module says about the removal of resources, each by its address without keys: `module.pools.kubectl_manifest.pool`. */
export interface Lifecycles {
  /** `removed` blocks with `destroy = false`: resources and modules that Terraform forgets and does not destroy. */
  readonly forgotten: ReadonlyMap<string, Span>;
  /** Resources with `prevent_destroy`, which Terraform refuses to destroy while their block is there. */
  readonly guarded: ReadonlyMap<string, Span>;
  /** The first line of each resource. */
  readonly heads: ReadonlyMap<string, Span>;
  /** `moved` blocks: the old and the new address, with keys. */
  readonly moved: readonly Moved[];
  /** Resources whose provider never deletes them. */
  readonly onlyApplied: ReadonlyMap<string, Span>;
}

/** Reads the `removed`, `moved` and `lifecycle` blocks of a module and of the modules that it calls. */
export function lifecyclesOf(root: Module): Lifecycles {
  const lifecycles = {
    forgotten: new Map<string, Span>(),
    guarded: new Map<string, Span>(),
    onlyApplied: new Map<string, Span>(),
    heads: new Map<string, Span>(),
    moved: [] as Moved[],
  };

  const addressIn = (module: Module, address: string): string => {
    if (module.place.address === '') return address;
    return `${withoutKeys(module.place.address)}.${address}`;
  };

  const isSet = (module: Module, body: Body | undefined, name: string, value: boolean): boolean => {
    const attribute = body?.attributes.get(name);
    const result = attribute && evaluate(attribute.value, module.scope());
    return result?.kind === 'scalar' && result.value === value;
  };

  const visit = (module: Module): void => {
    for (const block of module.blocksOf('removed')) {
      const from = block.body.attributes.get('from')?.value;
      const address = from && addressText(from);
      if (address !== undefined && isSet(module, lifecycleOf(block), 'destroy', false))
        lifecycles.forgotten.set(addressIn(module, address), block.head);
    }

    for (const block of module.blocksOf('moved')) {
      const moved = movedBy(block);
      const { address: prefix } = module.place;
      const within = (address: string): string => {
        if (prefix === '') return address;
        return `${prefix}.${address}`;
      };
      if (moved) lifecycles.moved.push({ from: within(moved.from), to: within(moved.to) });
    }

    for (const block of module.blocksOf('resource')) {
      const address = addressIn(module, block.labels.join('.'));
      lifecycles.heads.set(address, block.head);
      if (isSet(module, lifecycleOf(block), 'prevent_destroy', true)) lifecycles.guarded.set(address, block.head);
      if (block.labels[0] === 'kubectl_manifest' && isSet(module, block.body, 'apply_only', true))
        lifecycles.onlyApplied.set(address, block.head);
    }

    for (const call of module.blocksOf('module')) for (const instance of module.modulesOf(call)) visit(instance.module);
  };

  visit(root);

  return lifecycles;
}

const lifecycleOf = ({ body }: Block): Body | undefined => body.blocks.find(({ type }) => type === 'lifecycle')?.body;

/** `module.pools.kubectl_manifest.pool`; undefined if it is no such reference. */
function addressText(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name;
  if (expression.kind === 'index') return addressText(expression.of);
  if (expression.kind !== 'attribute') return undefined;
  const of = addressText(expression.of);
  if (of === undefined) return undefined;
  return `${of}.${expression.name}`;
}

/** What one side says about removals. */
interface LifecycleSide {
  readonly sources: readonly Source[];
  /** All objects, also those of files that are read as they are. */
  readonly made: readonly Source[];
  /** By the name of the root module. */
  readonly lifecycles: ReadonlyMap<string, Lifecycles>;
  /** By the name of the root module. */
  readonly states: ReadonlyMap<string, StatePlace>;
  /** The files that were read. */
  readonly files: readonly HclFile[];
  /** What could not be read. */
  readonly faults: readonly Diagnostic[];
}

/** What happens to the objects that Terraform creates at base, once head no longer creates them, by the name of their text. */
export function terraformRemovals(base: LifecycleSide, head: LifecycleSide): ReadonlyMap<string, Removal> {
  const plainFiles = plainFilesByRoot(head);

  return new Map(
    base.sources.map((source) => {
      const { file } = source;
      const { keeping = keptWithRoot(source, base, head), at } = keptBy(file, base, head) ?? {};
      const [root, owner] = splitName(file);
      const applies = plainFiles.get(root);
      const after = head.lifecycles.get(root);
      const address = movedAddress(owner, after?.moved ?? []);
      const movedTo = address === owner ? undefined : `${root}: ${address}`;

      return [
        file,
        {
          by: 'terraform',
          isApplierGone: after === undefined,
          keeping,
          owner,
          ...(at && { at }),
          ...(movedTo && { movedTo }),
          ...(applies && { applies: new Set(applies) }),
        },
      ];
    }),
  );
}

/**
 * Why nothing destroys what a root module created that leaves the repository as a whole: nobody plans it any more, and
 * its state stays. Undefined if a new root may continue its state, or if it may still be there.
 */
function keptWithRoot({ file, origin }: Source, base: LifecycleSide, head: LifecycleSide): Keeping | undefined {
  const [root] = splitName(file);
  const place = origin?.place;
  if (place === undefined || origin?.guessedEnvironment !== undefined || head.faults.length > 0) return undefined;
  if (head.lifecycles.has(root) || head.files.some(({ source }) => isWithin(source.file, place))) return undefined;

  const state = base.states.get(root);
  const isUnit = place.endsWith('.hcl');
  const isContinuing = (other: string): boolean => {
    const now = head.states.get(other);
    // A unit has a state of its own, usually by its folder, unless its code names the same one.
    if (isUnit && !(namesState(state) && namesState(now))) return false;
    return !state || !now || mayShareState(state, now);
  };
  const added = [...head.lifecycles.keys()].filter((name) => !base.lifecycles.has(name));
  if (added.some(isContinuing)) return undefined;

  if (isUnit)
    return {
      ...unintended(
        `\`${place}\` leaves git, and Terragrunt destroys nothing of a unit that is gone`,
        'If nothing of it should stay, run `terragrunt destroy` in its folder before you merge.',
      ),
      isOfAll: true,
    };

  const keeping = unintended(
    `\`${place || '.'}\` leaves git as a whole, and without its files, Terraform destroys nothing`,
    'If nothing of it should stay, run `terraform destroy` before you merge.',
  );
  return { ...keeping, isOfAll: true };
}

/** The files that each root module applies as they are: `yamldecode(file("pool.yaml"))`. */
function plainFilesByRoot({ sources, made }: LifecycleSide): ReadonlyMap<string, readonly string[]> {
  const listed = new Set(sources);
  const files = new Map<string, string[]>();

  for (const source of made) {
    if (listed.has(source) || source.origin === undefined) continue;
    const [root] = splitName(source.file);
    addToGroup(files, root, source.origin.trace(0, source.text.length).span.file);
  }

  return files;
}

interface KeptBy {
  readonly keeping: Keeping;
  readonly at: Span | undefined;
}

function keptBy(file: string, base: LifecycleSide, head: LifecycleSide): KeptBy | undefined {
  const [root, name] = splitName(file);
  const address = withoutKeys(name);
  const after = head.lifecycles.get(root);

  for (const [from, at] of after?.forgotten ?? [])
    if (address === from || address.startsWith(`${from}.`))
      return { keeping: intended(`the \`removed\` block of \`${from}\` has \`destroy = false\``), at };

  const guard = after?.guarded.get(address);
  if (guard) return { keeping: prevented(address), at: guard };

  if (base.lifecycles.get(root)?.onlyApplied.has(address))
    return {
      keeping: intended(`\`${address}\` has \`apply_only = true\`, so Terraform never deletes it`),
      at: undefined,
    };

  return undefined;
}

const prevented = (address: string): Keeping =>
  unintended(
    `Terraform refuses to destroy \`${address}\` (\`prevent_destroy\`), so its plan fails`,
    'Keep it, or remove `prevent_destroy` in a change of its own before.',
  );

/** The root and the address in the name of a text: `infra: kubectl_manifest.pool`. The root is empty in a name without one. */
export function splitName(file: string): readonly [root: string, address: string] {
  const at = file.indexOf(': ');
  if (at === -1) return ['', file];
  return [file.slice(0, at), file.slice(at + 2)];
}
