import type { Diagnostic } from '../../../text/diagnostic.ts';
import type { Span } from '../../../text/source.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { evaluate } from '../modules/evaluate.ts';
import type { Module } from '../modules/module.ts';
import { knownText } from '../values/tf-value.ts';

/** Where a root keeps its state: the kind of its backend, and the arguments that say which state it is. */
export interface StatePlace {
  readonly kind: string;
  /** Argument → its value, undefined if unknown. */
  readonly settings: ReadonlyMap<string, { readonly text: string | undefined; readonly at: Span }>;
  readonly at: Span;
}

/** Arguments of the backends `s3`, `gcs`, `azurerm` and `local` that identify a state. */
const identifying: readonly string[] = [
  'bucket',
  'container_name',
  'key',
  'path',
  'prefix',
  'storage_account_name',
  'workspace_key_prefix',
];

/** The backend of a root module; undefined if it has none. */
export function statePlaceOf(root: Module): StatePlace | undefined {
  const [backend] = root
    .blocksOf('terraform')
    .flatMap(({ body }) => body.blocks)
    .filter(({ type }) => type === 'backend');
  if (backend === undefined) return undefined;

  const settings = identifying.flatMap((name) => {
    const expression = backend.body.attributes.get(name)?.value;
    if (expression === undefined) return [];
    const value = evaluate(expression, root.scope());
    return [[name, { text: knownText(value), at: expression.at }] as const];
  });
  return { kind: backend.labels[0] ?? '', settings: new Map(settings), at: backend.head };
}

/** The states of all roots of one side, by the name of the root. */
interface StateSide {
  readonly states: ReadonlyMap<string, StatePlace>;
}

/**
 * Warns of a root that keeps its state elsewhere from now on. Terraform refuses to plan until `init` has migrated the
 * state or started with an empty one.
 *
 * Source: https://developer.hashicorp.com/terraform/language/backend#change-configuration
 */
export function newStates(base: StateSide, head: StateSide): Diagnostic[] {
  const moves = [...head.states].flatMap(([root, now]) => {
    const old = base.states.get(root);
    const move = old && moveOf(old, now);
    if (move === undefined) return [];
    return [stateMove(move)];
  });

  // Several environments may share the line that changes.
  return [
    ...new Map(moves.map((diagnostic) => [JSON.stringify([diagnostic.message, diagnostic.span]), diagnostic])).values(),
  ];
}

/** Whether two roots may keep the same state: nothing that is seen differs. */
export const mayShareState = (old: StatePlace, now: StatePlace): boolean => moveOf(old, now) === undefined;

/** Whether it is known which state of its backend a root keeps. */
export const namesState = (place: StatePlace | undefined): boolean =>
  ['key', 'path', 'prefix'].some((name) => place?.settings.get(name)?.text !== undefined);

interface Move {
  readonly from: string;
  readonly to: string;
  readonly at: Span;
}

/** The first argument that differs; undefined if none does, or a value is unknown. */
function moveOf(old: StatePlace, now: StatePlace): Move | undefined {
  if (old.kind !== now.kind)
    return { from: `backend ${quoted(old.kind)}`, to: `backend ${quoted(now.kind)}`, at: now.at };

  for (const [name, { text, at }] of now.settings) {
    const before = old.settings.get(name)?.text;
    if (before === undefined || text === undefined || before === text) continue;
    return { from: `${name} ${quoted(before)}`, to: quoted(text), at };
  }
  return undefined;
}

const stateMove = ({ from, to, at }: Move): Diagnostic => ({
  code: 'terraform/new-state',
  severity: 'warning',
  message: `The state of Terraform moves from ${from} to ${to}. Without a migration, Terraform starts with an empty state and plans to create everything again`,
  span: at,
  labels: [],
  resource: null,
  isChanged: true,
  help: 'Run `terraform init -migrate-state` before the next plan, and read that plan.',
});
