import { type Code, compareDiagnostics, type Diagnostic, type Severity } from '../diagnostic.ts';
import { groupOf, type Manifest, type Path } from '../manifest/manifest.ts';
import { documentOf, parseManifests } from '../manifest/parse.ts';
import type { Source, Span } from '../source.ts';
import { type DraftEntry, type DraftMap, dataOf, UnwritableDocument } from './draft.ts';
import { type ClassUse, needsOwnClass, ownClassName } from './kubelet-classes.ts';
import { type PlainText, plainText } from './line-ends.ts';
import { migrateDraft, stepsOf, type TargetVersion } from './migrate-draft.ts';
import { mayNameOldKeys, migrateWorkload } from './migrate-workload.ts';
import { OpenDocument, openDocument } from './open-document.ts';
import { patchesAmong } from './patches.ts';
import { type Remark, type RemarkKind, Remarks } from './remarks.ts';

/** A document of a file that reads otherwise once it is migrated. Offsets count in the file's text as the Source has it. */
export interface MigratedDocument extends Span {
  readonly newText: string;
  /** Old objects that stand in it, by their position in the file. */
  readonly objects: readonly number[];
  /** Documents that only make sense together share a name: a pool and the class that took its kubelet settings. */
  readonly group: string;
}

/** What a migration makes of some files. */
export interface FileMigrations {
  /** In order of file and place. */
  readonly documents: readonly MigratedDocument[];
  /** `migration/…` findings: what a reader must know. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files that hold old objects and stay as they are, sorted. */
  readonly left: readonly string[];
}

/**
 * Migrates the Karpenter objects of some files to an API generation, and what other objects call by old names. Files are migrated whole or
 * not at all; those in the target version come out as they are. Bad content ends as findings; this never throws.
 */
export function migrateFiles(sources: readonly Source[], to: TargetVersion): FileMigrations {
  const files = sources.flatMap((source) => oldFile(source, to));
  const patches = patchesAmong(files.flatMap(({ manifests }) => manifests));
  const left = new Set<string>();
  const why = new Map<string, Diagnostic>();
  for (;;) {
    // A file that stays takes its share of what others were to become with it, so all is done again without.
    const attempt = new Attempt({ left, to, patches });
    attempt.run(files);
    for (const reason of attempt.reasons) why.set(JSON.stringify(reason), reason);
    if (attempt.failed.size === 0) {
      const diagnostics = [...why.values(), ...attempt.remarks].sort(compareDiagnostics);
      return { documents: attempt.documents, diagnostics, left: [...left].sort() };
    }
    for (const file of attempt.failed) left.add(file);
  }
}

/** A file as it is read, without carriage returns. */
interface OldFile {
  readonly source: Source;
  readonly plain: PlainText;
  readonly manifests: readonly Manifest[];
  /** Findings that kept something from being read. */
  readonly faults: readonly Diagnostic[];
}

const karpenterText = /\bkarpenter\.(?:sh|k8s\.aws)\b/;
const oldApi = /\bkarpenter\.(?:sh|k8s\.aws)\/v1(?:alpha|beta)\d/;

function oldFile(source: Source, to: TargetVersion): OldFile[] {
  if (!karpenterText.test(source.text) && !mayNameOldKeys(source.text, to)) return [];
  const plain = plainText(source.text);
  const parsed = parseManifests({ file: source.file, text: plain.text }, { set: {} });
  const faults = parsed.isBroken ? parsed.diagnostics : [];
  return [{ source, plain, manifests: parsed.manifests, faults }];
}

interface OpenObject {
  readonly manifest: Manifest;
  readonly file: OldFile;
  readonly document: OpenDocument;
  readonly path: Path;
  readonly draft: DraftMap;
}

interface Pool extends OpenObject {
  readonly kubelet: DraftEntry | undefined;
}

