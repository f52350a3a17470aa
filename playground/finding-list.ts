import type { PageAnswer, PageFinding } from '../src/hosts/playground/page-answer.ts';

/** What happens when somebody presses a button of a finding. */
export interface FindingActions {
  readonly onShow: (finding: PageFinding) => void;
  readonly onFix: (finding: PageFinding) => void;
  /** Whether places name their file, because there are several. */
  readonly areFilesNamed: boolean;
}

/** The findings, new ones first. */
export function findingList({ findings, count }: PageAnswer, actions: FindingActions): HTMLElement {
  if (findings.length === 0) {
    const nothing = make('p', 'soft nothing');
    nothing.textContent = 'No findings. The figures above and the comment show what the change does.';
    return nothing;
  }
  const list = make('ul', 'items');
  list.append(...findings.map((finding) => itemOf(finding, actions)));
  if (count > findings.length) {
    const moreItem = make('li', 'soft');
    moreItem.textContent = `${count - findings.length} more findings are in the report.`;
    list.append(moreItem);
  }
  return list;
}

function itemOf(finding: PageFinding, { onShow, onFix, areFilesNamed }: FindingActions): HTMLElement {
  const { severity, code, message, help, isNew, url, fix } = finding;
  const item = make('li', `item ${severity}`);
  const tags = make('p', 'tags');
  tags.append(
    tag(severity, severity),
    ...(isNew ? [] : [tag('existing', '')]),
    button(placeOf(finding, areFilesNamed), 'place', () => onShow(finding)),
    codeLink(code, url),
  );
  item.append(tags, quoted(make('p', 'message'), `${message}.`));
  if (help !== null) item.append(quoted(make('p', 'help soft'), help));
  if (fix)
    item.append(
      quoted(
        button('', 'fix', () => onFix(finding)),
        fix.title,
      ),
    );
  return item;
}

function placeOf({ side, file, line }: PageFinding, isFileNamed: boolean): string {
  const place = isFileNamed ? `${file}:${line}` : `line ${line}`;
  if (side === 'before') return `Before, ${place}`;
  return isFileNamed ? place : `Line ${line}`;
}

function codeLink(code: string, url: string | null): HTMLElement {
  if (url === null || !url.startsWith('https://')) return quoted(make('span', 'soft'), `\`${code}\``);
  const link = make('a', 'code');
  link.textContent = code;
  Object.assign(link, { href: url, target: '_blank', rel: 'noopener noreferrer' });
  return link;
}

function tag(text: string, kind: string): HTMLElement {
  const tag = make('span', `tag ${kind}`);
  tag.textContent = text;
  return tag;
}

function button(text: string, kind: string, onPress: () => void): HTMLElement {
  const button = make('button', kind);
  button.setAttribute('type', 'button');
  button.textContent = text;
  button.addEventListener('click', onPress);
  return button;
}

/** A text with its parts in backticks as code. */
export function quoted(parent: HTMLElement, text: string): HTMLElement {
  for (const [i, part] of text.split('`').entries()) {
    if (i % 2 === 0) parent.append(part);
    else {
      const code = document.createElement('code');
      code.textContent = part;
      parent.append(code);
    }
  }
  return parent;
}

function make(name: string, className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
