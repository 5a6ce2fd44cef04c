import type { Viewport } from '../viewport.js';

/** The range doubles or halves after a turn of so many pixels. */
const DOUBLING = 240;
const LINE = 22;

/**
 * Zooms at the pointer while a modifier is held, and pans sideways with shift or a horizontal wheel. A plain turn scrolls, as the browser
 * does by itself or `onScroll` does.
 */
export function listenToWheel(
  element: HTMLElement,
  viewport: Viewport,
  signal: AbortSignal,
  options: { readonly zoomsWithShift?: boolean; readonly onScroll?: (pixels: number) => void } = {},
): void {
  const { zoomsWithShift = false, onScroll } = options;
  element.addEventListener(
    'wheel',
    (event) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const [x, y] = [event.deltaX * unit, event.deltaY * unit];
      const box = element.getBoundingClientRect();
      const vertical = y === 0 ? x : y;
      if (event.ctrlKey || event.metaKey || (zoomsWithShift && event.shiftKey)) {
        const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
        viewport.zoom(2 ** (vertical / DOUBLING), zoomsWithShift ? 0.5 : share);
      } else if (event.shiftKey || Math.abs(x) > Math.abs(y)) viewport.pan((event.shiftKey ? vertical : x) / box.width);
      else if (onScroll === undefined) return;
      else onScroll(y);
      event.preventDefault();
    },
    { signal, passive: false },
  );
}