const kinds: Readonly<Record<RemarkKind, { code: Code; severity: Severity }>> = {
  kept: { code: 'migration/kept', severity: 'note' },
  renamed: { code: 'migration/renamed', severity: 'note' },
  changed: { code: 'migration/changed', severity: 'warning' },
  dropped: { code: 'migration/dropped', severity: 'warning' },
  impossible: { code: 'migration/impossible', severity: 'error' },
};

/** A pool with the class that it names, where that is among the files. */
interface PoolUse extends ClassUse {
  readonly owner: Pool;
  readonly found: OpenObject | undefined;
}

/** What a try is about. */
interface Task {
  readonly to: TargetVersion;
  /** Files that are known to stay. */
  readonly left: ReadonlySet<string>;
  /** Objects that only say what is different from one in another file. */
  readonly patches: ReadonlySet<Manifest>;
}

/** One try at migrating all files but some. */
class Attempt {
  /** Files that turned out not to be migratable. */
  readonly failed = new Set<string>();
  /** Why files stay as they are. */
  readonly reasons: Diagnostic[] = [];
  /** What to know of the others. */
  readonly remarks: Diagnostic[] = [];
  readonly #left: ReadonlySet<string>;
  readonly #to: TargetVersion;
  readonly #patches: ReadonlySet<Manifest>;
  readonly #opened = new Map<string, OpenDocument>();
  readonly #touched = new Map<OpenDocument, Touched>();
  readonly #pools: Pool[] = [];
  readonly #classes: OpenObject[] = [];
  readonly #written: MigratedDocument[] = [];

  constructor({ left, to, patches }: Task) {
    this.#left = left;
    this.#to = to;
    this.#patches = patches;
  }

