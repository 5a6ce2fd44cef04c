import type { Viewport } from './viewport.js';

/** The map doubles or halves after a turn of so many pixels. */
const DOUBLING = 300;
const LINE = 22;
/** A pointer that has moved by so many pixels drags, and does not click. */
const SLACK = 4;

/** Zooms with the wheel at the pointer, and pans by dragging. A click after a drag is swallowed. */
export function listenToPointer(element: HTMLElement, viewport: Viewport, signal: AbortSignal): void {
  let last: { readonly id: number; readonly x: number; readonly y: number } | undefined;
  let moved = 0;
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    run: (event: HTMLElementEventMap[K]) => void,
    capture = false,
  ) => element.addEventListener(type, run, { signal, passive: false, capture });
  listen('wheel', (event) => {
    event.preventDefault();
    const turn = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    const box = element.getBoundingClientRect();
    viewport.zoom(2 ** (-turn / DOUBLING), { x: event.clientX - box.left, y: event.clientY - box.top });
  });
  listen('pointerdown', (event) => {
    if (event.button !== 0 || last) return;
    last = { id: event.pointerId, x: event.clientX, y: event.clientY };
    moved = 0;
  });
  listen('pointermove', (event) => {
    if (last?.id !== event.pointerId) return;
    moved = Math.max(moved, Math.hypot(event.clientX - last.x, event.clientY - last.y));
    if (moved < SLACK) return;
    // A capture from the start would take the click from the node under the pointer.
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    viewport.pan(event.clientX - last.x, event.clientY - last.y);
    last = { id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  const end = (): void => {
    last = undefined;
  };
  listen('pointerup', end);
  listen('pointercancel', end);
  listen(
    'click',
    (event) => {
      if (moved >= SLACK) event.stopPropagation();
      moved = 0;
    },
    true,
  );
}
