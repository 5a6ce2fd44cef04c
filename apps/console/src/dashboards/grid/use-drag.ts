import { useRef, type PointerEvent, type RefObject } from 'react';
import { COLUMNS, type Place } from './layout.js';
import { GAP_PX, ROW_PX } from './widget-grid.js';

interface Drag {
  readonly place: Place;
  readonly x: number;
  readonly y: number;
  readonly isResize: boolean;
}

interface DragCalls {
  /** The place to which the widget was dragged, called for each other cell. */
  readonly onMove: (id: string, place: Place) => void;
  readonly onStart: (id: string) => void;
  readonly onEnd: (id: string) => void;
}

/** Moves and resizes widgets with the pointer, by whole cells of a grid. */
export function useDrag(grid: RefObject<HTMLDivElement | null>, { onMove, onStart, onEnd }: DragCalls) {
  const drag = useRef<Drag>(undefined);
  return (id: string, place: Place, isResize: boolean) =>
    (event: PointerEvent<HTMLElement>): void => {
      const isOnControl = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.button !== 0 || isOnControl || !grid.current) return;
      event.preventDefault();
      const element = event.currentTarget;
      const cell = (grid.current.clientWidth + GAP_PX) / COLUMNS;
      // Positions are relative to the grid, which may be scrolled meanwhile.
      const topOf = (): number => grid.current?.getBoundingClientRect().top ?? 0;
      drag.current = { place, x: event.clientX, y: event.clientY - topOf(), isResize };
      let last = '';
      const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
        const start = drag.current;
        if (!start) return;
        const columns = Math.round((clientX - start.x) / cell);
        const rows = Math.round((clientY - topOf() - start.y) / (ROW_PX + GAP_PX));
        if (last === `${columns} ${rows}`) return;
        last = `${columns} ${rows}`;
        const { x, y, w, h } = start.place;
        onMove(id, start.isResize ? { x, y, w: w + columns, h: h + rows } : { x: x + columns, y: y + rows, w, h });
      };
      const end = (): void => {
        drag.current = undefined;
        element.removeEventListener('pointermove', move);
        element.removeEventListener('pointerup', end);
        element.removeEventListener('pointercancel', end);
        onEnd(id);
      };
      onStart(id);
      element.setPointerCapture(event.pointerId);
      element.addEventListener('pointermove', move);
      element.addEventListener('pointerup', end);
      element.addEventListener('pointercancel', end);
    };
}