  run(files: readonly OldFile[]): void {
    for (const file of files) {
      for (const manifest of file.manifests) this.#guarded(file, manifest, () => this.#object(file, manifest));
      this.#unread(file);
    }
    if (this.#to === 'v1') this.#giveKubelets();
    for (const [document, touched] of this.#touched)
      this.#guarded(touched.file, touched.first, () => this.#write(document, touched));
  }

  /** In order of file and place. */
  get documents(): readonly MigratedDocument[] {
    return this.#written.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start));
  }

  /** Names a file that could not be read and may hold old objects. */
  #unread({ source, plain, faults }: OldFile): void {
    if (faults.length === 0 || !oldApi.test(source.text)) return;
    // A quote that never ends is found behind the end.
    const within = (offset: number): number => Math.min(offset, plain.text.length);
    const at = ({ file, start, end }: Span): Span => ({
      file,
      ...originalSpan(plain, { start: within(start), end: within(end) }),
    });
    for (const fault of faults) this.reasons.push({ ...fault, span: at(fault.span), labels: [], severity: 'error' });
    this.#fail(source.file);
  }

  #fail(file: string): void {
    if (!this.#left.has(file)) this.failed.add(file);
  }

  /** What cannot be rewritten keeps its whole file as it is, and is named. */
  #guarded(file: OldFile, manifest: Manifest, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof UnwritableDocument)) throw error;
      const message = `This object cannot be migrated: ${error.message}`;
      this.#say(file, manifest, { kind: 'impossible', path: [], message, help: 'Migrate it by hand.' });
    }
  }

  #object(file: OldFile, manifest: Manifest): void {
    const isKarpenters = ['karpenter.sh', 'karpenter.k8s.aws'].includes(groupOf(manifest.apiVersion));
    if (stepsOf(manifest, this.#to) !== undefined) this.#old(file, manifest);
    else if (isKarpenters) this.#current(file, manifest);
    else this.#workload(file, manifest);
  }

  #old(file: OldFile, manifest: Manifest): void {
    const open = this.#open(file, manifest);
    open.document.requireWhole();
    const { objects, kubelet, remarks } = migrateDraft(manifest, open.draft, {
      to: this.#to,
      isPatch: this.#patches.has(manifest),
    });
    for (const remark of remarks) this.#say(file, manifest, remark);
    if (this.#left.has(file.source.file)) return;
    this.#touch(open);
    for (const added of objects.slice(1)) open.document.add(added, open.path);
    for (const draft of objects) {
      if (draft.text('kind') === 'NodePool') this.#pools.push({ ...open, draft, kubelet });
      else if (!this.#patches.has(manifest)) this.#classes.push({ ...open, draft });
    }
  }

  /** Objects in the target version are read, because others may belong to them. */
  #current(file: OldFile, manifest: Manifest): void {
    if (this.#to !== 'v1' || !manifest.apiVersion.endsWith('/v1')) return;
    if (manifest.kind !== 'NodePool' && manifest.kind !== 'EC2NodeClass') return;
    try {
      const open = this.#open(file, manifest);
      if (manifest.kind === 'NodePool') this.#pools.push({ ...open, kubelet: undefined });
      else this.#classes.push(open);
    } catch (error) {
      // Nothing of it is to be changed, so that it need not be writable.
      if (!(error instanceof UnwritableDocument)) throw error;
    }
  }

  #workload(file: OldFile, manifest: Manifest): void {
    const text = documentOf(manifest)?.text;
    if (text === undefined || !mayNameOldKeys(text.masked.original.slice(text.start, text.end), this.#to)) return;
    const open = this.#open(file, manifest);
    const remarks = new Remarks();
    migrateWorkload(open.draft, this.#to, remarks);
    for (const remark of remarks.all) this.#say(file, manifest, remark);
    if (remarks.all.length > 0 && !this.#left.has(file.source.file)) this.#touch(open);
  }

  #open(file: OldFile, manifest: Manifest): OpenObject {
    const { text, base } = documentOf(manifest)!;
    const key = JSON.stringify([file.source.file, text.start]);
    const document = this.#opened.get(key) ?? new OpenDocument(file.source.file, text);
    this.#opened.set(key, document);
    return { manifest, file, document, path: base, draft: document.object(base) };
  }

  #touch({ file, document, manifest }: OpenObject): void {
    const group = `${file.source.file}:${document.start}`;
    const touched = this.#touched.get(document) ?? { file, first: manifest, objects: new Set(), group };
    touched.objects.add(manifest.index);
    this.#touched.set(document, touched);
  }

  #say(file: OldFile, manifest: Manifest, { kind, path, message, help }: Remark): void {
    const name = file.source.file;
    if (kind === 'impossible') this.#fail(name);
    else if (this.#left.has(name)) return;
    const into = kind === 'impossible' ? this.reasons : this.remarks;
    const span = { file: name, ...originalSpan(file.plain, manifest.keySpan(path)) };
    const common = { span, labels: [], resource: manifest.ref, message };
    into.push({ ...kinds[kind], ...common, ...(help !== undefined && { help }) });
  }

  #write(document: OpenDocument, { file, objects, group }: Touched): void {
    const newText = file.plain.restored(document.newText());
    const span = originalSpan(file.plain, document);
    if (file.source.text.slice(span.start, span.end) === newText) return;
    this.#written.push({ file: file.source.file, ...span, newText, objects: [...objects], group });
  }

  /** v1 keeps kubelet settings in the class: that of the pool, or a copy of it where its pools do not agree. */
  #giveKubelets(): void {
    if (this.#pools.every(({ kubelet }) => kubelet === undefined)) return;
    const uses = this.#pools.map((pool) => this.#use(pool));
    for (const use of uses) {
      const { kubelet, file, manifest } = use.owner;
      if (kubelet !== undefined) this.#guarded(file, manifest, () => this.#giveKubelet(use, kubelet, uses));
    }
  }

  #use(owner: Pool): PoolUse {
    const found = this.#classOf(owner);
    const nodeClass = found === undefined ? '' : JSON.stringify([found.file.source.file, found.manifest.index]);
    return {
      owner,
      found,
      nodeClass,
      pool: nameOf(owner.draft),
      kubelet: owner.kubelet && dataOf(owner.kubelet.value),
    };
  }

  /** The class that a pool names: of several of that name the one that lies nearest, as environments lie side by side. */
  #classOf({ draft, file }: Pool): OpenObject | undefined {
    const name = classRefOf(draft)?.text('name');
    const nearness = (one: OpenObject): number => sharedFolders(one.file.source.file, file.source.file);
    return this.#classes
      .filter((one) => nameOf(one.draft) === name)
      .reduce<OpenObject | undefined>((best, one) => (best && nearness(best) >= nearness(one) ? best : one), undefined);
  }

  #giveKubelet(use: PoolUse, kubelet: DraftEntry, uses: readonly PoolUse[]): void {
    const { owner, found } = use;
    const path = ['spec', 'template', 'spec', 'kubelet'];
    const name = classRefOf(owner.draft)?.text('name') ?? '';
    if (found === undefined) {
      this.#say(owner.file, owner.manifest, {
        kind: 'impossible',
        path,
        message: `v1 keeps kubelet settings in the EC2NodeClass, and \`${name}\` is not among the files that can be migrated`,
        help: 'Migrate its file together with this one, or move the settings there by hand.',
      });
      return;
    }
    const isOwn = needsOwnClass(use, uses);
    const target = isOwn ? ownClassName(name, use.pool) : name;
    const draft = isOwn ? this.#copyOf(found, target) : found.draft;
    const spec = draft.childOrNew('spec');
    const known = spec.value('kubelet');
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(use.kubelet)) {
      this.#say(owner.file, owner.manifest, {
        kind: 'impossible',
        path,
        message: `EC2NodeClass \`${name}\` has kubelet settings of its own, which differ from the pool's`,
        help: 'Decide which of them count.',
      });
      return;
    }
    if (known === undefined) spec.insert(kubelet);
    if (isOwn) {
      found.document.add(draft, found.path);
      classRefOf(owner.draft)?.set('name', target);
    }
    this.#touch(found);
    this.#join(owner.document, found.document);
    const why = isOwn ? `, a copy of \`${name}\`, whose other pools want others` : '';
    const message = `Its kubelet settings stand in EC2NodeClass \`${target}\` in v1${why}`;
    this.#say(owner.file, owner.manifest, { kind: isOwn ? 'changed' : 'kept', path, message });
  }

  /** The class once more, migrated, under another name. */
  #copyOf({ manifest, draft }: OpenObject, name: string): DraftMap {
    const { document, path } = openDocument(manifest);
    const copy = document.object(path);
    const { objects } = migrateDraft(manifest, copy, { to: this.#to });
    const nodeClass = objects.find((object) => object.text('kind') === draft.text('kind')) ?? copy;
    nodeClass.childOrNew('metadata').set('name', name);
    return nodeClass;
  }

  #join(a: OpenDocument, b: OpenDocument): void {
    const [from, to] = [this.#touched.get(a)?.group, this.#touched.get(b)?.group];
    for (const touched of this.#touched.values()) if (touched.group === from && to !== undefined) touched.group = to;
  }
}

interface Touched {
  readonly file: OldFile;
  readonly first: Manifest;
  readonly objects: Set<number>;
  group: string;
}

const nameOf = (draft: DraftMap): string => draft.child('metadata')?.text('name') ?? '';

const classRefOf = (pool: DraftMap): DraftMap | undefined =>
  pool.child('spec')?.child('template')?.child('spec')?.child('nodeClassRef');

/** How near two files lie: folders that they share; most where they are the same file. */
function sharedFolders(a: string, b: string): number {
  if (a === b) return Number.POSITIVE_INFINITY;
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const parted = left.findIndex((folder, i) => folder !== right[i]);
  return parted === -1 ? left.length : parted;
}

const originalSpan = ({ originalOffset }: PlainText, { start, end }: { start: number; end: number }) => ({
  start: originalOffset(start),
  end: originalOffset(end),
});
