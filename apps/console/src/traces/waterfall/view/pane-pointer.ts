import { spansInRange } from '../model/choose.js';
import { listenToDrags, type Drag } from './drag.js';
import { AXIS_HEIGHT, ROW_HEIGHT, type Elements } from './geometry.js';
import type { Scene } from './scene.js';
import type { Tooltip } from './tooltip.js';

export interface PaneOptions {
  readonly toScene: () => Scene;
  readonly open: (node: number) => void;
  readonly setDrag: (range: readonly [number, number] | undefined) => void;
  readonly setHoverRow: (row: number) => void;
  readonly tooltip: Tooltip;
}

/** Connects the pointer to the names and the bars. */
export function listenToPane({ pane, grid, bars }: Elements, options: PaneOptions, signal: AbortSignal): void {
  const nodeAt = (clientY: number): { readonly row: number; readonly node: number } => {
    const { state, scrollTop } = options.toScene();
    const y = clientY - pane.getBoundingClientRect().top - AXIS_HEIGHT;
    const row = y < 0 ? -1 : Math.floor((y + scrollTop) / ROW_HEIGHT);
    return { row, node: row < 0 ? -1 : state.rows.nodeAt(row) };
  };
  const choose = (event: MouseEvent, isToggle: boolean): void => {
    const { state } = options.toScene();
    const { node } = nodeAt(event.clientY);
    if (node < 0) return;
    grid.focus({ preventScroll: true });
    state.activate(node);
    if (isToggle) state.setCollapsed(node, !state.rows.isCollapsed(node));
    else if (event.ctrlKey || event.metaKey || event.shiftKey) state.toggleSelected(node);
    else if (state.tree.spans[node] !== undefined) options.open(node);
  };
  const isToggle = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && target.dataset['toggle'] !== undefined && target.textContent !== '';
  grid.addEventListener('click', (event) => choose(event, isToggle(event.target)), { signal });

  const toRange = ({ startX, x }: Drag): readonly [number, number] => {
    const { viewport } = options.toScene().state;
    const toNs = (at: number): number => viewport.toNsAt(Math.max(0, Math.min(1, at / bars.clientWidth)));
    return startX < x ? [toNs(startX), toNs(x)] : [toNs(x), toNs(startX)];
  };
  listenToDrags(bars, signal, {
    onMove: (drag) => {
      options.tooltip.hide();
      // A finger moves the content, as it does everywhere; a mouse selects.
      if (drag.event.pointerType !== 'touch') options.setDrag(toRange(drag));
      else options.toScene().state.viewport.pan(-drag.byX / bars.clientWidth);
    },
    onEnd: (drag) => {
      options.setDrag(undefined);
      if (drag.event.pointerType === 'touch') return;
      const { state } = options.toScene();
      const range = toRange(drag);
      state.select(spansInRange(state.tree, ...range), range);
    },
    onClick: ({ event }) => choose(event, false),
    onCancel: () => options.setDrag(undefined),
  });

  pane.addEventListener(
    'pointermove',
    (event) => {
      const { row, node } = nodeAt(event.clientY);
      options.setHoverRow(node < 0 ? -1 : row);
      if (node < 0 || event.buttons !== 0 || event.pointerType === 'touch') options.tooltip.hide();
      else {
        const box = pane.getBoundingClientRect();
        options.tooltip.show(options.toScene().state, node, event.clientX - box.left, event.clientY - box.top);
      }
    },
    { signal },
  );
  pane.addEventListener(
    'pointerleave',
    () => {
      options.setHoverRow(-1);
      options.tooltip.hide();
    },
    { signal },
  );
}
