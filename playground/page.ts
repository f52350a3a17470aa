import type { PageFinding } from '../src/hosts/playground/page-answer.ts';
import { changedLines } from './changed-lines.ts';
import { Editor } from './editor.ts';
import { examples } from './examples.ts';
import { FileBar } from './file-bar.ts';
import { findingList } from './finding-list.ts';
import type { FromWorker, ShownAnswer } from './messages.ts';
import type { OpenedFiles } from './opened-files.ts';
import { ReviewWorker } from './review-worker.ts';
import { safeFragment } from './safe-fragment.ts';
import { fragmentOf, isSharedLink, longestLink, type SharedTexts, textsOf } from './shared-link.ts';
import { Tabs } from './tabs.ts';
import { pastedFile, type Side, TextFiles } from './text-files.ts';
import { Theme } from './theme.ts';

/** In milliseconds. A review starts when somebody pauses. */
const pause = 250;

/** A longer text is compared line by line no more, because that would be felt while typing. */
const mostComparedLength = 400_000;

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [exampleChoice, regionChoice, karpenterChoice] = ['example', 'region', 'karpenter'].map((id) =>
  element<HTMLSelectElement>(id),
) as [HTMLSelectElement, HTMLSelectElement, HTMLSelectElement];
const state = element('state');
const progress = element<HTMLProgressElement>('progress');
const scenario = element<HTMLInputElement>('scenario');

let timer: ReturnType<typeof setTimeout> | undefined;
let answer: ShownAnswer | undefined;
let isComplete = false;

// It loads while the editors are made.
const worker = new ReviewWorker({ onMessage: take, onEnd: ended });
const files = new TextFiles();
/** The file that both editors show. */
let shownFile = pastedFile;

const sides = ['before', 'after'] as const;
const editors: Readonly<Record<Side, Editor>> = {
  before: new Editor({ parent: element('before'), label: 'Text before the change', onChange: () => edited('before') }),
  after: new Editor({ parent: element('after'), label: 'Text after the change', onChange: () => edited('after') }),
};
const fileBar = new FileBar(files, { onChoose: showFile, onOpened: takeFiles });
const theme = new Theme(element('theme'));
const tabs = new Tabs(element('tabs'), (panel) => void fill(panel));

function edited(side: Side): void {
  files.write(side, shownFile, editors[side].text);
  fileBar.show(shownFile);
  changed();
}

/** Shows a file on both sides. One that a side does not have is empty there. */
function showFile(path: string): void {
  shownFile = path;
  for (const side of sides) editors[side].open(path, files.text(side, path));
  fileBar.show(path);

  const lines = changedHere();
  editors.after.markLines(lines);
  for (const side of sides) editors[side].scrollTo(lines[0] ?? 0);
  underline();
}

/** Files that somebody opened: on one side, or on both, so that the change can be written on the right. */
function takeFiles({ texts, leftOut }: OpenedFiles, side: Side | undefined): void {
  const wasExample = exampleChoice.value !== 'own';
  exampleChoice.value = 'own';
  for (const replaced of sides) {
    if (side === undefined || replaced === side) files.replace(replaced, texts);
    else if (wasExample) files.replace(replaced, {});
  }

  element('opened').textContent = openedText(Object.keys(texts).length, leftOut, side);
  showFile(files.first());
  changed();
}

function openedText(count: number, leftOut: number, side: Side | undefined): string {
  if (count === 0) return 'No text file could be read.';

  const where = side === undefined ? 'on both sides. Edit the right side to review a change' : `as ${side} the change`;
  const rest = leftOut === 0 ? '' : ` ${leftOut} were left out: not text, or too large.`;
  return `${count} ${count === 1 ? 'file' : 'files'} ${where}.${rest}`;
}

/** What the page shows is about an older text, until the next answer arrives. */
function changed(): void {
  if (answer) state.textContent = 'Reviewing…';
  clearTimeout(timer);
  timer = setTimeout(review, pause);
}

function review(): void {
  const [before, after] = [files.sources('before'), files.sources('after')];
  const isFirst = before.every(({ text }) => text.trim() === '');
  isComplete = false;
  if (answer) state.textContent = 'Reviewing…';
  reviewed = chosen();
  document.body.classList.add('busy');
  editors.after.markLines(changedHere());
  worker.review({
    before: isFirst ? null : before,
    after: after.filter(({ text }) => text.trim() !== ''),
    ...reviewed,
    today: new Date().toISOString().slice(0, 10),
  });
}

