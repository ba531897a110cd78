/** What the shell knows of an editor; the module that makes them is loaded when Fork is pressed. */
export interface Editor {
  text(): string;
  setText(text: string): void;
  /** Marks lines, from 0, as being at fault */
  setFaults(lines: readonly number[]): void;
  /** Puts the cursor into the editor, on a line when one is given */
  focus(line?: number): void;
  hasFocus(): boolean;
  destroy(): void;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** js, ts, tex, html, svg or md */
  readonly language: string;
  readonly isCode: boolean;
  /** For screen readers */
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onFocus: () => void;
  /** Commands by key; true when the key was used */
  readonly keys: Readonly<Record<string, () => boolean>>;
}

export interface EditorModule {
  createEditor(options: EditorOptions): Editor;
}
