import { formatDuration } from '../../../time/amounts.js';
import { FLAG, hasFlag, toDuration, toName, toServiceName } from '../model/trace-tree.js';
import type { WaterfallState } from '../state/waterfall-state.js';
import { showOutside } from './show-outside.js';

/** Shows what a node is beside the pointer. It writes to the page directly, because a pointer moves more often than React should render. */
export class Tooltip {
  #node = -1;

  constructor(private readonly element: HTMLElement) {}

  /** @param x position in the pane, in pixels; so is y. */
  show(state: WaterfallState, node: number, x: number, y: number): void {
    if (node !== this.#node) this.#write(state, node);
    this.element.hidden = false;
    const pane = this.element.parentElement;
    const [width, height] = [pane?.clientWidth ?? 0, pane?.clientHeight ?? 0];
    const left = Math.max(4, Math.min(x + 14, width - this.element.offsetWidth - 4));
    const below = y + 18 + this.element.offsetHeight <= height;
    const top = below ? y + 18 : Math.max(0, y - this.element.offsetHeight - 10);
    this.element.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide(): void {
    if (!this.element.hidden) this.element.hidden = true;
  }

  #write({ tree, snapshot }: WaterfallState, node: number): void {
    this.#node = node;
    const lines = hasFlag(tree, node, FLAG.marker)
      ? [toName(tree, node), `The span ${tree.ids[node]} has not arrived.`]
      : [
          toName(tree, node),
          `${toServiceName(tree, node)}${hasFlag(tree, node, FLAG.error) ? ' · error' : ''}`,
          `${formatDuration(toDuration(tree, node))} · self ${formatDuration(tree.self[node] ?? 0)}`,
          `starts at +${formatDuration(tree.start[node] ?? 0)}`,
          ...(hasFlag(tree, node, FLAG.skew) ? ['It starts before its parent: the clocks of their hosts differ.'] : []),
          ...((tree.size[node] ?? 0) > 0 ? [`${tree.size[node]} spans below`] : []),
          ...(snapshot.selected.has(node) ? ['selected'] : []),
        ];
    this.element.replaceChildren(
      ...lines.map((line) => {
        const part = document.createElement('div');
        part.dir = 'auto';
        showOutside(part, line);
        return part;
      }),
    );
  }
}
