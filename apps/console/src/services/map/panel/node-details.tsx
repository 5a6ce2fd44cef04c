import type { ReactNode } from 'react';
import type { ServiceMapNode, ServicesMapResponse } from '../../../gen/api.js';
import { ScopeLink } from '../../../links/scope-link.js';
import { useScope } from '../../../scope/scope.js';
import { formatCount, formatDuration } from '../../../time/format.js';
import { Facts } from '../../../ui/layout/facts.js';
import { PanelSection } from '../../../ui/layout/panel.js';
import { ErrorShare } from '../../error-share.js';
import { formatRate, toRate } from '../../figures.js';
import { describeType } from '../model/describe.js';
import { connectionsOf } from '../model/edge-query.js';
import { Connections } from './connections.js';
import classes from './map-panel.module.css';

interface NodeDetailsProps {
  readonly map: ServicesMapResponse;
  readonly node: ServiceMapNode;
  readonly onOpen: (open: readonly string[]) => void;
}

/** The figures of a node, what calls it, and what it calls. */
export function NodeDetails({ map, node, onOpen }: NodeDetailsProps): ReactNode {
  const { startMs, endMs } = useScope();
  const { type, name, request_count: count, error_count: errors, error_rate: rate } = node;
  const { callers, callees } = connectionsOf(map.edges, node.id);
  const isService = type === 'service';
  const durations = [
    ['P50', node.p50_duration_ms],
    ['P95', node.p95_duration_ms],
  ] as const;
  return (
    <>
      <Facts
        label="Figures"
        facts={[
          { name: 'Type', value: describeType(node) },
          {
            name: isService ? 'Requests' : 'Calls',
            value: `${formatCount(count)} (${formatRate(toRate(count, startMs, endMs))})`,
          },
          { name: 'Failed', value: <ErrorShare rate={rate} count={errors} /> },
          ...durations.flatMap(([label, ms]) =>
            ms === undefined || count === 0 ? [] : [{ name: label, value: formatDuration(ms, 'ms') }],
          ),
        ]}
      />
      {isService && (
        <p className={classes.links}>
          <ScopeLink to={`services/${encodeURIComponent(name)}`}>Page of the service</ScopeLink>
          <ScopeLink to="traces" search={{ service: name }}>
            Traces
          </ScopeLink>
          <ScopeLink to="logs" search={{ service: name }}>
            Logs
          </ScopeLink>
        </p>
      )}
      <PanelSection title="Called by">
        <Connections
          map={map}
          edges={callers}
          end="source"
          empty="Nothing calls it in this time range."
          onOpen={onOpen}
        />
      </PanelSection>
      {isService && (
        <PanelSection title="Calls">
          <Connections
            map={map}
            edges={callees}
            end="target"
            empty="It calls nothing in this time range."
            onOpen={onOpen}
          />
        </PanelSection>
      )}
    </>
  );
}
