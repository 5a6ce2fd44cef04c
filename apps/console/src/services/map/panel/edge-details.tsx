import type { ReactNode } from 'react';
import type { ServiceMapNode, ServicesMapResponse } from '../../../gen/api.js';
import { formatCount, formatDuration } from '../../../time/format.js';
import { Facts } from '../../../ui/layout/facts.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { ErrorShare } from '../../error-share.js';
import { EdgeTraces } from './edge-traces.js';
import classes from './map-panel.module.css';

interface EdgeDetailsProps {
  readonly map: ServicesMapResponse;
  readonly source: ServiceMapNode;
  readonly target: ServiceMapNode;
  readonly onOpen: (open: readonly string[]) => void;
}

/** The figures of a connection, and traces in which it is used. */
export function EdgeDetails({ map, source, target, onOpen }: EdgeDetailsProps): ReactNode {
  const edge = map.edges.find((candidate) => candidate.source === source.id && candidate.target === target.id);
  const end = (node: ServiceMapNode): ReactNode => (
    <button type="button" className={classes.name} onClick={() => onOpen([node.id])}>
      <OutsideText text={node.name} limit={120} />
    </button>
  );
  if (!edge) return <p>There are no calls between these two in the time range.</p>;
  return (
    <>
      <Facts
        label="Figures"
        facts={[
          { name: 'From', value: end(source) },
          { name: 'To', value: end(target) },
          { name: 'Calls', value: formatCount(edge.call_count) },
          { name: 'Failed', value: <ErrorShare rate={edge.error_rate} count={edge.error_count} /> },
          { name: 'P50', value: formatDuration(edge.p50_duration_ms, 'ms') },
          { name: 'P95', value: formatDuration(edge.p95_duration_ms, 'ms') },
        ]}
      />
      <EdgeTraces source={source} target={target} />
    </>
  );
}
