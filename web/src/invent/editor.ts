// SPDX-License-Identifier: GPL-3.0-or-later
// The text field for games: CodeMirror with line numbers, the faults at their lines, highlighting, and completion of keys.
import { autocompletion, closeCompletion, completionKeymap, completionStatus, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Fault, KeyRow, Place } from '../library/contract';

interface LineState {
  /** What the rest of the line is. */
  at: 'start' | 'value' | 'comment';
}

/** Sections, keys, values and comments; an indented line goes on with the value above. */
const language = StreamLanguage.define<LineState>({
  name: 'ini',
  startState: () => ({ at: 'start' }),
  token(stream, state) {
    if (stream.sol()) {
      state.at = stream.indentation() > 0 ? 'value' : 'start';
      if (stream.eatSpace()) return null;
    }
    if (state.at !== 'value' && stream.match(/^[#;].*/)) return 'comment';
    if (state.at === 'start' && stream.match(/^\[[^\]]*\]?/)) return 'heading';
    if (state.at === 'start' && stream.match(/^[^=\s]+/)) return 'propertyName';
    if (state.at === 'start' && stream.match(/^\s*=/)) {
      state.at = 'value';
      return 'operator';
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^(true|false|win|loss|draw|none)(?=\s|$)/)) return 'atom';
    if (stream.match(/^-?\d+(?=\s|$)/)) return 'number';
    if (stream.match(/^\$\w+/)) return 'variableName';
    stream.match(/^\S+/);
    return 'string';
  },
  languageData: { commentTokens: { line: '#' } },
});

const colors = HighlightStyle.define([
  { tag: tags.heading, class: 'ini-head' },
  { tag: tags.propertyName, class: 'ini-key' },
  { tag: tags.operator, class: 'ini-sign' },
  { tag: tags.atom, class: 'ini-word' },
  { tag: tags.number, class: 'ini-word' },
  { tag: tags.variableName, class: 'ini-word' },
  { tag: tags.string, class: 'ini-text' },
  { tag: tags.comment, class: 'ini-comment' },
]);

/** The offset of a place in the text, for places that the text may no longer have. */
function offset(text: Text, { line, column }: Place): number {
  const at = text.line(Math.max(1, Math.min(text.lines, line)));
  return Math.min(at.to, at.from + Math.max(0, column - 1));
}

function diagnostic(text: Text, fault: Fault): Diagnostic {
  const from = offset(text, fault);
  const to = Math.max(Math.min(text.line(Math.max(1, Math.min(text.lines, fault.line))).to, from + (fault.length ?? 0)), from);
  return { from, to, severity: fault.kind, message: fault.message };
}

export interface EditorListener {
  changed(text: string): void;
}

export class Editor {
  readonly element: HTMLElement;
  private readonly view: EditorView;
  private keys: KeyRow[] = [];
  private games: string[] = [];

  constructor(listener: EditorListener) {
    this.view = new EditorView({
      state: this.state('', listener),
    });
    this.element = this.view.dom;
  }

  private state(text: string, listener: EditorListener): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        language,
        syntaxHighlighting(colors),
        autocompletion({ override: [(context) => this.complete(context)], icons: false }),
        tooltips({ parent: document.body }),
        // Tab leaves the field, as everywhere on the page: the texts have no use for it.
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, { key: 'Escape', run: (view) => completionStatus(view.state) !== null && closeCompletion(view) }]),
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the game', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) listener.changed(update.state.doc.toString());
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Replaces all of the text, and puts the cursor at its start or end, or leaves it in its place; it can be undone like anything typed. */
  replace(text: string, cursor: 'start' | 'end' | 'same'): void {
    if (text === this.text) return;
    const at = { start: 0, end: text.length, same: Math.min(text.length, this.view.state.selection.main.head) }[cursor];
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: at }, scrollIntoView: cursor !== 'same' });
  }

  showFaults(faults: readonly Fault[]): void {
    const { doc } = this.view.state;
    const own = faults.filter(({ file }) => file === undefined);
    this.view.dispatch(setDiagnostics(this.view.state, own.map((fault) => diagnostic(doc, fault)).sort((one, other) => one.from - other.from)));
  }

  /** Moves the cursor there, and the focus. */
  goTo(place: Place): void {
    this.view.dispatch({ selection: { anchor: offset(this.view.state.doc, place) }, scrollIntoView: true });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  /** What can be completed: keys, and the names of games behind the colon of a section. */
  know(keys: KeyRow[], games: string[]): void {
    this.keys = keys;
    this.games = games;
  }

  leave(): void {
    this.view.destroy();
  }

  private complete(context: CompletionContext): CompletionResult | null {
    const parent = context.matchBefore(/^\s*\[[^\]:]*:[^\]]*/);
    if (parent !== null) {
      const from = parent.from + parent.text.indexOf(':') + 1;
      return { from, options: this.games.map((label) => ({ label })), validFor: /^[\w+.-]*$/ };
    }
    const value = context.matchBefore(/^\w+\s*=\s*[\w-]*/);
    if (value !== null) return this.values(value.from, value.text);
    const word = context.matchBefore(/^\w*/);
    if (word === null || (word.text === '' && !context.explicit)) return null;
    return { from: word.from, options: this.keys.map((row) => option(row)), validFor: /^\w*$/ };
  }

  private values(start: number, text: string): CompletionResult | null {
    const [, name = '', before = ''] = /^(\w+)(\s*=\s*)/.exec(text) ?? [];
    const row = this.keys.find((each) => each.name === name);
    const words = row?.choices ?? { flag: ['true', 'false'], result: ['win', 'loss', 'draw', 'none'] }[row?.type ?? ''];
    if (words === undefined) return null;
    return { from: start + name.length + before.length, options: words.map((label) => ({ label })), validFor: /^[\w-]*$/ };
  }
}

function option({ name, type, help, example }: KeyRow): Completion {
  // A star stands for the name of a piece, which is typed next.
  const forPieces = name.endsWith('*');
  const given = example === undefined ? '' : `\nExample: ${name.replace('*', 'King')} = ${example}`;
  return { label: name, detail: type, apply: forPieces ? name.slice(0, -1) : `${name} = `, ...(help === undefined ? {} : { info: `${help}${given}` }) };
}
