import { blockAddress } from '../../engine/changes/ledger/rendered-places.ts';
import { newlyAppliedText, notAppliedText } from '../../engine/files/sources/not-applied.ts';
import type { Removals } from '../../engine/manifest/kept-in-cluster.ts';
import { hasNodes } from '../../engine/manifest/model/karpenter-kinds.ts';
import {
  asBreaking,
  newlyBrokenFolders,
  withoutBrokenFolders,
} from '../../engine/manifest/terraform/broken-folders.ts';
import type { Unread } from '../../engine/manifest/terraform/modules/unread.ts';
import { foldersWithoutPlan } from '../../engine/manifest/terraform/refused-folders.ts';
import { splitName, terraformRemovals } from '../../engine/manifest/terraform/resources/lifecycles.ts';
import { newAddresses } from '../../engine/manifest/terraform/resources/new-addresses.ts';
import {
  isUnreadAtHead,
  withoutOtherModules,
  withoutUncalledModules,
} from '../../engine/manifest/terraform/resources/other-modules.ts';
import { newRegions } from '../../engine/manifest/terraform/resources/provider-regions.ts';
import { newStates } from '../../engine/manifest/terraform/resources/state-places.ts';
import {
  type ReleaseElsewhere,
  type TerraformSources,
  withObjectsOf,
} from '../../engine/manifest/terraform/terraform.ts';
import { unreadTemplateNotes, unreadTemplates } from '../../engine/manifest/terraform/unread-templates.ts';
import type { SourceSet } from '../../engine/review/context/source-set.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { groupBy } from '../../engine/text/group-by.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { baseNameOf, folderOf, isWithin, type Source, type Span } from '../../engine/text/source.ts';
import { byCount } from '../../engine/text/words/plural.ts';
import { firstNames, quoted } from '../../engine/text/words/quoted-names.ts';
import type { SetPair } from '../sides/read-side.ts';
import { movedManifests } from './moved-manifests.ts';

/** Which of some names of files the programs of a side contain; undefined if there are too many programs to search. */
type NamedByPrograms = (names: readonly string[]) => Promise<ReadonlySet<string> | undefined>;

/** What Terraform of one side evaluates to, and what other programs of the side name. */
export interface EvaluatedSide {
  readonly sources: TerraformSources;
  readonly namedByPrograms: NamedByPrograms;
}

/** What Terraform of both sides evaluates to. */
export interface EvaluatedSides {
  /** Null if there is nothing to compare with. */
  readonly base: EvaluatedSide | null;
  readonly head: EvaluatedSide;
}

/** Adds the objects that Terraform of either side creates in the cluster. */
export async function withTerraform(pair: SetPair, evaluated: EvaluatedSides): Promise<SetPair> {
  // A root module may begin or cease to apply a file.
  const shared = new Set([...(evaluated.base?.sources.sharedFiles ?? []), ...evaluated.head.sources.sharedFiles]);
  const ofBase = evaluated.base && withoutRendered(withObjectsOf(evaluated.base.sources, shared), pair.base);
  const ofHead = withoutRendered(withObjectsOf(evaluated.head.sources, shared), pair.head);
  const broken = ofBase === null ? new Set<string>() : newlyBrokenFolders(ofBase, ofHead);
  const inHead = ofBase === null ? ofHead : withBreaking(ofHead, ofBase, broken);
  const inBase =
    ofBase && withoutUncalledModules(withoutBrokenFolders(withoutOtherModules(ofBase, inHead), broken), inHead);

  const unreadAtBase = pair.base && ofBase ? await unreadIn(pair.base, ofBase, evaluated.base!) : [];
  const unreadAtHead = await unreadIn(pair.head, inHead, evaluated.head);
  const base = pair.base && withoutSources(pair.base, new Set(unreadAtBase));
  const head = withoutSources(pair.head, new Set(unreadAtHead));
  const notes = base === null ? [] : unreadTemplateNotes(unreadAtBase, unreadAtHead);

  const begun = new Set(base && inBase ? appliedOnlyBy(inHead, { set: base, made: inBase, others: head.sources }) : []);
  const before =
    base &&
    inBase &&
    withRemovals(joined(withoutSources(base, begun), inBase, null), terraformRemovals(inBase, inHead));
  const after = joined(head, inHead, inBase, base?.sources);

  return {
    base: before,
    head: { ...after, diagnostics: [...after.diagnostics, ...newlyAppliedNotes([...begun], head), ...notes] },
  };
}

