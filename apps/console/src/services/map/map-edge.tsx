import { memo, type ReactNode } from 'react';
import type { ServiceMapEdge } from '../../gen/api.js';
import { toPlainText } from '../../text/segments.js';
import { formatCount, formatPercent } from '../../time/format.js';
import { toTone } from '../figures.js';
import type { Point } from './layout/lay-out.js';
import classes from './map-edge.module.css';
import { describeEdge } from './model/describe.js';
import { middleOf, toCurve } from './view/curve.js';

interface MapEdgeProps {
  readonly edge: ServiceMapEdge;
  readonly route: readonly Point[];
  /** Reference to the marker at the end of the line. */
  readonly arrow: string;
  readonly isOpen: boolean;
  /** One of its ends is open. */
  readonly isNear: boolean;
  readonly onPick: (ids: readonly string[]) => void;
}

/** A connection, thicker the more calls it has, with its calls and the share that failed. Tables and details have it for the keyboard. */
export const MapEdge = memo(function MapEdge({ edge, route, arrow, isOpen, isNear, onPick }: MapEdgeProps): ReactNode {
  if (route.length === 0) return null;
  const path = toCurve(route);
  const middle = middleOf(route);
  const { call_count: calls, error_count: errors, error_rate: rate } = edge;
  return (
    <g
      className={classes.edge}
      data-tone={toTone(rate)}
      data-open={isOpen || isNear || undefined}
      onClick={() => onPick([edge.source, edge.target])}
    >
      <title>{toPlainText(describeEdge(edge))}</title>
      <path className={classes.hit} d={path} />
      <path className={classes.line} d={path} strokeWidth={toWidth(calls)} markerEnd={arrow} />
      <text className={classes.label} x={middle.x} y={middle.y - 4} textAnchor="middle">
        {formatCount(calls, 'short')}
        {errors > 0 && <tspan className={classes.failed}> · {formatPercent(rate)}</tspan>}
      </text>
    </g>
  );
});

/** One pixel, and one more for each hundredfold number of calls. */
function toWidth(calls: number): number {
  return Number((1 + Math.log10(Math.max(1, calls)) / 2).toFixed(2));
}
