import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { Layout } from '../layout/lay-out.js';
import { listenToPointer } from './listen.js';
import { Viewport } from './viewport.js';

/** Below this scale figures cannot be read; a map begins with a part of itself rather than smaller. */
const LEGIBLE_SCALE = 0.6;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ViewActions {
  readonly zoom: (factor: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly fitAll: () => void;
  readonly reveal: (box: Box) => void;
}

interface MapView {
  readonly host: RefObject<HTMLDivElement | null>;
  /** The group that is moved and scaled. */
  readonly drawing: RefObject<SVGGElement | null>;
  readonly view: ViewActions;
}

/** Moves a drawing in its window without React. It is fitted when its shape changes, and with the window until the user moves it. */
export function useViewport(layout: Layout, shape: string): MapView {
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGGElement>(null);
  const size = useRef(layout);
  useEffect(() => {
    size.current = layout;
  });
  const { viewport, view } = useMemo(() => {
    const made = new Viewport(({ scale, x, y }) => {
      drawing.current?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
      drawing.current?.setAttribute('data-legible', String(scale >= LEGIBLE_SCALE));
    });
    const getWindow = () => ({ width: host.current?.clientWidth ?? 0, height: host.current?.clientHeight ?? 0 });
    const actions: ViewActions = {
      zoom: (factor) => {
        const { width, height } = getWindow();
        made.zoom(factor, { x: width / 2, y: height / 2 });
      },
      pan: (dx, dy) => made.pan(dx, dy),
      fitAll: () => made.fit(size.current, getWindow()),
      reveal: (box) => made.reveal(box, getWindow()),
    };
    return { viewport: made, view: actions };
  }, []);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const abort = new AbortController();
    listenToPointer(element, viewport, abort.signal);
    let fitted = '';
    const describe = (): string => [viewport.scale, viewport.x, viewport.y].join(' ');
    const resize = new ResizeObserver(() => {
      if (fitted !== '' && fitted !== describe()) return;
      viewport.fit(size.current, { width: element.clientWidth, height: element.clientHeight }, LEGIBLE_SCALE);
      fitted = describe();
    });
    resize.observe(element);
    return () => {
      abort.abort();
      resize.disconnect();
    };
  }, [viewport, shape]);
  return { host, drawing, view };
}
