/** Tabs as WAI-ARIA describes them: arrow keys move between them, and Tab leads to the panel. */
export class Tabs {
  readonly #tabs: readonly HTMLButtonElement[];
  readonly #onChoose: (panel: string) => void;

  constructor(list: HTMLElement, onChoose: (panel: string) => void) {
    this.#tabs = [...list.querySelectorAll<HTMLButtonElement>('[role=tab]')];
    this.#onChoose = onChoose;
    for (const tab of this.#tabs) {
      tab.addEventListener('click', () => this.#choose(tab));
      tab.addEventListener('keydown', (event) => this.#move(tab, event));
    }
  }

  /** The name of the panel that is shown. */
  get chosen(): string {
    return nameOf(this.#tabs.find((tab) => tab.ariaSelected === 'true')!);
  }

  #move(tab: HTMLButtonElement, event: KeyboardEvent): void {
    const at = this.#tabs.indexOf(tab);
    const last = this.#tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    this.#tabs[to]!.focus();
    this.#choose(this.#tabs[to]!);
  }

  #choose(chosen: HTMLButtonElement): void {
    for (const tab of this.#tabs) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')!)!.hidden = !isChosen;
    }
    this.#onChoose(nameOf(chosen));
  }
}

const nameOf = ({ id }: HTMLElement): string => id.replace(/^tab-/, '');