/** Head with the faults that the change brings into folders marked as such. */
const withBreaking = (
  head: TerraformSources,
  base: TerraformSources,
  broken: ReadonlySet<string>,
): TerraformSources => ({ ...head, faults: head.faults.map((fault) => asBreaking(fault, base, broken)) });

/** The templates of a side that no file names, whatever program it is for. */
async function unreadIn(
  set: SourceSet,
  made: TerraformSources,
  { namedByPrograms }: EvaluatedSide,
): Promise<readonly Source[]> {
  const unread = unreadTemplates(set, made);
  if (unread.length === 0) return [];

  const named = await namedByPrograms(unread.map(({ file }) => baseNameOf(file)));
  if (named === undefined) return [];

  return unread.filter(({ file }) => !named.has(baseNameOf(file)));
}

/** A side without the releases whose charts were rendered, so that they are read. */
function withoutRendered(side: TerraformSources, set: SourceSet | null): TerraformSources {
  const rendered = new Set(set?.sources.map(({ file }) => file));
  return { ...side, unread: new Map([...side.unread].filter(([name]) => !rendered.has(name))) };
}

const withoutSources = (set: SourceSet, left: ReadonlySet<Source>): SourceSet => {
  if (left.size === 0) return set;
  return { ...set, sources: set.sources.filter((one) => !left.has(one)) };
};

/** Adds what happens to the objects of Terraform, next to those of roots. */
const withRemovals = (set: SourceSet, removals: Removals): SourceSet => ({
  ...set,
  removals: new Map([...removals, ...(set.removals ?? [])]),
});

/** What is in the requested folders and files, or is called from them. No paths means everything. */
export function restrictedTo(made: TerraformSources, paths: readonly string[]): TerraformSources {
  if (paths.length === 0) return made;

  const isAsked = (file: string): boolean => paths.some((path) => isWithin(file, path));
  const isAskedSource = ({ origin, text }: Source): boolean =>
    isAsked(origin!.trace(0, text.length).span.file) || isAsked(origin!.root);

  return {
    ...made,
    sources: made.sources.filter(isAskedSource),
    made: made.made.filter(isAskedSource),
    faults: made.faults.filter(({ span }) => isAsked(span.file)),
    refusals: made.refusals.filter(({ span }) => isAsked(span.file)),
    unread: new Map([...made.unread].filter(([, { at }]) => isAsked(at.file))),
    releases: made.releases.filter(({ at, root }) => isAsked(at.file) || isAsked(root.name)),
    elsewhere: made.elsewhere.filter(({ source }) => isAsked(source.origin!.trace(0, 0).span.file)),
  };
}

/** Reports a file that is too large only once. */
const isKnown = ({ code, span }: Diagnostic, diagnostics: readonly Diagnostic[]): boolean =>
  code === 'io/too-large' &&
  diagnostics.some((diagnostic) => diagnostic.code === code && diagnostic.span.file === span.file);

/** What to say about things that are not read. */
const notRead: Readonly<Record<Unread['what'], { one: string; several: string; help: string }>> = {
  module: {
    one: 'The module is not in this repository',
    several: 'The modules are not in this repository',
    help: 'Read the plan of Terraform.',
  },
  chart: {
    one: 'plumbline does not render its chart with values from Terraform',
    several: 'plumbline does not render their charts with values from Terraform',
    help: 'Compare what the chart renders to before and after the change.',
  },
};

/** The edits of modules and charts that are not read, in one finding for each of both. */
function unreadEdits({ unread }: TerraformSources, base: TerraformSources | null): Diagnostic[] {
  if (base === null) return [];

  const [before, after] = [base.unread, unread];

  // A root that moved has another name. What its modules are given is the same.
  const renamed = (one: typeof unread, other: typeof unread): ReadonlySet<string> =>
    new Set(
      [...one].flatMap(([name, { said }]) => {
        if (other.has(name)) return [];
        return [JSON.stringify([ownName(name), said])];
      }),
    );

  const [gone, added] = [renamed(before, after), renamed(after, before)];

  const hasMoved = (name: string): boolean => {
    const said = (after.get(name) ?? before.get(name))?.said;
    const key = JSON.stringify([ownName(name), said]);
    return gone.has(key) && added.has(key);
  };

  const edited = [...new Map([...before, ...after])]
    .filter(([name]) => after.get(name)?.said !== before.get(name)?.said && !hasMoved(name))
    .sort(([a], [b]) => compareNames(a, b));

  return [...groupBy(edited, ([, { what }]) => what)].map(([what, all]) => {
    const { one, several, help } = notRead[what];
    return {
      code: 'terraform/unknown',
      severity: 'note',
      message: `The change edits ${firstNames(all.map(([name]) => quoted(name)))}. ${byCount(all.length, one, several)}, so the effect is unknown`,
      span: all[0]![1].at,
      labels: [],
      resource: null,
      help,
      isChanged: true,
    };
  });
}

