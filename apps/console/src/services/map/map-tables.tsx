import type { ReactNode } from 'react';
import type { ServiceMapEdge, ServiceMapNode, ServicesMapResponse } from '../../gen/api.js';
import { Cell, Rows, type Column } from '../../rows/rows.js';
import { formatCount, formatDuration } from '../../time/format.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ErrorShare } from '../error-share.js';
import { describeType } from './model/describe.js';
import { toNode } from './model/edge-query.js';

interface MapTablesProps {
  readonly map: ServicesMapResponse;
  readonly open: readonly string[];
  readonly onOpen: (open: readonly string[]) => void;
}

const FIGURES: readonly Column[] = [
  { label: 'Calls', width: '84px', narrowWidth: '56px', isNumber: true },
  { label: 'Failed', width: '76px', narrowWidth: '52px', isNumber: true },
  { label: 'P95', width: '84px', narrowWidth: '64px', isNumber: true },
];
const NODE_COLUMNS: readonly Column[] = [
  { label: 'Node', width: 'minmax(0, 1fr)' },
  { label: 'Type', width: '150px', isOptional: true },
  ...FIGURES,
];
const EDGE_COLUMNS: readonly Column[] = [
  { label: 'From', width: 'minmax(0, 1fr)' },
  { label: 'To', width: 'minmax(0, 1fr)' },
  ...FIGURES,
];
const NAME_LENGTH = 80;

/** All of the map as two lists, for keyboards and screen readers. */
export function MapTables({ map, open, onOpen }: MapTablesProps): ReactNode {
  const nodes = new Map(map.nodes.map((node) => [node.id, node]));
  const nameOf = (id: string): string => (nodes.get(id) ?? toNode([], id)).name;
  return (
    <>
      <Rows
        label="Nodes"
        rows={map.nodes}
        columns={NODE_COLUMNS}
        getId={getNodeId}
        open={open.length === 1 ? open[0] : undefined}
        onOpen={(node) => onOpen(node ? [node.id] : [])}
        renderCells={(node) => (
          <>
            <Cell>
              <OutsideText text={node.name} limit={NAME_LENGTH} />
            </Cell>
            <Cell isOptional>{describeType(node)}</Cell>
            <FigureCells
              count={node.request_count}
              errors={node.error_count}
              rate={node.error_rate}
              p95={node.p95_duration_ms}
            />
          </>
        )}
      />
      <Rows
        label="Connections"
        yieldsKeys
        rows={map.edges}
        columns={EDGE_COLUMNS}
        getId={getEdgeId}
        open={
          open.length === 2 ? map.edges.map(getEdgeId).find((id) => id.startsWith(`${open.join('\n')}\n`)) : undefined
        }
        onOpen={(edge) => onOpen(edge ? [edge.source, edge.target] : [])}
        renderCells={(edge) => (
          <>
            <Cell>
              <OutsideText text={nameOf(edge.source)} limit={NAME_LENGTH} />
            </Cell>
            <Cell>
              <OutsideText text={nameOf(edge.target)} limit={NAME_LENGTH} />
            </Cell>
            <FigureCells
              count={edge.call_count}
              errors={edge.error_count}
              rate={edge.error_rate}
              p95={edge.p95_duration_ms}
            />
          </>
        )}
      />
    </>
  );
}

interface Figures {
  readonly count: number;
  readonly errors: number;
  readonly rate: number;
  readonly p95: number | undefined;
}

function FigureCells({ count, errors, rate, p95 }: Figures): ReactNode {
  return (
    <>
      <Cell isNumber>{formatCount(count, 'short')}</Cell>
      <Cell isNumber>
        <ErrorShare rate={rate} count={errors} />
      </Cell>
      <Cell isNumber>{p95 === undefined || count === 0 ? '–' : formatDuration(p95, 'ms')}</Cell>
    </>
  );
}

function getNodeId({ id }: ServiceMapNode): string {
  return id;
}

function getEdgeId({ source, target, type }: ServiceMapEdge): string {
  return [source, target, type].join('\n');
}
