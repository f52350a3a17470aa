import { isOfKarpenter } from '../../manifest/model/karpenter-kinds.ts';
import { type Manifest, versionOf } from '../../manifest/model/manifest.ts';
import { documentOf } from '../../manifest/objects/document-manifest.ts';
import { type Code, compareDiagnostics, type Diagnostic, type Severity } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source, Span } from '../../text/source.ts';
import { UnwritableDocument } from './draft.ts';
import { migrateDraft, stepsOf, type TargetVersion } from './migrate-draft.ts';
import { mayNameOldKeys, migrateWorkload } from './migrate-workload.ts';
import { moveKubeletSettings } from './move-kubelet-settings.ts';
import { type OldFile, oldApi, oldFile, originalSpan } from './old-file.ts';
import { OpenDocument } from './open-document.ts';
import type { OpenObject, OpenPool } from './open-object.ts';
import { patchesAmong } from './patches.ts';
import { type Remark, type RemarkKind, Remarks } from './remarks.ts';

/** A document that the migration changes. Offsets are relative to the text of the Source. */
export interface MigratedDocument extends Span {
  readonly newText: string;
  /** The old objects in it, by their position in the file. */
  readonly objects: readonly number[];
  /** Documents that are valid only together have the same group: a NodePool and the class that got its kubelet settings. */
  readonly group: string;
}

/** The result of migrating files. */
export interface FileMigrations {
  /** Sorted by file and place. */
  readonly documents: readonly MigratedDocument[];
  /** `migration/…` findings: what a reader must know about the result. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files with old objects that stay unchanged, sorted. */
  readonly left: readonly string[];
}

/**
 * Migrates the Karpenter objects of these files to an API version, and renames old keys in other objects. A file is migrated as a whole or
 * not at all, and a file in the target version stays unchanged. Invalid content results in findings. This never throws.
 */
export function migrateFiles(sources: readonly Source[], to: TargetVersion): FileMigrations {
  const files = sources.flatMap((source) => oldFile(source, to));
  const patches = patchesAmong(files.flatMap(({ manifests }) => manifests));
  const unmigrated = new Set<string>();
  const why = new Map<string, Diagnostic>();

  for (;;) {
    // If a file cannot be migrated, changes of other files may depend on it, so everything is repeated without it.
    const attempt = new Attempt({ left: unmigrated, to, patches });
    attempt.run(files);
    for (const reason of attempt.reasons) why.set(JSON.stringify(reason), reason);

    if (attempt.failed.size === 0) {
      const diagnostics = [...why.values(), ...attempt.remarks].sort(compareDiagnostics);
      return { documents: attempt.documents, diagnostics, left: [...unmigrated].sort() };
    }

    for (const file of attempt.failed) unmigrated.add(file);
  }
}

const kinds: Readonly<Record<RemarkKind, { code: Code; severity: Severity }>> = {
  kept: { code: 'migration/kept', severity: 'note' },
  renamed: { code: 'migration/renamed', severity: 'note' },
  changed: { code: 'migration/changed', severity: 'warning' },
  dropped: { code: 'migration/dropped', severity: 'warning' },
  impossible: { code: 'migration/impossible', severity: 'error' },
};

/** The input of one attempt. */
interface Task {
  readonly to: TargetVersion;
  /** The files that cannot be migrated. */
  readonly left: ReadonlySet<string>;
  /** Patches of objects in other files. */
  readonly patches: ReadonlySet<Manifest>;
}

/** One attempt to migrate all files except for those that cannot be migrated. */
class Attempt {
  /** The files that turned out not to be migratable. */
  readonly failed = new Set<string>();
  /** Why files stay unchanged. */
  readonly reasons: Diagnostic[] = [];
  /** Remarks on the other files. */
  readonly remarks: Diagnostic[] = [];
  readonly #left: ReadonlySet<string>;
  readonly #to: TargetVersion;
  readonly #patches: ReadonlySet<Manifest>;
  readonly #opened = new Map<string, OpenDocument>();
  readonly #touched = new Map<OpenDocument, Touched>();
  readonly #pools: OpenPool[] = [];
  readonly #classes: OpenObject[] = [];
  readonly #written: MigratedDocument[] = [];

  constructor({ left: unmigrated, to, patches }: Task) {
    this.#left = unmigrated;
    this.#to = to;
    this.#patches = patches;
  }

  run(files: readonly OldFile[]): void {
    for (const file of files) {
      for (const manifest of file.manifests) this.#guarded(file, manifest, () => this.#object(file, manifest));
      this.#unread(file);
    }

    if (this.#to === 'v1')
      moveKubeletSettings(this.#pools, this.#classes, {
        guarded: (file, manifest, work) => this.#guarded(file, manifest, work),
        say: (file, manifest, remark) => this.#say(file, manifest, remark),
        touch: (open) => this.#touch(open),
        join: (manifest, other) => this.#join(manifest, other),
      });

    for (const [document, touched] of this.#touched)
      this.#guarded(touched.file, touched.first, () => this.#write(document, touched));
  }

  /** Sorted by file and place. */
  get documents(): readonly MigratedDocument[] {
    return this.#written.toSorted((a, b) => compareNames(a.file, b.file) || a.start - b.start);
  }

  /** Reports a file that could not be parsed and may contain old objects. */
  #unread({ source, plain, faults }: OldFile): void {
    if (faults.length === 0 || !oldApi.test(source.text)) return;

    // For a quote that is never closed, the parser reports a place after the end.
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

  /** If an object cannot be rewritten, its whole file stays unchanged and the object is reported. */
  #guarded(file: OldFile, manifest: Manifest, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof UnwritableDocument)) throw error;
      const message = `This object cannot be migrated, because ${error.message}`;
      this.#say(file, manifest, { kind: 'impossible', path: [], message, help: 'Migrate it yourself.' });
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
      message: `\`plumbline migrate\` does not support \`${manifest.apiVersion}\` ${manifest.kind}`,
      help: 'If this is a Machine or NodeClaim, remove it: Karpenter creates those itself. Otherwise, correct the kind.',
    });
  }

  /** Objects in the target version are also read, because settings of other objects may move to them. */
  #current(file: OldFile, manifest: Manifest): void {
    if (this.#to !== 'v1' || !manifest.apiVersion.endsWith('/v1')) return;
    if (manifest.kind !== 'NodePool' && manifest.kind !== 'EC2NodeClass') return;

    try {
      const open = this.#open(file, manifest);
      if (manifest.kind === 'NodePool') this.#pools.push({ ...open, kubelet: undefined });
      else this.#classes.push(open);
    } catch (error) {
      // It is not changed, so it does not have to be writable.
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

  /** Marks two documents as valid only together. */
  #join(a: OpenDocument, b: OpenDocument): void {
    const [from, to] = [this.#touched.get(a)?.group, this.#touched.get(b)?.group];
    for (const touched of this.#touched.values()) if (touched.group === from && to !== undefined) touched.group = to;
  }
}

/** Whether an object has an old version and an unsupported or misspelled kind. NodeOverlays are still alpha. */
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
