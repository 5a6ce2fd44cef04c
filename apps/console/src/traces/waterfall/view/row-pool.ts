import type { WaterfallState } from '../state/waterfall-state.js';
import { ROW_HEIGHT } from './geometry.js';
import { RowElement } from './row-element.js';

/** Rows for all that fits, reused as the rows scroll: row `r` is always shown by the element `r % count`. */
export class RowPool {
  readonly #elements: RowElement[] = [];

  constructor(
    private readonly parent: HTMLElement,
    private readonly prefix: string,
  ) {}

  show(state: WaterfallState, scrollTop: number, height: number, open: number): void {
    const count = Math.ceil(height / ROW_HEIGHT) + 1;
    while (this.#elements.length < count) {
      const next = new RowElement(`${this.prefix}-${this.#elements.length}`);
      this.#elements.push(next);
      this.parent.append(next.element);
    }
    const first = Math.floor(scrollTop / ROW_HEIGHT);
    for (let row = first; row < first + this.#elements.length; row++) {
      const slot = this.#elements[row % this.#elements.length];
      if (slot === undefined) continue;
      const isShown = row < state.rows.length && row < first + count;
      if (slot.element.hidden === isShown) slot.element.hidden = !isShown;
      if (isShown) slot.show(state, row, row * ROW_HEIGHT - scrollTop, open);
    }
    const active = state.rows.rowOf(state.snapshot.active);
    const isOnScreen = active >= first && active < first + count;
    const id = this.#elements[active % this.#elements.length]?.element.id;
    if (isOnScreen && id !== undefined) this.parent.setAttribute('aria-activedescendant', id);
    else this.parent.removeAttribute('aria-activedescendant');
    this.parent.ariaRowCount = String(state.rows.length);
  }

  remove(): void {
    for (const { element } of this.#elements) element.remove();
  }
}
