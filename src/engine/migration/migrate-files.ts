import { type Code, compareDiagnostics, type Diagnostic, type Severity } from '../diagnostic.ts';
import { isOfKarpenter } from '../manifest/karpenter-kinds.ts';
import { type Manifest, versionOf } from '../manifest/manifest.ts';
import { documentOf } from '../manifest/objects/document-manifest.ts';
import { compareNames } from '../name-order.ts';
import type { Source, Span } from '../source.ts';
import { UnwritableDocument } from './draft.ts';
import { giveKubelets } from './give-kubelets.ts';
import { migrateDraft, stepsOf, type TargetVersion } from './migrate-draft.ts';
import { mayNameOldKeys, migrateWorkload } from './migrate-workload.ts';
import { type OldFile, oldApi, oldFile, originalSpan } from './old-file.ts';
import { OpenDocument } from './open-document.ts';
import type { OpenObject, OpenPool } from './open-object.ts';
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

const kinds: Readonly<Record<RemarkKind, { code: Code; severity: Severity }>> = {
  kept: { code: 'migration/kept', severity: 'note' },
  renamed: { code: 'migration/renamed', severity: 'note' },
  changed: { code: 'migration/changed', severity: 'warning' },
  dropped: { code: 'migration/dropped', severity: 'warning' },
  impossible: { code: 'migration/impossible', severity: 'error' },
};

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
  readonly #pools: OpenPool[] = [];
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
    if (this.#to === 'v1')
      giveKubelets(this.#pools, this.#classes, {
        guarded: (file, manifest, work) => this.#guarded(file, manifest, work),
        say: (file, manifest, remark) => this.#say(file, manifest, remark),
        touch: (open) => this.#touch(open),
        join: (one, other) => this.#join(one, other),
      });
    for (const [document, touched] of this.#touched)
      this.#guarded(touched.file, touched.first, () => this.#write(document, touched));
  }

  /** In order of file and place. */
  get documents(): readonly MigratedDocument[] {
    return this.#written.toSorted((a, b) => compareNames(a.file, b.file) || a.start - b.start);
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
    const isKarpenters = isOfKarpenter(manifest);
    if (stepsOf(manifest, this.#to) !== undefined) this.#old(file, manifest);
    else if (isKarpenters && isForeign(manifest)) this.#foreign(file, manifest);
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

  #foreign(file: OldFile, manifest: Manifest): void {
    this.#say(file, manifest, {
      kind: 'impossible',
      path: ['kind'],
      message: `\`${manifest.apiVersion}\` ${manifest.kind} is nothing that is migrated`,
      help: 'Karpenter makes Machines and NodeClaims itself: remove them. Otherwise correct the kind.',
    });
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

  /** From now on two documents only make sense together. */
  #join(a: OpenDocument, b: OpenDocument): void {
    const [from, to] = [this.#touched.get(a)?.group, this.#touched.get(b)?.group];
    for (const touched of this.#touched.values()) if (touched.group === from && to !== undefined) touched.group = to;
  }
}

/** An old object of a kind that nobody writes, or that is misspelt; NodeOverlays are still alpha. */
const isForeign = (manifest: Manifest): boolean =>
  /^v1(?:alpha|beta)/.test(versionOf(manifest.apiVersion)) &&
  stepsOf(manifest, 'v1') === undefined &&
  manifest.kind !== 'NodeOverlay';

interface Touched {
  readonly file: OldFile;
  readonly first: Manifest;
  readonly objects: Set<number>;
  group: string;
}
