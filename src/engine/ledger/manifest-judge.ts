import { schedulingKinds } from '../diff/effect-table.ts';
import { isKarpenterGroup, isNodeClassKind } from '../manifest/karpenter-kinds.ts';
import { groupOf, type Manifest, pathText, valueAt } from '../manifest/manifest.ts';
import { objectIdentity } from '../places/object-identity.ts';
import { judgedField, nameOfObject } from './field-judgement.ts';
import type { JudgeContext, LineJudge } from './file-judge.ts';
import { isOfProgram } from './file-names.ts';
import { harmless, type Judgement, notUnderstood, outside } from './judgement.ts';
import { isNodeService } from './known-kinds.ts';
import { LineTexts, textOn } from './line-texts.ts';
import { ObjectLines, type PlacedLine } from './object-lines.ts';
import { readsTerraform } from './reads-terraform.ts';
import type { SideName } from './rendered-places.ts';
import { judgedByRoots } from './root-judgement.ts';

const otherSide = { before: 'after', after: 'before' } as const;

/** Judges YAML and JSON: objects by their fields, files of charts and kustomizations by what they render to. */
export class ManifestJudge implements LineJudge {
  readonly #context: JudgeContext;
  readonly #lines: LineTexts;
  readonly #objects = new Map<SideName, ObjectLines>();

  constructor(context: JudgeContext) {
    this.#context = context;
    this.#lines = new LineTexts(context.file);
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    if (lines.length === 0) return [];
    const { path } = this.#context.file;
    const places = this.#objectsOn(side).placesOf(lines);
    if (places === null) return lines.map(() => notUnderstood(path, 'it has more values than are looked at'));
    return lines.map((line) => this.#judged(side, line, places.get(line)));
  }

  #judged(side: SideName, line: number, place: PlacedLine | undefined): Judgement {
    const { file, rendered } = this.#context;
    const text = this.#lines.line(side, line);
    const isInText = place !== undefined && typeof valueAt(place.manifest.object, place.path) === 'string';
    if (!isInText && /^\s*(?:#.*)?$/.test(text)) return harmless(file.path, 'a comment or a blank line');
    if (/^(?:---|\.\.\.)\s*(?:#.*)?$/.test(text)) return harmless(file.path, 'a separator of documents');
    if (place?.isKey) return harmless(file.path, 'a key, whose values are judged themselves');
    const traced = rendered.atLine(side, file.path, line);
    if (traced) return traced;
    const ofRoots = judgedByRoots(place ? nameOfPlace(place) : file.path, file.path, rendered);
    if (ofRoots?.class === 'harmless') return ofRoots;
    const isTemplate = /\{\{|\$\{|<%|\{%/.test(textOn(file, side));
    if (place && !(ofRoots && isTemplate)) return this.#ofObject(side, place, ofRoots);
    if (ofRoots) return ofRoots;
    return this.#ofData(text);
  }

  /** A line of an object. Kinds that a stage reads count as read only if the file was read. */
  #ofObject(side: SideName, { manifest, path }: PlacedLine, ofRoots: Judgement | undefined): Judgement {
    const { file, input } = this.#context;
    const judgement = judgedField(
      { manifest, other: this.#counterpart(side, manifest) },
      path,
      readsTerraform(input.resources),
    );
    if (judgement.class !== 'modelled' || !isOfStage(manifest) || ofRoots?.class === 'modelled') return judgement;
    const { set } = side === 'before' ? input.base : input.head;
    const isRead = set.files.some(({ source, manifests }) => source.file === file.path && manifests.length > 0);
    if (isRead) return judgement;
    return (
      ofRoots ??
      notUnderstood(judgement.what, 'the file is not applied as it is, and nothing that was rendered shows it')
    );
  }

  /** The same object on the other side: in this file, or wherever it is. */
  #counterpart(side: SideName, manifest: Manifest): Manifest | undefined {
    const { input } = this.#context;
    const other = otherSide[side];
    const identity = objectIdentity(manifest);
    const isSame = (one: Manifest): boolean => objectIdentity(one) === identity;
    const here = this.#objectsOn(other).manifests;
    const at = here.filter(isSame);
    // Objects without a name, such as values, are told apart by their order.
    if (at.length > 0) return at.length > 1 ? (at[manifest.index] ?? at[0]) : at[0];
    const { set } = other === 'before' ? input.base : input.head;
    return manifest.name === ''
      ? undefined
      : set.manifests.find((one) => one.source.origin === undefined && isSame(one));
  }

  /** A line that is in no object: values of charts, and data of anything else. */
  #ofData(text: string): Judgement {
    const { file, input } = this.#context;
    const { path } = file;
    const whole = `${path} ${textOn(file, 'before')} ${textOn(file, 'after')}`;
    if ([input.base, input.head].some(({ usedFiles }) => usedFiles.has(path)))
      return notUnderstood(path, 'Terraform reads this file, and no object shows what its values become', true);
    if (/(?:^|\/)Chart\.yaml$/.test(path))
      return /^(?:version|appVersion|description|home|icon|type|kubeVersion|name)\s*:/.test(text)
        ? harmless(path, 'describes a chart, and changes no object')
        : notUnderstood(path, 'the chart is not rendered');
    if (/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path))
      return /^\s*-?\s*(?:newTag|newName|digest|name)\s*:/.test(text)
        ? harmless(path, 'the image of a container, not what it requests or where it runs')
        : notUnderstood(path, 'the kustomization was not rendered');
    const isNear = /karpenter|node-?pools?\b|node-?class/i.test(whole) || isNodeService(path);
    if (!isNear && /^\s*-?\s*["']?(?:\w*[tT]ag|image|imageName|digest|appVersion|newTag)["']?\s*:/.test(text))
      return harmless(path, 'the image of a container, not what it requests or where it runs');
    if (!isNear && isOfProgram(path, input.changed.has)) return outside(path, 'configuration of a program');
    if (!isNear && /\.json$/i.test(path)) return outside(path, 'data that no root, module or manifest reads');
    return notUnderstood(path, 'no chart that uses these values is rendered', isNear);
  }

  #objectsOn(side: SideName): ObjectLines {
    const { file } = this.#context;
    const known = this.#objects.get(side) ?? new ObjectLines({ file: file.path, text: textOn(file, side) });
    this.#objects.set(side, known);
    return known;
  }
}

const nameOfPlace = ({ manifest, path }: PlacedLine): string => `${nameOfObject(manifest)} ${pathText(path)}`.trim();

/** Whether a stage of the review compares or simulates objects of a kind. */
const isOfStage = ({ kind, apiVersion }: Manifest): boolean =>
  schedulingKinds.has(kind) || isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind);