/** The changed lines of the shown file. Without a text before, everything is new, so nothing stands out. */
function changedHere(): readonly number[] {
  const [before, after] = [files.text('before', shownFile), files.text('after', shownFile)];
  return before.trim() === '' ? [] : markedLines(before, after);
}

/** The changed lines of a text; none if the comparison would take too long. */
const markedLines = (before: string, after: string): readonly number[] =>
  before.length + after.length > mostComparedLength ? [] : changedLines(before.split('\n'), after.split('\n'));

function take(message: FromWorker): void {
  switch (message.kind) {
    case 'ready':
      offer(regionChoice, message.regions);
      offer(karpenterChoice, [...message.karpenterVersions].reverse());
      choose(wanted);
      return;
    case 'progress':
      progress.hidden = message.loaded >= message.total;
      progress.max = message.total;
      progress.value = message.loaded;
      return;
    case 'answer':
      isComplete = message.complete;
      show(message.answer);
      return;
    case 'failed':
      tell('warn', message.message, message.help);
  }
}

function show(shown: ShownAnswer): void {
  answer = shown;
  progress.hidden ||= isComplete;
  document.body.classList.toggle('busy', !isComplete);
  document.body.dataset.result = shown.result;
  element('head').replaceChildren(headerOf(shown.header));
  state.textContent = stateOf(shown);
  underline();
  element('count').textContent = String(shown.count);
  void fill(tabs.chosen);
}

function stateOf({ notes }: ShownAnswer): string {
  if (!isComplete) return 'First findings. The API server’s code and the simulation are loading.';
  return ['Complete. A pull request with these files gets the same answer.', ...notes].join(' ');
}

/** Underlines the findings in the shown file. */
function underline(): void {
  for (const side of sides)
    editors[side].underline((answer?.findings ?? []).filter((at) => at.side === side && at.file === shownFile));
}

/** The header comes from the report, where every value is escaped. */
function headerOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** Fills the panel that is shown. The others are filled when somebody opens them. */
async function fill(panel: string): Promise<void> {
  if (!answer) return;
  if (panel === 'findings')
    element('panel-findings').replaceChildren(
      findingList(answer, { onShow: reveal, onFix: fix, areFilesNamed: files.paths().length > 1 }),
    );
  if (panel === 'comment') showMarkdown(element('comment'), answer.commentHtml);
  if (panel === 'what-if') await showScenario();
  if ((panel === 'report' || panel === 'json') && isComplete) await showDocument(panel);
}

/** Markdown as GitHub shows it, away from the style of this page. */
function showMarkdown(host: HTMLElement, html: string): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = document.createElement('link');
  const body = document.createElement('div');
  const inner = document.createElement('div');
  sheet.rel = 'stylesheet';
  sheet.href = new URL('comment.css', import.meta.url).href;
  body.dataset.theme = theme.current;
  inner.className = 'markdown-body';
  inner.append(safeFragment(html));
  body.append(inner);
  // The sheet stays, so that the text is not shown without it for a moment.
  const old = root.querySelector('link');
  root.replaceChildren(old ?? sheet, body);
}

/** Asks about a scenario again with each review, as long as its panel is open. */
async function showScenario(): Promise<void> {
  const words = scenario.value.trim();
  if (words === '' || !isComplete) return;
  element('scenario-state').textContent = 'Simulating…';
  const html = await worker.ask({ scenario: words });
  element('scenario-state').textContent = '';
  showMarkdown(element('scenario-answer'), html);
}
element('scenario-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void showScenario();
});
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-scenario]'))
  button.addEventListener('click', () => {
    scenario.value = button.dataset.scenario!;
    void showScenario();
  });

theme.onChange(() => void fill(tabs.chosen));

async function showDocument(format: 'report' | 'json'): Promise<void> {
  const text = await worker.ask({ format: format === 'report' ? 'html' : 'json' });
  if (format === 'json') {
    const code = document.createElement('pre');
    code.id = 'json';
    code.textContent = text;
    element('panel-json').replaceChildren(code);
    return;
  }
  const frame = document.createElement('iframe');
  frame.title = 'The report';
  // It runs its own script, and has no access to this page.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = text;
  element('panel-report').replaceChildren(frame);
}

