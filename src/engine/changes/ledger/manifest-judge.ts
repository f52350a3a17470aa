import { objectIdentity } from '../../files/places/object-identity.ts';
import { objectsByIdentity } from '../../files/places/objects-by-identity.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isDefinitionKind } from '../../manifest/model/definition-kinds.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import {
  asList,
  groupOf,
  type Manifest,
  type Path,
  pathText,
  type Value,
  valueAt,
} from '../../manifest/model/manifest.ts';
import { unknownValue } from '../../manifest/yaml/placeholder.ts';
import { baseNameOf, folderOf, isWithin, resolvePath } from '../../text/source.ts';
import { differences } from '../diff/differences.ts';
import { isFirstInstallation } from '../diff/installation/installed.ts';
import { isOfPods } from '../diff/workload-effects.ts';
import { type ChangedFile, isMovedFile } from './changed-file.ts';
import {
  choosesManifests,
  isElementOfOneSide,
  isNameInSet,
  judgedDefinition,
  judgedField,
  nameOfObject,
} from './field-judgement.ts';
import { isOfProgram } from './file-names.ts';
import type { JudgeContext, LineJudge } from './judge-context.ts';
import {
  forPeople,
  harmless,
  type Judgement,
  modelled,
  notUnderstood,
  outOfReach,
  seenOnly,
  weakest,
  withDecision,
} from './judgement.ts';
import { decisionOfDependencies, otherDependencies } from './kinds/chart-decisions.ts';
import { isNodeService } from './kinds/known-kinds.ts';
import { isInFollowedFolder } from './kinds/moved-folders.ts';
import { takenDataOf } from './kinds/taken-data.ts';
import { isInSameEnvironments, type LedgerInput, ledgerSide } from './ledger-input.ts';
import { oppositeSide, type SideName } from './line-changes.ts';
import { LineTexts, templateSigns, textOn } from './line-texts.ts';
import { ObjectLines, type PlacedLine } from './object-lines.ts';
import { readsTerraform, unreadValues } from './reads-terraform.ts';
import { judgedByItsRoot, judgedByRoots, unshownFile } from './root-judgement.ts';

