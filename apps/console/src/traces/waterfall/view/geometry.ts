/** Heights in CSS pixels. */
export const ROW_HEIGHT = 22;
export const AXIS_HEIGHT = 24;

/** The elements that a page makes and a view fills. */
export interface Elements {
  /** Scrolls; it contains the spacer. */
  readonly scroller: HTMLElement;
  /** As high as all rows; it contains the pane. */
  readonly spacer: HTMLElement;
  /** Stays in place while the rows scroll. */
  readonly pane: HTMLElement;
  /** The treegrid. */
  readonly grid: HTMLElement;
  readonly bars: HTMLCanvasElement;
  readonly minimap: HTMLCanvasElement;
  readonly tooltip: HTMLElement;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the box of a canvas in CSS pixels. Frames must not ask for it, because the browser would lay out the page for the answer. */
export function measure({ clientWidth, clientHeight }: HTMLCanvasElement): Size {
  return { width: clientWidth, height: clientHeight };
}

/** Clears a canvas and gives it the pixels of its box on this screen. Coordinates are CSS pixels. */
export function fitCanvas(canvas: HTMLCanvasElement, size: Size): CanvasRenderingContext2D | undefined {
  const ratio = window.devicePixelRatio;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = width === 0 || height === 0 ? undefined : (canvas.getContext('2d') ?? undefined);
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, size.width, size.height);
  return context;
}
