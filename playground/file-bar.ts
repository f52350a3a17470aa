import { type OpenedFiles, openDropped, openFiles } from './opened-files.ts';
import type { Side, TextFiles } from './text-files.ts';

/** What the page does with files. `side` is undefined for files that both sides get. */
export interface FileBarEvents {
  readonly onChoose: (path: string) => void;
  readonly onOpened: (files: OpenedFiles, side: Side | undefined) => void;
}

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

/** The choice of the shown file, and the ways to open files: a dialog for files or a folder, and dropping them on a side. */
export class FileBar {
  readonly #files: TextFiles;
  readonly #events: FileBarEvents;
  readonly #choice = element<HTMLSelectElement>('file');

  constructor(files: TextFiles, events: FileBarEvents) {
    this.#files = files;
    this.#events = events;
    this.#choice.addEventListener('change', () => events.onChoose(this.#choice.value));

    for (const id of ['open-files', 'open-folder']) this.#opens(element<HTMLInputElement>(id));
    for (const side of ['before', 'after'] as const) this.#takesDropped(element(side).parentElement!, side);

    element('new-file').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#create(element<HTMLInputElement>('new-name'));
    });
  }

  /** Lists the files, and marks the one that is shown. */
  show(path: string): void {
    const paths = [...new Set([...this.#files.paths(), path])].sort();
    const texts = paths.map((listed) => this.#label(listed));
    const areListed =
      texts.length === this.#choice.length && texts.every((text, i) => this.#choice[i]?.textContent === text);
    if (!areListed) this.#choice.replaceChildren(...paths.map((listed, i) => new Option(texts[i], listed)));
    this.#choice.value = path;
  }

  /** A changed file has a mark, because a long list hides what the change edits. */
  #label(path: string): string {
    return this.#files.isChanged(path) ? `● ${path}` : path;
  }

  #create(name: HTMLInputElement): void {
    const path = name.value.trim().replace(/^\/+/, '');
    if (path === '') return;

    name.value = '';
    this.#events.onChoose(path);
  }

  #opens(input: HTMLInputElement): void {
    input.addEventListener('change', async () => {
      const opened = await openFiles(input.files ?? []);
      // The same folder can be opened again.
      input.value = '';
      this.#events.onOpened(opened, undefined);
    });
  }

  #takesDropped(pane: HTMLElement, side: Side): void {
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

    pane.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      pane.classList.add('dropping');
    });
    pane.addEventListener('dragleave', () => pane.classList.remove('dropping'));

    // In the capture phase, because the editor would insert the files as text.
    pane.addEventListener(
      'drop',
      async (event) => {
        pane.classList.remove('dropping');
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        this.#events.onOpened(await openDropped(event.dataTransfer!), side);
      },
      true,
    );
  }
}