/** A line that decides whether those after it exist. */
const isDirective = /^\s*(?:\{\{|\{%|%\{)/;

const otherSide = { before: 'after', after: 'before' } as const;

/** Judges YAML and JSON: objects by their fields, files of charts and kustomizations by what they render to. */
export class ManifestJudge implements LineJudge {
  readonly #context: JudgeContext;
  readonly #lines: LineTexts;
  readonly #objects = new Map<SideName, ObjectLines>();
  readonly #read = new Map<SideName, boolean>();
  readonly #templates = new Map<SideName, boolean>();
  #near: boolean | undefined;
  #applied: ManifestSet | undefined;
  #moved: boolean | undefined;

  constructor(context: JudgeContext) {
    this.#context = context;
    this.#lines = new LineTexts(context.file);
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    if (lines.length === 0) return [];
    const { path } = this.#context.file;
    const places = this.#objectsOn(side).placesOf(lines);
    if (places === null) return lines.map(() => seenOnly(path, 'it has more values than are looked at'));
    return lines.map((line) => this.#judged(side, line, places.get(line)));
  }

  #judged(side: SideName, line: number, place: PlacedLine | undefined): Judgement {
    const { file, rendered } = this.#context;
    const text = this.#lines.line(side, line);
    const isInText = place !== undefined && typeof valueAt(place.manifest.object, place.path) === 'string';
    if (!isInText && /^\s*(?:#.*)?$/.test(text)) {
      if (templateSigns.test(text)) return harmless(file.path, 'a comment with a template');
      return forPeople(file.path, 'a comment or a blank line');
    }
    if (/^(?:---|\.\.\.)\s*(?:#.*)?$/.test(text)) return forPeople(file.path, 'a separator of documents');
    if (place?.isKey && !isDirective.test(text))
      return harmless(file.path, 'a key, whose values are judged themselves');

    if (place && this.#isHeadOfKustomization(side, place))
      return harmless(file.path, 'the head of a kustomization, whose other lines are judged themselves');

    if (place && this.#followsFolder(place))
      return harmless(nameOfPlace(place), 'the folder moves as it is, so that the same is applied');

    const traced = rendered.atLine(side, file.path, line);
    if (traced) return (place && this.#ofItsRoot(place, traced)) ?? traced;

    if (place && this.#namesChangedFiles(side, place.manifest, place.path))
      return forPeople(file.path, 'names files that are judged themselves');

    const isTemplate = this.#isTemplate(side);
    const ofRoots = this.#ofRoots(place, isTemplate);
    if (ofRoots?.class === 'harmless') return ofRoots;

    // If nothing was rendered, the file is compared as it is. Then only a line with a template may become anything.
    const mayBecomeAny = ofRoots?.class === 'not understood' ? templateSigns.test(text) : isTemplate;
    if (place && !(ofRoots && mayBecomeAny)) return this.#ofObject(side, place, ofRoots);
    if (ofRoots) return ofRoots;
    if (this.#objectsOn(side).isBroken && !this.#isMoved())
      return notUnderstood(file.path, 'part of it cannot be read', /karpenter/i.test(textOn(file, side)));

    return this.#ofData(text);
  }

  /** What the rendered texts say about a line. A template has the lines of an object together, because they are not traced. */
  #ofRoots(place: PlacedLine | undefined, isTemplate: boolean): Judgement | undefined {
    const { file, rendered } = this.#context;
    if (!place) return this.#ofDependencies(judgedByRoots(file.path, file.path, { rendered }));
    if (!isTemplate) return judgedByRoots(nameOfPlace(place), file.path, { rendered });

    const { manifest } = place;
    const isNamed = manifest.name !== '' && !templateSigns.test(`${manifest.kind} ${manifest.name}`);

    return judgedByRoots(nameOfObject(manifest) || file.path, file.path, {
      rendered,
      ...(isNamed && { object: manifest }),
    });
  }

  /** A Chart.yaml of a chart that is not rendered, by the dependencies of which it asks for another version. */
  #ofDependencies(judgement: Judgement | undefined): Judgement | undefined {
    const { path, before, after } = this.#context.file;
    if (judgement?.class !== 'not understood' || baseNameOf(path) !== 'Chart.yaml') return judgement;

    const charts = otherDependencies(before ?? undefined, after ?? undefined);
    if (charts === undefined || charts.length === 0) return judgement;
    if (charts.every((chart) => /^karpenter(?:-crd)?$/.test(chart)))
      return modelled(path, 'names the version of Karpenter');
    return withDecision(judgement, decisionOfDependencies(charts));
  }

  /** A line of an object. Kinds that a stage reads count as read only if the file was read. */
  #ofObject(side: SideName, { manifest, path }: PlacedLine, ofRoots: Judgement | undefined): Judgement {
    const judgement = this.#ofField(side, { manifest, path });
    const isNewChart = manifest.kind === 'KustomizeChart' && this.#counterpart(side, manifest) === undefined;
    if (judgement.class === 'not understood' && ofRoots && (isKustomizationFile(manifest) || isNewChart))
      return ofRoots;

    const ofItsRoot = this.#ofItsRoot({ manifest, path }, judgement);
    if (ofItsRoot) return ofItsRoot;

    const { seenDefinitions } = ledgerSide(this.#context.input, side);
    const other = this.#counterpart(side, manifest);
    const isWhole = other === undefined || isNameInSet(manifest, path) || isElementOfOneSide(manifest, other, path);
    const mayBeSeen = judgement.class === 'not understood' && (isWhole || choosesManifests(manifest, path));
    const ofDefinition = mayBeSeen && judgedDefinition(judgement.what, manifest, seenDefinitions);
    if (ofDefinition) return ofDefinition;
    if (judgement.class !== 'modelled' || !isOfStage(manifest) || ofRoots?.class === 'modelled') return judgement;
    if (this.#isRead(side)) return judgement;

    return (
      ofRoots ??
      this.#context.rendered.ofTemplate(side, this.#context.file.path) ??
      notUnderstood(judgement.what, 'the file is not applied as it is, and nothing that was rendered shows it')
    );
  }

  /** What a field of a definition does to what its root renders to, if the field itself says nothing. */
  #ofItsRoot(
    { manifest, path }: Pick<PlacedLine, 'manifest' | 'path'>,
    { class: name, what }: Judgement,
  ): Judgement | undefined {
    const { file, rendered } = this.#context;
    if (name === 'modelled') return undefined;
    return judgedByItsRoot(what, { manifest, path }, { rendered, file: file.path });
  }

  /** A field. If several values share its line, each of those that differ counts. */
  #ofField(side: SideName, { manifest, path }: Pick<PlacedLine, 'manifest' | 'path'>): Judgement {
    const other = this.#counterpart(side, manifest);
    const reads = readsTerraform(this.#context.input.resources);
    const taken = takenDataOf(this.#context.input);
    const object = {
      manifest,
      other,
      side,
      taken,
      after: this.#appliedHere(),
      before: this.#context.input.base.set,
      isFirstInstallation: () => installsFirst(this.#context.input),
      isUnreadValue: unreadValues(this.#context.input.resources),
    };
    const judge = (at: Path): Judgement => judgedField(object, at, reads);
    const value = valueAt(manifest.object, path);
    if (value === unknownValue && valueAt(other?.object, path) === unknownValue)
      return notUnderstood(
        nameOfPlace({ manifest, path }),
        'the template has several values for it, and which one it renders is unknown',
        isKarpenterGroup(groupOf(manifest.apiVersion)) || isNodeClassKind(manifest.kind),
      );
    if (other === undefined || typeof value !== 'object' || path.length === 0) return judge(path);

    const inner = differences(value, valueAt(other.object, path), path);
    return weakest(inner.map((difference) => judge(difference.path))) ?? judge(path);
  }

  /** What is applied after the change wherever this file is. */
  #appliedHere(): ManifestSet {
    const { file, input } = this.#context;
    const here = { file: file.path, text: '' };
    this.#applied ??= withoutOthers(input.head.set, ({ source }) => isInSameEnvironments(here, source, input));
    return this.#applied;
  }

  /** Whether a line only says that a kustomization, which the other side does not have, is one. */
  #isHeadOfKustomization(side: SideName, { manifest, path: [field, ...inner] }: PlacedLine): boolean {
    return (
      (field === 'kind' || field === 'apiVersion') &&
      inner.length === 0 &&
      manifest.apiVersion.startsWith('kustomize.config.k8s.io/') &&
      Object.keys(manifest.object).length > 2 &&
      this.#objectsOn(otherSide[side]).manifests.length === 0
    );
  }

  /** Whether a field of a definition names a folder that moves as it is, and that all definitions follow. */
  #followsFolder({ manifest, path }: PlacedLine): boolean {
    const value = valueAt(manifest.object, path);
    if (typeof value !== 'string' || !isDefinitionKind(manifest.kind, groupOf(manifest.apiVersion))) return false;
    return isInFollowedFolder(value.replace(/^\.?\/|\/$/g, ''), this.#context.input);
  }

  /** Whether a line of a kustomization names only files and folders of which the change adds, removes or edits something. */
  #namesChangedFiles(side: SideName, manifest: Manifest, path: Path): boolean {
    if (!isKustomizationFile(manifest)) return false;
    if (path[0] !== 'resources' && path[0] !== 'components' && path[0] !== 'bases') return false;

    const value = valueAt(manifest.object, path);
    const others = asList(valueAt(this.#counterpart(side, manifest)?.object, [path[0]]));
    // A list on one line also has the names that stay.
    const names = Array.isArray(value) ? value.filter((entry) => !others.includes(entry)) : [value];

    return names.every((name) => this.#isChangedFile(name));
  }

  #isChangedFile(name: Value | undefined): boolean {
    const { file, input } = this.#context;
    const named = typeof name === 'string' ? resolvePath(folderOf(file.path), name) : undefined;
    return named !== undefined && input.changed.files.some((entry) => isWithin(entry.path, named));
  }

  /** The same object on the other side: in this file, or wherever it is. */
  #counterpart(side: SideName, manifest: Manifest): Manifest | undefined {
    const { input } = this.#context;
    const other = otherSide[side];
    const identity = objectIdentity(manifest);
    const at = objectsByIdentity(this.#objectsOn(other).manifests).get(identity) ?? [];
    // Objects without a name, such as values, are told apart by their order.
    if (at.length > 0) {
      if (at.length > 1) return at[manifest.index] ?? at[0];
      return at[0];
    }
    if (manifest.name === '') return undefined;

    const others = ledgerSide(input, oppositeSide(side));
    const elsewhere = objectsByIdentity(others.set.manifests)
      .get(identity)
      ?.find(({ source }) => source.origin === undefined && isInSameEnvironments(manifest.source, source, input));

    // An object that stays where it is has not moved, so this one is another of the same name.
    const stays = objectsByIdentity(ledgerSide(input, side).set.manifests)
      .get(identity)
      ?.some(({ source }) => source.file === elsewhere?.source.file);
    if (stays) return undefined;

    return elsewhere;
  }

  /** A line that is in no object: values of charts, and data of anything else. */
  #ofData(text: string): Judgement {
    const { file, input, rendered } = this.#context;
    const { path } = file;
    const isNear = this.#isNear();
    if (!isNear && imageLine.test(text) && !/[\\|>&*]|"[^"]*$/.test(text))
      return harmless(path, 'the image of a container, not what it requests or where it runs');
    if ([input.base, input.head].some(({ usedFiles }) => usedFiles.has(path)))
      return unshownFile(path, { rendered, input }, isNear);
    if (isSchema(file)) return outOfReach(path, 'a JSON schema, which says what other data may be');
    if (isAroundObjects(text, file)) return harmless(path, 'a List around objects, which are applied one by one');

    if (/(?:^|\/)Chart\.yaml$/.test(path)) {
      if (/^(?:version|appVersion|description|home|icon|type|kubeVersion|name)\s*:/.test(text))
        return harmless(path, 'describes a chart, and changes no object');

      return notUnderstood(path, 'the chart is not rendered');
    }

    if (/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path)) {
      if (/^\s*(?:-\s*)?(?:newTag|newName|digest|name)\s*:/.test(text))
        return harmless(path, 'the image of a container, not what it requests or where it runs');

      return notUnderstood(path, 'the kustomization was not rendered');
    }

    const isOfValues = /(?:^|\/)values[^/]*$/.test(path);
    if (!isNear && !isOfValues && isOfProgram(path, input.changed.has))
      return outOfReach(path, 'configuration of a program');
    if (/\.(?:tf|tofu|tfvars)\.json$/.test(path))
      return notUnderstood(path, 'no object shows what these values of Terraform become', isNear);
    if (/\.json$/i.test(path) && this.#mayBeImported())
      return notUnderstood(path, 'a program that makes objects, or CloudFormation, may read this data', isNear);
    if (!isNear && /\.json$/i.test(path)) return outOfReach(path, 'data that no root, module or manifest reads');
    if (this.#isMoved()) return harmless(path, 'moves as it is, and no chart that is rendered uses it');

    return notUnderstood(path, 'no chart that uses these values is rendered', isNear);
  }

  /** Whether data is a template of CloudFormation, values of a chart, or next to programs that make manifests. */
  #mayBeImported(): boolean {
    const { file, input } = this.#context;
    const isTemplate = ['before', 'after'].some((side) =>
      /"AWSTemplateFormatVersion"|"Type"\s*:\s*"(?:AWS|Custom)::/.test(textOn(file, side as SideName)),
    );
    const isOfValues = /(?:^|\/)values[^/]*\.json$/.test(file.path) && !/\.schema\.json$/.test(file.path);
    const sides = [input.base, input.head];
    const applied = sides.flatMap(({ roots, usedFiles }) => [...usedFiles, ...roots.flatMap(({ files }) => files)]);
    return isTemplate || isOfValues || applied.some((path) => /\.(?:jsonnet|libsonnet)$/.test(path));
  }

  /** Whether the change moves the file with the same text. */
  #isMoved(): boolean {
    const { file, input } = this.#context;
    const here = { file: file.path, text: '' };
    this.#moved ??= isMovedFile(
      file,
      input.changed.files.filter(({ path }) => isInSameEnvironments(here, { file: path, text: '' }, input)),
    );
    return this.#moved;
  }

  /** Whether the file was read as objects that are applied as they are. */
  #isRead(side: SideName): boolean {
    const { file, input } = this.#context;
    const { set } = ledgerSide(input, side);
    const isRead =
      this.#read.get(side) ??
      set.files.some(({ source, manifests }) => source.file === file.path && manifests.length > 0);

    this.#read.set(side, isRead);

    return isRead;
  }

  #isTemplate(side: SideName): boolean {
    const isTemplate = this.#templates.get(side) ?? templateSigns.test(textOn(this.#context.file, side));
    this.#templates.set(side, isTemplate);
    return isTemplate;
  }

  /** Whether any line of the file, or its path, says that it is about nodes. */
  #isNear(): boolean {
    const { file } = this.#context;
    const says = (text: string): boolean => /karpenter|node-?pools?\b|node-?class/i.test(text);

    this.#near ??= isNodeService(file.path) || [file.path, textOn(file, 'before'), textOn(file, 'after')].some(says);
    return this.#near;
  }

  #objectsOn(side: SideName): ObjectLines {
    const { file } = this.#context;
    const objects = this.#objects.get(side) ?? new ObjectLines({ file: file.path, text: textOn(file, side) });
    this.#objects.set(side, objects);
    return objects;
  }
}

/** A set without the objects of other environments. */
function withoutOthers(set: ManifestSet, isHere: (manifest: Manifest) => boolean): ManifestSet {
  if (set.manifests.every(isHere)) return set;
  return { ...set, manifests: set.manifests.filter(isHere) };
}

const firstInstallations = new WeakMap<LedgerInput, boolean>();

/** Whether a change installs Karpenter where nothing did before. */
function installsFirst(input: LedgerInput): boolean {
  const isFirst =
    firstInstallations.get(input) ?? isFirstInstallation(input.base.set.manifests, input.head.set.manifests);
  firstInstallations.set(input, isFirst);
  return isFirst;
}

/** A line of values that names the image of a container. */
const imageLine = /^\s*(?:-\s*)?["']?(?:\w*[tT]ag|image|imageName|digest|appVersion|newTag)["']?\s*:/;

const nameOfPlace = ({ manifest, path }: Pick<PlacedLine, 'manifest' | 'path'>): string =>
  `${nameOfObject(manifest)} ${pathText(path)}`.trim();

/** Whether an object is what kustomize reads. What the roots that use it render to says what its fields do. */
const isKustomizationFile = ({ kind, apiVersion }: Pick<Manifest, 'kind' | 'apiVersion'>): boolean =>
  kind === 'Kustomization' && apiVersion.startsWith('kustomize.config.k8s.io');

/** Whether a stage of the review compares or simulates objects of a kind. */
const isOfStage = (manifest: Manifest): boolean =>
  isOfPods(manifest) || isKarpenterGroup(groupOf(manifest.apiVersion)) || isNodeClassKind(manifest.kind);

/** Whether all texts of a file say that they are schemas of JSON, and say what data may be. */
const isSchema = (file: ChangedFile): boolean =>
  /\.json$/i.test(file.path) &&
  (['before', 'after'] as const)
    .map((side) => textOn(file, side))
    .every(
      (text) => text === '' || (metaSchema.test(text) && /"(?:properties|\$defs|definitions|items)"\s*:/.test(text)),
    );

/** The schema of schemas. Data names the schema that it has. */
const metaSchema = /^\s*\{[^{}]{0,500}"\$schema"\s*:\s*"https?:\/\/json-schema\.org\/(?:draft[\w/-]*\/)?schema#?"/;

/** Whether a line of no object is part of a List, but of none of its items. */
function isAroundObjects(text: string, file: ChangedFile): boolean {
  const isOfList = /^(?:apiVersion|kind|items|metadata)\s*:/.test(text);
  return (
    isOfList &&
    (['before', 'after'] as const).some((side) => /^kind:\s*["']?\w*List["']?\s*$/m.test(textOn(file, side)))
  );
}
