/** Pixels that a pointer moves before a press becomes a drag. */
const SLACK = 4;

export interface Drag {
  /** Positions in the element, in CSS pixels. */
  readonly startX: number;
  readonly startY: number;
  readonly x: number;
  readonly y: number;
  /** Movement since the last call. */
  readonly byX: number;
  readonly byY: number;
  readonly event: PointerEvent;
}

export interface DragHandlers {
  readonly onMove: (drag: Drag) => void;
  readonly onEnd: (drag: Drag) => void;
  /** A press that did not move. */
  readonly onClick: (drag: Drag) => void;
  /** The browser took the pointer away, for example for scrolling. */
  readonly onCancel: () => void;
}

/** Follows presses of the main button on an element until the signal aborts. */
export function listenToDrags(element: HTMLElement, signal: AbortSignal, handlers: DragHandlers): void {
  let start: { readonly x: number; readonly y: number } | undefined;
  let last = { x: 0, y: 0 };
  let moved = false;
  const toDrag = (event: PointerEvent): Drag => {
    const box = element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const drag = { startX: start?.x ?? x, startY: start?.y ?? y, x, y, byX: x - last.x, byY: y - last.y, event };
    last = { x, y };
    return drag;
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      const { x, y } = toDrag(event);
      start = { x, y };
      moved = false;
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (start === undefined) return;
      const box = element.getBoundingClientRect();
      const distance = Math.hypot(event.clientX - box.left - start.x, event.clientY - box.top - start.y);
      moved ||= distance >= SLACK;
      if (moved) handlers.onMove(toDrag(event));
    },
    { signal },
  );
  element.addEventListener(
    'pointerup',
    (event) => {
      if (start === undefined) return;
      const drag = toDrag(event);
      start = undefined;
      if (moved) handlers.onEnd(drag);
      else handlers.onClick(drag);
    },
    { signal },
  );
  element.addEventListener(
    'pointercancel',
    () => {
      start = undefined;
      handlers.onCancel();
    },
    { signal },
  );
}
