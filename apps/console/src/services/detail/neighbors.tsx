import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useGo } from '../../links/use-go.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { connectionsOf } from '../map/model/edge-query.js';
import { Connections } from '../map/panel/connections.js';
import classes from './service-page.module.css';

/** The callers and the callees of a service. A name opens the connection in the map. */
export function Neighbors({ service }: { readonly service: string }): ReactNode {
  const { query } = useScope();
  const go = useGo();
  const { data, error, refetch } = useApi('GET /services/map', { query });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  const id = data?.nodes.find((node) => node.type === 'service' && node.name === service)?.id ?? `service:${service}`;
  const { callers, callees } = connectionsOf(data?.edges ?? [], id);
  const onOpen = (open: readonly string[]): void => go({ to: 'services', search: { view: 'map', open } });
  const link = (
    <ScopeLink to="services" search={{ view: 'map', open: id }}>
      Show in the map
    </ScopeLink>
  );
  return (
    <Cards minWidth={340}>
      <Card title="Called by" aside={link}>
        {data && (
          <Connections
            map={data}
            edges={callers}
            end="source"
            empty="Nothing calls it in this time range."
            onOpen={onOpen}
          />
        )}
      </Card>
      <Card title="Calls" aside={link}>
        {data && (
          <Connections
            map={data}
            edges={callees}
            end="target"
            empty="It calls nothing in this time range."
            onOpen={onOpen}
          />
        )}
      </Card>
      {data?.sampled === true && (
        <p className={classes.note}>Only parts of the range were read: rare connections may be missing.</p>
      )}
    </Cards>
  );
}