function reveal({ side, file, start, end }: PageFinding): void {
  if (file !== shownFile && files.has(file)) showFile(file);
  showSide(side);
  editors[side].show(start, end);
}

function fix({ side, file, fix: offered }: PageFinding): void {
  if (file !== shownFile) showFile(file);
  showSide(side);
  editors[side].apply(offered!.edits);
}

/** On a phone, one text is shown at a time. */
function showSide(side: string): void {
  element('panes').dataset.shown = side;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.sides-choice button'))
    button.setAttribute('aria-pressed', String(button.dataset.side === side));
}
for (const button of document.querySelectorAll<HTMLButtonElement>('.sides-choice button'))
  button.addEventListener('click', () => showSide(button.dataset.side!));

/** A worker that was ended loads everything again with the next change. */
function ended(why: string): void {
  tell('block', why, 'Change the text to try again.');
}

function tell(tone: 'warn' | 'block', message: string, help: string): void {
  const [title, text] = [document.createElement('h1'), document.createElement('p')];
  title.textContent = message;
  text.textContent = help;
  text.className = 'lead';
  element('head').replaceChildren(title, text);
  document.body.dataset.result = tone;
  document.body.classList.remove('busy');
  progress.hidden = true;
  state.textContent = '';
}

function offer(choice: HTMLSelectElement, values: readonly string[]): void {
  if (choice.options.length === 1) choice.append(...values.map((value) => new Option(value, value)));
}

type Choices = Pick<SharedTexts, 'region' | 'karpenterVersion'>;

/** What a link or an example names. */
let wanted: Choices = {};
let reviewed: Choices = {};

/** The first review does not wait until the names are known. */
const chosen = (): Choices => ({
  region: regionChoice.value || wanted.region,
  karpenterVersion: karpenterChoice.value || wanted.karpenterVersion,
});

/** Names that do not exist leave the choice as it is. */
function choose(names: Choices): void {
  wanted = names;
  for (const [choice, value, key] of [
    [regionChoice, names.region, 'region'],
    [karpenterChoice, names.karpenterVersion, 'karpenterVersion'],
  ] as const) {
    const isOffered = choice.options.length > 1;
    if (value === undefined || !isOffered) continue;
    if ([...choice.options].some((option) => option.value === value)) choice.value = value;
    else wanted = { ...wanted, [key]: undefined };
  }
  const { region, karpenterVersion } = chosen();
  if (region !== reviewed.region || karpenterVersion !== reviewed.karpenterVersion) changed();
}

function open({ before, after, ...choices }: SharedTexts): void {
  files.replace('before', before);
  files.replace('after', after);
  element('opened').textContent = '';
  showFile(files.first());
  choose(choices);
  changed();
}

exampleChoice.append(...examples.map(({ id, title }) => new Option(title, id)), new Option('Your own', 'own'));
exampleChoice.addEventListener('change', () => {
  const chosen = examples.find(({ id }) => id === exampleChoice.value);
  open(chosen ?? { before: {}, after: {} });
  if (!chosen) {
    showSide('after');
    editors.after.show(0, 0);
  }
});
for (const choice of [regionChoice, karpenterChoice])
  choice.addEventListener('change', () => {
    wanted = {};
    changed();
  });
element('controls').addEventListener('submit', (event) => event.preventDefault());

element('share').addEventListener('click', async () => {
  const fragment = await fragmentOf({
    before: files.texts('before'),
    after: files.texts('after'),
    region: regionChoice.value || undefined,
    karpenterVersion: karpenterChoice.value || undefined,
  });
  const shared = element('shared');
  if (fragment.length > longestLink) {
    shared.textContent = 'These texts are too long for a link.';
    return;
  }
  history.replaceState(null, '', fragment);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  shared.textContent = isCopied
    ? 'Copied. The link contains both texts.'
    : 'Copy the address of this page. It contains both texts.';
});

async function openLink(): Promise<void> {
  const shared = await textsOf(location.hash);
  if (shared) {
    exampleChoice.value = 'own';
    open(shared);
  } else if (location.hash.length > 1 && location.hash !== '#verdict') {
    open(examples[0]!);
    element('shared').textContent = 'The link could not be read, so this is an example.';
  } else open(examples[0]!);
  // The first review does not wait for a pause.
  clearTimeout(timer);
  review();
}
addEventListener('hashchange', () => {
  if (isSharedLink(location.hash)) void openLink();
});
void openLink();
