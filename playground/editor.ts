import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { PageFinding } from '../src/hosts/playground/page-answer.ts';
import { quoted } from './finding-list.ts';

/** What an editor is made with. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  /** Its name for screen readers. */
  readonly label: string;
  readonly onChange: () => void;
}

const setChanged = StateEffect.define<readonly number[]>();

/** Lines that differ from the other text. */
const changed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    const effect = effects.find((transactionEffect) => transactionEffect.is(setChanged));
    if (!effect) return marks.map(changes);
    const builder = new RangeSetBuilder<Decoration>();
    for (const line of effect.value as readonly number[])
      if (line < state.doc.lines)
        builder.add(state.doc.line(line + 1).from, state.doc.line(line + 1).from, changedLine);
    return builder.finish();
  },
  provide: (field) => EditorView.decorations.from(field),
});
const changedLine = Decoration.line({ class: 'changed-line' });

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.number], color: 'var(--code-value)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.atom, tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.comment, tags.meta], color: 'var(--soft)' },
]);

const severities = { error: 'error', warning: 'warning', note: 'info' } as const;

/** What is wrong, and below it what to do. */
function tooltip(message: string, help: string | null): HTMLElement {
  const marker = document.createElement('div');
  for (const line of [`${message}.`, ...(help === null ? [] : [help])])
    marker.append(quoted(document.createElement('p'), line));
  return marker;
}

const isYaml = (path: string): boolean => /\.(?:ya?ml|json)$/.test(path);

/** An editor for one file of one side. Tab leaves it, as everywhere on the page. */
export class Editor {
  readonly #view: EditorView;

  readonly #options: EditorOptions;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#view = new EditorView({ parent: options.parent, state: this.#stateOf('', '') });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows the text of a file, with a history of its own, so that undo does not bring back another file. */
  open(path: string, text: string): void {
    this.#view.setState(this.#stateOf(path, text));
  }

  #stateOf(path: string, text: string): EditorState {
    const { label, onChange } = this.#options;

    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        lintGutter(),
        changed,
        ...(isYaml(path) ? [StreamLanguage.define(yaml)] : []),
        syntaxHighlighting(colors),
        EditorView.lineWrapping,
        EditorState.tabSize.of(2),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange();
        }),
      ],
    });
  }

  /** Applies edits at once, so that one undo takes them back. */
  apply(edits: readonly { readonly start: number; readonly end: number; readonly newText: string }[]): void {
    this.#view.dispatch({
      changes: edits.map(({ start, end, newText }) => ({ from: start, to: end, insert: newText })),
      scrollIntoView: true,
    });
    this.#view.focus();
  }

  /** Underlines findings. Texts that changed in the meantime may be shorter. */
  underline(findings: readonly PageFinding[]): void {
    const { length } = this.#view.state.doc;
    const marks = findings.map(({ start, end, severity, message, help }): Diagnostic => {
      const from = Math.min(start, length);
      const to = Math.min(Math.max(end, from), length);
      return { from, to, severity: severities[severity], message, renderMessage: () => tooltip(message, help) };
    });
    this.#view.dispatch(
      setDiagnostics(
        this.#view.state,
        marks.sort((a, b) => a.from - b.from),
      ),
    );
  }

  markLines(lines: readonly number[]): void {
    this.#view.dispatch({ effects: setChanged.of(lines) });
  }

  /** Shows a line, from 0, inside the editor. The page stays where it is, so that the verdict on top stays in view. */
  scrollTo(line: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(line + 1, doc.lines));
    const { scrollDOM } = this.#view;
    this.#view.requestMeasure({
      read: (view) => view.lineBlockAt(from).top - scrollDOM.clientHeight / 2,
      write: (top) => {
        scrollDOM.scrollTop = top;
      },
    });
  }

  /** Selects a place and shows it. */
  show(start: number, end: number): void {
    const { length } = this.#view.state.doc;
    this.#view.dispatch({
      selection: { anchor: Math.min(start, length), head: Math.min(end, length) },
      effects: EditorView.scrollIntoView(Math.min(start, length), { y: 'center' }),
    });
    this.#view.focus();
  }
}