/** The name within its root: `module.eks` of `infra: module.eks`. */
const ownName = (name: string): string => splitName(name)[1];

/** The edits of charts from elsewhere, in one finding. Their pods are not counted. */
function elsewhereEdits({ elsewhere, unread }: TerraformSources, base: TerraformSources): Diagnostic[] {
  const byName = (all: TerraformSources['elsewhere']) => new Map(all.map((release) => [movedName(release), release]));
  const [before, after] = [byName(base.elsewhere), byName(elsewhere)];

  const edited = [...new Map([...before, ...after])]
    .filter(([file]) => after.get(file)?.said !== before.get(file)?.said)
    // Charts that probably create NodePools have their own finding.
    .filter(([, { source }]) => !unread.has(source.file) && !base.unread.has(source.file))
    .sort(([a], [b]) => compareNames(a, b));

  const [first] = edited;

  if (first === undefined) return [];

  const names = firstNames([...new Set(edited.map(([, { name }]) => quoted(name)))]);

  return [
    {
      code: 'terraform/unknown',
      severity: 'note',
      message: `The change ${verbOf(edited, { before, after })} ${names}. The ${byCount(edited.length, 'chart is', 'charts are')} not in this repository, so the effect of ${byCount(edited.length, 'its', 'their')} pods on nodes is unknown`,
      // A release that is gone has no place in head.
      span: after.has(first[0]) ? placeOf(first[1]) : { ...placeOf(first[1]), start: 0, end: 0 },
      labels: [],
      resource: null,
      help: notRead.chart.help,
      isChanged: true,
    },
  ];
}

/** The name of a release without first indexes: Terraform itself moves what gets a `count` to index 0, and back. */
const movedName = ({ source }: ReleaseElsewhere): string => source.file.replaceAll('[0]', '');

const placeOf = ({ source }: ReleaseElsewhere): Span => source.origin!.trace(0, 0).span;

type Releases = ReadonlyMap<string, ReleaseElsewhere>;

/** What happens to all of some releases. */
function verbOf(
  edited: readonly (readonly [string, ReleaseElsewhere])[],
  { before, after }: { readonly before: Releases; readonly after: Releases },
): string {
  if (edited.every(([file]) => !before.has(file))) return 'adds';
  if (edited.every(([file]) => !after.has(file))) return 'removes';
  return 'edits';
}

/** The objects of Karpenter whose existence depends on another condition than before. Whoever applies them sets the values. */
function conditionEdits({ sources, conditions }: TerraformSources, base: TerraformSources | null): Diagnostic[] {
  if (base === null) return [];

  const edited = sources.flatMap(({ file, text }) => {
    const [before, after] = [base.conditions.get(file), conditions.get(file)];
    if (before && after && before.text !== after.text && hasNodes(text)) return [{ file, before, after }];
    return [];
  });

  return [...groupBy(edited, ({ before, after }) => `${before.text}\n${after.text}`).values()].map((all) => {
    const [{ before, after }] = all as [(typeof all)[number]];
    const names = all.map(({ file }) => quoted(ownName(file)));

    return {
      code: 'terraform/unknown',
      severity: 'note',
      message: `The change replaces the condition ${quoted(before.text)} of ${firstNames(names)} with ${quoted(after.text)}. Nothing here says what both are, so it may create or delete NodePools and node classes with their nodes`,
      span: after.at,
      labels: [],
      resource: null,
      help: 'Read the plan of Terraform, or set the new variable wherever the old one is set.',
      isChanged: true,
    };
  });
}

/** Whether a change edits Terraform. */
function isEdited({ originals }: TerraformSources, base: TerraformSources | null): boolean {
  const before = new Map(base?.originals.map(({ file, text }) => [file, text]));
  return (
    base !== null && (before.size !== originals.length || originals.some(({ file, text }) => before.get(file) !== text))
  );
}

/** What is left out may be what the change edits. */
const concerned = (fault: Diagnostic): Diagnostic => {
  if (fault.code === 'terraform/limit') return { ...fault, isChanged: true };
  return fault;
};
const same = (fault: Diagnostic): Diagnostic => fault;

