import { objectIdentity } from '../../files/places/object-identity.ts';
import { type Manifest, type Path, valueAt } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { addToGroup, groupBy } from '../../text/group-by.ts';
import { LineIndex, type OriginTool, type Place, type Source } from '../../text/source.ts';
import { differences } from '../diff/differences.ts';
import {
  choosesManifests,
  type JudgedObject,
  judgedDefinition,
  judgedField,
  type ReadsTerraform,
} from './field-judgement.ts';
import { harmless, type Judgement, seenOnly, weakest } from './judgement.ts';
import { takenDataOf } from './kinds/taken-data.ts';
import { type LedgerInput, type LedgerSide, ledgerSide, type ReadRoot } from './ledger-input.ts';
import type { SideName } from './line-changes.ts';
import { readsTerraform, unreadValues } from './reads-terraform.ts';
import { movesIn } from './terraform/moved-blocks.ts';

/** More changed fields of one rendered text are judged together. */
const maxFields = 2000;

/** An unknown value of Terraform that may be another one on the other side, because nothing names it. */
const hasUnnamed = /\$\{(?:[\w.]{1,300}\.)?unknown\}|\{\{ unknown \}\}/;

/** Not more parts of one changed field are looked up in the repository. */
const maxLeaves = 200;

/** What the change does to rendered texts, at the places of the repository that they come from. */
export class RenderedPlaces {
  readonly #input: LedgerInput;
  /** `before file line` → judgements of the fields that are written there. */
  readonly #lines = new Map<string, Judgement[]>();
  /** Name of a rendered text → judgements of its changed fields. */
  readonly #texts = new Map<string, Judgement[]>();
  /** Name of a rendered text, kind and name of an object → judgements of its changed fields. */
  readonly #objects = new Map<string, Judgement[]>();
  readonly #rootsOf: {
    readonly before: ReadonlyMap<string, readonly ReadRoot[]>;
    readonly after: ReadonlyMap<string, readonly ReadRoot[]>;
  };
  readonly #created = new Map<SideName, ReadonlyMap<string, readonly Source[]>>();
  readonly #files = new Map<string, LineIndex | undefined>();
  readonly #changed: ReadonlyMap<
    string,
    { readonly before: string | null | undefined; readonly after: string | null | undefined }
  >;

  readonly #movedText: (text: string) => string;

  constructor(input: LedgerInput) {
    this.#input = input;
    this.#movedText = movedTextIn(input.head);
    this.#changed = new Map(input.changed.files.map((file) => [file.path, file]));
    this.#rootsOf = { before: rootsByFile(input.base.roots), after: rootsByFile(input.head.roots) };
    const [base, head] = [objectsByText(input.base), objectsByText(input.head)];

    for (const name of new Set([...base.keys(), ...head.keys()])) {
      const [old, now] = [base.get(name), head.get(name)];
      if (old?.source.text !== now?.source.text) this.#compare(name, old?.manifests ?? [], now?.manifests ?? []);
    }
  }

  /** What is known of a line through the fields of rendered objects that are written there. */
  atLine(side: SideName, file: string, line: number): Judgement | undefined {
    return weakest(this.#lines.get(`${side} ${file} ${line}`) ?? []);
  }

  /** What the change does to the object of a rendered text with a kind and a name; undefined if nothing, or if there is none. */
  ofObject(text: string, { kind, name }: Pick<Manifest, 'kind' | 'name'>): Judgement | undefined {
    return weakest(this.#objects.get(objectKey(text, kind, name)) ?? []);
  }

  /** The kustomizations and charts that use a file on a side. */
  rootsUsing(side: SideName, file: string): readonly ReadRoot[] {
    return this.#rootsOf[side].get(file) ?? [];
  }

  /**
   * The roots of a side that an object defines, by its name for people, `Kustomization flux-system/pools`, and its
   * file. That may be a patch of the object in a kustomization.
   */
  rootsDefinedBy(side: SideName, file: string, title: string): readonly ReadRoot[] {
    const { roots } = ledgerSide(this.#input, side);
    const titled = roots.filter(({ name }) => name === title || name.startsWith(`${title} `));
    const written = titled.filter((root) => root.file === file);
    if (written.length > 0) return written;

    const using = this.rootsUsing(side, file);
    return titled.filter((root) => using.some(({ files }) => files.includes(root.file)));
  }

  /** What the change does to a rendered text; undefined if it stays the same. */
  ofText(name: string): Judgement | undefined {
    return weakest(this.#texts.get(name) ?? []);
  }

  /**
   * What the change does to the objects that the blocks with an address such as `kubectl_manifest.pool` create on a side, in whatever module they
   * are. Undefined if they create none, or if a part of them is unknown and stays the same.
   */
  ofBlock(side: SideName, address: string): Judgement | undefined {
    return this.#ofCreated(this.#createdOn(side).get(address) ?? []);
  }

  /** The same for the objects that Terraform makes of a template. */
  ofTemplate(side: SideName, path: string): Judgement | undefined {
    const created = [...this.#createdOn(side).values()].flat();
    const fileOf = ({ origin, text }: Source): string | undefined => origin?.trace(0, text.length).span.file;
    return this.#ofCreated(created.filter((source) => fileOf(source) === path));
  }

  /**
   * What the change does to the objects of the charts that a block of Terraform such as `helm_release.pools` installs,
   * in every environment. Undefined if a chart is not rendered on both sides, or renders to the same while a part of
   * what it is given has no name.
   */
  ofRelease(side: SideName, file: string, address: string): Judgement | undefined {
    const { base, head } = this.#input;
    const releases = ledgerSide(this.#input, side).roots.filter(
      (root) => root.file === file && blockAddress(root.name) === address,
    );

    const judgements = releases.map(({ name }) => {
      const [before, after] = [base, head].map(({ roots }) => roots.find((root) => root.name === name));
      return before && after && this.#ofRoots(before, after);
    });
    if (judgements.includes(undefined)) return undefined;
    return weakest(judgements.flatMap((judgement) => judgement ?? []));
  }

  /**
   * What the change does to the values of a release of Terraform whose chart is not here. Undefined if it shows no
   * difference, or a value has no name.
   */
  ofValues(side: SideName, address: string): Judgement | undefined {
    const created = this.#createdOn(side).get(address) ?? [];
    if (created.length === 0 || created.some(({ text }) => hasUnnamed.test(text))) return undefined;
    const judgements = created.map(({ file }) => this.ofText(file));
    if (judgements.includes(undefined)) return undefined;
    return weakest(judgements.flatMap((judgement) => judgement ?? []));
  }

  /** What the change does to the text of a root. Undefined if nobody sees that. */
  #ofRoots(before: ReadRoot, after: ReadRoot): Judgement | undefined {
    const isSeen = [before, after].every(({ gap, unseen }) => gap === undefined && unseen === undefined);
    if (!isSeen) return undefined;

    const isUnasked = [before, after].every((root) => root.isIdle === true && root.isQuiet !== true);
    const isEdited = before.given !== after.given || before.files.some((file) => this.#changed.has(file));
    if (isUnasked && isEdited) return undefined;

    const isRendered = [before, after].every(({ rendered, isQuiet }) => rendered !== null || isQuiet === true);
    if (!isRendered && !isUnasked) return undefined;

    const texts = [before, after].flatMap(({ rendered }) => rendered ?? []);
    const judgement = weakest(texts.flatMap((text) => this.ofText(text) ?? []));
    if (judgement !== undefined) return judgement;
    if (hasUnnamed.test(before.given) || hasUnnamed.test(after.given)) return undefined;
    return harmless(after.name, 'renders to the same objects');
  }

  #ofCreated(sources: readonly Source[]): Judgement | undefined {
    const judgements = sources.map(({ file, text }) => {
      const judgement = this.ofText(file);
      if (judgement) return judgement;
      if (hasPlaceholder(text)) return undefined;
      return harmless(file, 'renders to the same objects');
    });
    if (judgements.includes(undefined)) return undefined;
    return weakest(judgements.flatMap((judgement) => judgement ?? []));
  }

  /** The texts that Terraform creates on a side, by the address of their block in its module. */
  #createdOn(side: SideName): ReadonlyMap<string, readonly Source[]> {
    const cached = this.#created.get(side);
    if (cached) return cached;

    const { sources } = ledgerSide(this.#input, side);
    const created = groupBy(
      sources.filter(({ origin }) => origin?.tool === 'terraform'),
      ({ file }) => blockAddress(file),
    );

    this.#created.set(side, created);

    return created;
  }

  #compare(name: string, old: readonly Manifest[], now: readonly Manifest[]): void {
    const [before, after] = [old, now].map(
      (all) => new Map(all.map((manifest) => [objectIdentity(manifest), manifest])),
    );
    const reads = readsTerraform(this.#input.resources);
    const taken = takenDataOf(this.#input);
    const isUnreadValue = unreadValues(this.#input.resources);
    let remaining = maxFields;

    for (const identity of new Set([...before!.keys(), ...after!.keys()])) {
      const [base, head] = [before!.get(identity), after!.get(identity)];
      const paths: Path[] = base && head ? differences(base.object, head.object).map(({ path }) => path) : [[]];

      for (const path of paths) {
        remaining--;

        if (remaining < 0) {
          addToGroup(this.#texts, name, seenOnly(name, 'more fields change than are looked at'));
          return;
        }

        for (const [side, manifest, other] of [
          ['before', base, head],
          ['after', head, base],
        ] as const) {
          if (!manifest) continue;

          const sets = { before: this.#input.base.set, after: this.#input.head.set };
          const object = { manifest, other, side, movedText: this.#movedText, taken, ...sets, isUnreadValue };
          const judgement = this.#judged(object, path, reads);
          addToGroup(this.#texts, name, judgement);
          addToGroup(this.#objects, objectKey(name, manifest.kind, manifest.name), judgement);
          this.#trace(side, manifest, path, judgement);
        }
      }
    }
  }

  /** A field, or a definition that only one side has. */
  #judged(object: JudgedObject, path: Path, reads: ReadsTerraform): Judgement {
    const judgement = judgedField(object, path, reads);
    const isWhole = object.other === undefined || choosesManifests(object.manifest, path);
    if (!isWhole || judgement.class !== 'not understood') return judgement;

    const { seenDefinitions } = ledgerSide(this.#input, object.side);
    return judgedDefinition(judgement.what, object.manifest, seenDefinitions) ?? judgement;
  }

  /** Notes a judgement at the lines of the repository where a field is written. */
  #trace(side: SideName, manifest: Manifest, path: Path, judgement: Judgement): void {
    const { origin } = manifest.source;
    if (!origin || (path.length > 0 && valueAt(manifest.object, path) === undefined)) return;

    const [key, value] = [path.length === 0 ? manifest.span(path) : manifest.keySpan(path), manifest.span(path)];
    const whole = { start: Math.min(key.start, value.start), end: Math.max(key.end, value.end) };

    this.#note(side, origin.trace(whole.start, whole.end), judgement, origin.tool);

    // Parts of a value of Terraform may be written elsewhere, such as in locals.
    if (origin.tool !== 'terraform' || path.length === 0) return;
    for (const leaf of leafPaths(manifest, path)) {
      const { start, end } = manifest.span(leaf);
      this.#note(side, origin.trace(start, end), judgement, origin.tool);
    }
  }

  #note(side: SideName, { span, isExact }: Place, judgement: Judgement, tool: OriginTool): void {
    if (!isExact && tool !== 'terraform') return;

    const text = this.#changed.get(span.file)?.[side];
    if (typeof text !== 'string') return;

    const lines = this.#index(side, span.file, text);
    const [first, last] = [lines.position(span.start).line, lines.position(Math.max(span.start, span.end - 1)).line];
    for (let line = first; line <= last; line++) addToGroup(this.#lines, `${side} ${span.file} ${line}`, judgement);
  }

  #index(side: SideName, file: string, text: string): LineIndex {
    const key = `${side} ${file}`;
    const index = this.#files.get(key) ?? new LineIndex(text);
    this.#files.set(key, index);
    return index;
  }
}

/** The values without members in a value, as many as are looked at. */
function leafPaths(manifest: Manifest, path: Path): readonly Path[] {
  const value = valueAt(manifest.object, path);
  if (value === null || typeof value !== 'object') return [];

  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys
    .slice(0, maxLeaves)
    .flatMap((key) => {
      const inner = [...path, key];
      const member = valueAt(manifest.object, inner);
      if (member === null || typeof member !== 'object') return [inner];
      return leafPaths(manifest, inner);
    })
    .slice(0, maxLeaves);
}

/** Renames references to what `moved` blocks move. */
function movedTextIn({ terraform }: LedgerSide): (text: string) => string {
  const moves = [...movesIn(terraform)];
  return (text) => moves.reduce((moved, [from, to]) => moved.replaceAll(`\${${from}.`, `\${${to}.`), text);
}

/** The address of a block within its module, by the name of a text that it creates: `infra: module.pools.kubectl_manifest.pool["a"]`. */
export const blockAddress = (name: string): string =>
  /(?<![\w-])[\w-]+\.[\w-]+$/.exec(name.replace(/\[[^\]]{0,200}\]/g, ''))?.[0] ?? name;

const objectKey = (...names: readonly string[]): string => names.join(' ');

function rootsByFile(roots: readonly ReadRoot[]): ReadonlyMap<string, readonly ReadRoot[]> {
  const byFile = new Map<string, ReadRoot[]>();
  for (const root of roots) for (const file of root.files) addToGroup(byFile, file, root);
  return byFile;
}

/** The rendered texts of a side with their objects, by name. */
function objectsByText({
  set,
  sources,
}: LedgerSide): ReadonlyMap<string, { readonly source: Source; readonly manifests: readonly Manifest[] }> {
  const objects = groupBy(
    set.manifests.filter(({ source }) => source.origin !== undefined),
    ({ source }) => source.file,
  );

  return new Map(
    sources.flatMap((source) => {
      if (source.origin === undefined) return [];
      return [[source.file, { source, manifests: objects.get(source.file) ?? [] }] as const];
    }),
  );
}
