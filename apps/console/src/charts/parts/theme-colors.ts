import { onThemeChange } from './on-theme-change.js';

/** The colours that classes have in the present theme, for what is drawn on a canvas. */
export class ThemeColors {
  readonly #probe = document.createElement('span');
  readonly #known = new Map<string, string>();
  readonly #end: () => void;

  /** @param changed is called after the theme has changed. */
  constructor(host: HTMLElement, changed: () => void) {
    this.#probe.hidden = true;
    host.append(this.#probe);
    this.#end = onThemeChange(() => {
      this.#known.clear();
      changed();
    });
  }

  /** The text colour of a class of a style sheet. */
  get(className: string | undefined): string {
    const name = className ?? '';
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#probe.className = name;
    const { color } = getComputedStyle(this.#probe);
    this.#known.set(name, color);
    return color;
  }

  dispose(): void {
    this.#end();
    this.#probe.remove();
  }
}
