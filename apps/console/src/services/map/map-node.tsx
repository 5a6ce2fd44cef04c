import { memo, type ReactNode } from 'react';
import type { ServiceMapNode } from '../../gen/api.js';
import { toPlainText } from '../../text/segments.js';
import { formatCount, formatDuration, formatPercent } from '../../time/format.js';
import { formatRate, toRate, toTone } from '../figures.js';
import { NODE } from './layout/lay-out.js';
import classes from './map-node.module.css';
import { describeNode, describeType } from './model/describe.js';
import { shortName } from './model/short-name.js';

interface MapNodeProps {
  readonly node: ServiceMapNode;
  readonly id: string;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isOpen: boolean;
  /** The one at which the keyboard enters the map. */
  readonly isEntry: boolean;
  readonly onPick: (ids: readonly string[]) => void;
}

/** Strokes on a grid of 16 units. */
const SYMBOLS: Readonly<Record<string, string>> = {
  service: 'M8 2.2l5 2.9v5.8l-5 2.9-5-2.9V5.1z',
  database: 'M3 4c0-2.4 10-2.4 10 0v8c0 2.4-10 2.4-10 0zM3 4c0 2.4 10 2.4 10 0',
  queue: 'M2 4h12v8H2zM6 4v8M10 4v8',
  external: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12',
};
/** Characters of a name that have space beside the symbol. */
const NAME_LENGTH = 20;

/** A service, database, queue or host with its rate, failures and duration. */
export const MapNode = memo(function MapNode(props: MapNodeProps): ReactNode {
  const { node, id, index, x, y, startMs, endMs, isOpen, isEntry, onPick } = props;
  const { type, name, request_count: count, error_count: errors, error_rate: rate, p95_duration_ms: p95 } = node;
  const shown = name === '' ? `(${node.system ?? 'no name'})` : name;
  return (
    <g
      id={id}
      role="button"
      aria-pressed={isOpen}
      tabIndex={isEntry ? 0 : -1}
      data-index={index}
      data-type={type}
      data-tone={toTone(rate)}
      className={classes.node}
      transform={`translate(${x} ${y})`}
      onClick={() => onPick(isOpen ? [] : [node.id])}
    >
      {/* It names the button, and says in words what is drawn. */}
      <title>{toPlainText(`${shown}, ${describeType(node)}: ${describeNode(node)}`)}</title>
      <g aria-hidden="true">
        <rect className={classes.box} width={NODE.width} height={NODE.height} rx={type === 'service' ? 6 : 14} />
        <path className={classes.symbol} transform="translate(10 7)" d={SYMBOLS[type] ?? SYMBOLS['external']} />
        <text className={classes.name} x="32" y="19">
          {shortName(shown, NAME_LENGTH)}
        </text>
        <text className={classes.figures} x="10" y="37">
          {formatRate(toRate(count, startMs, endMs))}
          <tspan className={errors > 0 ? classes.failed : undefined}> · {formatPercent(rate)}</tspan>
          {p95 !== undefined && count > 0 && ` · ${formatDuration(p95, 'ms')}`}
          {p95 === undefined && ` · ${formatCount(count, 'short')}×`}
        </text>
      </g>
    </g>
  );
});
