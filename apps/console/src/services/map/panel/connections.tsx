import type { ReactNode } from 'react';
import type { ServiceMapEdge, ServicesMapResponse } from '../../../gen/api.js';
import { formatCount, formatDuration } from '../../../time/format.js';
import { Table } from '../../../ui/layout/table.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { ErrorShare } from '../../error-share.js';
import { toNode } from '../model/edge-query.js';
import classes from './map-panel.module.css';

interface ConnectionsProps {
  readonly map: ServicesMapResponse;
  readonly edges: readonly ServiceMapEdge[];
  /** The end of each connection that is named. */
  readonly end: 'source' | 'target';
  readonly empty: string;
  readonly onOpen: (open: readonly string[]) => void;
}

/** Connections of a node, the busiest first. The name opens the connection. */
export function Connections({ map, edges, end, empty, onOpen }: ConnectionsProps): ReactNode {
  return (
    <Table
      label={end === 'source' ? 'Callers' : 'Callees'}
      rows={edges.toSorted((a, b) => b.call_count - a.call_count)}
      getId={({ source, target, type }) => [source, target, type].join('\n')}
      empty={empty}
      columns={[
        {
          label: end === 'source' ? 'Caller' : 'Called',
          render: (edge) => (
            <button type="button" className={classes.name} onClick={() => onOpen([edge.source, edge.target])}>
              <OutsideText text={toNode(map.nodes, edge[end]).name} limit={80} />
            </button>
          ),
        },
        { label: 'Calls', isNumber: true, render: ({ call_count: count }) => formatCount(count) },
        {
          label: 'Failed',
          isNumber: true,
          render: ({ error_rate: rate, error_count: count }) => <ErrorShare rate={rate} count={count} />,
        },
        { label: 'P95', isNumber: true, render: ({ p95_duration_ms: ms }) => formatDuration(ms, 'ms') },
      ]}
    />
  );
}
