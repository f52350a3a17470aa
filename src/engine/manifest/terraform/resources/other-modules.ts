import type { Source } from '../../../text/source.ts';
import { hasNodes } from '../../model/karpenter-kinds.ts';
import { withoutKeys } from '../syntax/addresses.ts';
import { isUnreadModule } from './resource-makers.ts';

/** What Terraform creates on one side. */
interface CreatedSide {
  readonly sources: readonly Source[];
  readonly made: readonly Source[];
}

/**
 * The base without what its calls of modules create, as far as head gets them from another source and shows nothing of it. The addresses stay, so
 * Terraform destroys only what the other module does not have, and nothing says what that is. NodePools and node classes are left: they are unknown
 * if `isUnreadAtHead`.
 */
export function withoutOtherModules<Side extends CreatedSide>(base: Side, head: CreatedSide): Side {
  const unread = unreadCalls(base, head);
  const replaced = [...unread.keys(), ...readableCalls(base, head)];
  const groups = nodeGroupsOf(unreadCalls(head, base), head);
  if (replaced.length === 0 && groups.length === 0) return base;

  const after = new Set(head.made.map(identityOf));
  const isGone = (source: Source): boolean =>
    replaced.some((call) => isOf(source, call)) && !hasNodes(source.text) && !after.has(identityOf(source));
  const seen = (all: readonly Source[]): Source[] => [
    ...all.filter((source) => !isGone(source)),
    ...unread.values(),
    ...groups,
  ];

  return { ...base, sources: seen(base.sources), made: seen(base.made) };
}

/** The base without what head removes of modules that nothing in the repository calls: nothing here has created it. */
export function withoutUncalledModules<Side extends CreatedSide>(base: Side, head: CreatedSide): Side {
  const after = new Set(head.made.map(({ file }) => file));
  const isLeft = ({ file, origin }: Source): boolean => origin?.isUncalled === true && !after.has(file);
  const seen = (all: readonly Source[]): Source[] => all.filter((source) => !isLeft(source));

  return { ...base, sources: seen(base.sources), made: seen(base.made) };
}

/** Whether a text of the base comes from a call whose module head gets from another source, which is not here. */
export function isUnreadAtHead(base: CreatedSide, head: CreatedSide): (source: Source) => boolean {
  const calls = [...unreadCalls(base, head).keys()];
  return (source) => calls.some((call) => isOf(source, call));
}

/** The calls of modules that are read at the base and not at the head, by their names without keys. */
function unreadCalls(base: CreatedSide, head: CreatedSide): ReadonlyMap<string, Source> {
  const unread = head.made.filter(({ text }) => isUnreadModule(text));
  if (unread.length === 0) return new Map();

  const read = base.made.filter(({ text }) => !isUnreadModule(text));
  const names = new Set(read.flatMap(({ file }) => callsAround(withoutKeys(file))));
  const calls = unread.map((source) => [withoutKeys(source.file), source] as const);

  return new Map(calls.filter(([call]) => names.has(call)));
}

/** The calls of which `isOf` is true: `infra: module.eks`, `infra: module.eks.aws_eks_cluster` and so on. */
const callsAround = (name: string): readonly string[] => [
  ...[...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index)),
  name,
];

/** The node groups of calls that only the head can read. They may have been there before, so they are not new. */
const nodeGroupsOf = (calls: ReadonlyMap<string, Source>, { made }: CreatedSide): readonly Source[] =>
  made.filter(
    (source) => kindOf(source.text) === 'ManagedNodeGroup' && [...calls.keys()].some((call) => isOf(source, call)),
  );

/** The calls of public modules, known by their inputs, that are calls of a folder of the repository at the head. */
function readableCalls({ made }: CreatedSide, head: CreatedSide): readonly string[] {
  const calls = made.filter(({ text }) => kindOf(text) === 'module').map(({ file }) => withoutKeys(file));
  const after = head.made.map(({ file }) => withoutKeys(file));
  return calls.filter((call) => !after.includes(call) && after.some((name) => name.startsWith(`${call}.`)));
}

/** Whether a text is a call, or in the module that it calls: `infra: module.eks` and `infra: module.eks.aws_eks_cluster.this[0]`. */
function isOf({ file }: Source, call: string): boolean {
  const name = withoutKeys(file);
  return name === call || name.startsWith(`${call}.`);
}

const kindOf = (text: string): string | undefined => /^kind: "(\w{1,100})"$/m.exec(text)?.[1];

/** What names an object of Terraform, wherever it is. */
const identityOf = ({ text }: Source): string => `${kindOf(text)} ${/^ {2}name: (.{1,200})$/m.exec(text)?.[1]}`;