/** Manifests and templates that Terraform of the other side applies, and nothing on this side, although the files are there. */
function appliedOnlyBy(
  other: TerraformSources,
  {
    set: { sources, usedFiles },
    made,
    others,
  }: { readonly set: SourceSet; readonly made: TerraformSources; readonly others: readonly Source[] },
): readonly Source[] {
  // What Terraform applies is not completely known.
  if (made.faults.length > 0 || made.unknown.size > 0) return [];

  const moved = movedManifests(other, sources, others);
  const isLeft = (file: string): boolean =>
    [other.plainFiles, other.templates, moved].some((files) => files.has(file)) &&
    ![made.plainFiles, made.templates, made.usedFiles, usedFiles].some((files) => files?.has(file));

  return sources.filter(({ file }) => isLeft(file));
}

/** What Terraform begins to apply. Without Terraform before, something else may have applied it. */
function newlyAppliedNotes(begun: readonly Source[], { sources }: SourceSet): Diagnostic[] {
  const stays = new Set(sources.map(({ file }) => file));
  const files = begun.filter(({ file, text }) => hasNodes(text) && stays.has(file)).map(({ file }) => file);
  const [file] = files;

  if (file === undefined) return [];

  return [
    {
      code: 'render/newly-applied',
      severity: 'note',
      ...newlyAppliedText('Terraform', files),
      span: { file, start: 0, end: 0 },
      labels: [],
      resource: null,
      isChanged: true,
    },
  ];
}

function notAppliedNotes(sources: readonly Source[]): Diagnostic[] {
  const files = sources.filter(({ text }) => hasNodes(text)).map(({ file }) => file);
  const [file] = files;

  if (file === undefined) return [];

  return [
    {
      code: 'render/not-applied',
      severity: 'note',
      ...notAppliedText('Terraform no longer applies', files),
      span: { file, start: 0, end: 0 },
      labels: [],
      resource: null,
      isChanged: true,
    },
  ];
}

/** The diagnostics about what Terraform plans, without those in folders that it refuses, where it plans nothing. */
function planned(diagnostics: readonly Diagnostic[], { refusals }: TerraformSources): Diagnostic[] {
  const refused = foldersWithoutPlan(refusals);
  return diagnostics.filter(({ span }) => !refused.has(folderOf(span.file)));
}

/** A side with Terraform's objects. An object of base that head no longer determines is unknown. */
function joined(
  set: SourceSet,
  made: TerraformSources,
  base: TerraformSources | null,
  others: readonly Source[] = [],
): SourceSet {
  const names = new Set(made.sources.map(({ file }) => file));
  const isUnread = base === null ? () => false : isUnreadAtHead(base, made);

  const isUnknown = (source: Source): boolean =>
    !names.has(source.file) && (made.faults.length > 0 || made.unknown.has(source.file) || isUnread(source));

  const notApplied = new Set(base === null ? [] : appliedOnlyBy(base, { set, made, others }));
  const gone = (base?.sources ?? []).filter(isUnknown);

  return {
    ...set,
    sources: [
      ...set.sources.filter((source) => !made.templates.has(source.file) && !notApplied.has(source)),
      ...made.sources,
    ],
    diagnostics: [
      ...set.diagnostics,
      ...made.faults.filter((fault) => !isKnown(fault, set.diagnostics)).map(isEdited(made, base) ? concerned : same),
      ...made.refusals,
      ...(base === null
        ? []
        : planned([...newAddresses(base, made), ...newRegions(base, made), ...newStates(base, made)], made)),
      ...unreadEdits(made, base),
      // Without NodePools, no figure depends on pods.
      ...(base !== null && [...set.sources, ...made.sources].some(({ text }) => hasNodes(text))
        ? elsewhereEdits(made, base)
        : []),
      ...conditionEdits(made, base),
      ...notAppliedNotes([...notApplied]),
    ],
    originals: [...(set.originals ?? []), ...made.originals],
    uncounted: [...(set.uncounted ?? []), ...made.elsewhere.map((release) => ({ ...release, settings: [] }))],
    usedFiles: new Set([...(set.usedFiles ?? []), ...made.usedFiles]),
    terraform: made.files,
    blocksLeftOut: made.blocksLeftOut,
    blocksWithoutInstances: made.blocksWithoutInstances,
    instancesOfBlocks: made.instancesOfBlocks,
    modules: made.modules,
    plainFiles: made.plainFiles,
    plainAddresses: new Set(
      made.made.filter((source) => !made.sources.includes(source)).map(({ file }) => blockAddress(file)),
    ),
    unmade: [...(set.unmade ?? []), ...gone.map(({ file }) => ({ file, diagnostic: null }))],
  };
}
