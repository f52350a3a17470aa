import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { mayHoldManifest } from '../../engine/manifest/prefilter.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import { dataFolder } from '../../io/catalog/data-folder.ts';
import { openFacts } from '../../io/catalog/facts.ts';
import { findConfig, readConfig } from '../../io/config/find-config.ts';
import { filesAtBase } from '../../io/files/base-file.ts';
import { isPathWithin } from '../../io/files/is-within.ts';
import { Repository } from '../../io/git/repository.ts';
import { readPair, type SourcePair } from '../../io/sides/read-pair.ts';
import { today } from '../../io/today.ts';
import type { Configuration } from '../../review/configuration.ts';
import { editorReview } from '../../review/host-rules.ts';
import type { Parts } from '../../review/parts.ts';
import { reviewPair } from '../../review/review-pair.ts';
import type { EditorReview } from './editor-review.ts';

/** What a workspace tells its editor. */
interface WorkspaceEvents {
  /** PATH, where kustomize and helm are looked for. */
  readonly path: string | undefined;
  /** Called after each review. */
  readonly onReview: (review: EditorReview) => void;
  /** Called if a review failed, with what to do. */
  readonly onError: (text: string) => void;
}

const facts = openFacts(dataFolder);

/**
 * A folder that an editor has open. Saved files are reviewed as the command line reviews them, rendered and with figures. While somebody types,
 * only the findings of manifests are computed again.
 */
export class Workspace {
  readonly #folder: string;
  readonly #events: WorkspaceEvents;
  readonly #repository: Repository;
  /** Texts that the editor has open, by file. The same text is the same Source, so that it is parsed once. */
  readonly #open = new Map<string, Source>();
  #pair: SourcePair | undefined;
  #next: Parts | undefined;
  #isRunning = false;
  #latest: EditorReview | undefined;

  constructor(folder: string, events: WorkspaceEvents) {
    this.#folder = realpathSync(folder);
    this.#events = events;
    this.#repository = new Repository(this.#folder);
  }

  /** The latest review; undefined before the first one. */
  get latest(): EditorReview | undefined {
    return this.#latest;
  }

  /** The name of a file as reviews name it; undefined if it is outside of the folder. */
  fileOf(path: string): string | undefined {
    if (!isPathWithin(this.#folder, path)) return undefined;
    return relative(this.#pair?.headRoot ?? this.#folder, path)
      .split(sep)
      .join('/');
  }

  /** Takes the text of a file from the editor in place of the disk. */
  open(file: string, text: string): void {
    if (this.#open.get(file)?.text === text) return;
    this.#open.set(file, { file, text });
    this.#schedule(typing);
  }

  /** Takes a file from the disk again. */
  close(file: string): void {
    if (this.#open.delete(file)) this.reload();
  }

  /** Reads the files again. */
  reload(): void {
    this.#pair = undefined;
    this.#schedule(complete);
  }

  /** One review runs at a time, and one more afterwards for all that changed meanwhile. */
  #schedule(parts: Parts): void {
    if (this.#next !== complete) this.#next = parts;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let parts = this.#next; parts !== undefined; parts = this.#next) {
      this.#next = undefined;
      try {
        this.#latest = await this.#review(parts);
        this.#events.onReview(this.#latest);
      } catch (error) {
        this.#events.onError(error instanceof Error ? error.message : String(error));
      }
    }

    this.#isRunning = false;
  }

  async #review(parts: Parts): Promise<EditorReview> {
    this.#pair ??= await readPair({ repository: this.#repository, base: undefined, head: undefined, paths: [] });
    const pair = this.#withOpenTexts(this.#pair);
    const { report } = await reviewPair(pair, this.#configuration(), {
      rules: parts === complete ? editorReview : { ...editorReview, rendering: 'with a note' },
      over: { today: today() },
      onNote: () => {},
      path: this.#events.path,
      parts,
    });

    const { review } = report;
    const saved = parts === complete ? review : (this.#latest?.saved ?? review);

    return { root: pair.headRoot, review, saved, facts };
  }

  #configuration(): Configuration {
    const current = async (): Promise<Source | undefined> => {
      const path = findConfig(this.#folder);
      if (path === undefined) return undefined;
      return readConfig(path);
    };
    return { current, files: (paths) => filesAtBase(this.#repository, paths, undefined) };
  }

  #withOpenTexts(pair: SourcePair): SourcePair {
    const { head } = pair;
    const headFiles = new Set(head.sources.map(({ file }) => file));

    const changed = (source: Source): Source => {
      const open = this.#open.get(source.file);
      if (open === undefined || open.text === source.text) return source;
      return open;
    };

    const added = [...this.#open.values()].filter(
      ({ file, text }) => !headFiles.has(file) && /\.(?:ya?ml|json)$/.test(file) && mayHoldManifest(text),
    );
    const sources = [...head.sources.map(changed), ...added].sort((a, b) => compareNames(a.file, b.file));

    return { ...pair, head: { ...head, sources, hintSources: head.hintSources.map(changed) } };
  }
}

/** What is computed when files are read. */
const complete: Parts = {};

/** What is computed at each keystroke. */
const typing: Parts = { figures: false };
