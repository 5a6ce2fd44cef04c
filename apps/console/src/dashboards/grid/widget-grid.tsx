import type { ReactNode, RefObject } from 'react';
import type { Place } from './layout.js';
import classes from './widget-grid.module.css';

/** Height of a row and the gap between widgets, in pixels, as in the style sheet. */
export const ROW_PX = 30;
export const GAP_PX = 8;

interface WidgetGridProps<T> {
  readonly items: readonly T[];
  readonly getPlace: (item: T) => Place | undefined;
  readonly render: (item: T) => ReactNode;
  readonly gridRef?: RefObject<HTMLDivElement | null>;
}

const NOWHERE: Place = { x: 0, y: 0, w: 12, h: 8 };

/** Widgets at their places in a grid of 24 columns; in one column of a narrow window. */
export function WidgetGrid<T extends { readonly id: string }>(props: WidgetGridProps<T>): ReactNode {
  const { items, getPlace, render, gridRef } = props;
  return (
    <div ref={gridRef} className={classes.grid}>
      {items.map((item) => {
        const { x, y, w, h } = getPlace(item) ?? NOWHERE;
        const place = { '--column': `${x + 1} / span ${w}`, '--place': `${y + 1} / span ${h}`, '--rows': `span ${h}` };
        return (
          <div key={item.id} className={classes.item} style={place as never}>
            {render(item)}
          </div>
        );
      })}
    </div>
  );
}

/** Height of a widget of this many rows, in pixels. */
export function toPixels(rows: number): number {
  return rows * ROW_PX + (rows - 1) * GAP_PX;
}
