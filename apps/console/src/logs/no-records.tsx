import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useScope } from '../scope/scope.js';
import { describeRange } from '../time/range.js';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { useSearchState } from '../url/use-search-state.js';
import { LOGS_AND_ENV, type LogsState } from './fields.js';

interface NoRecordsProps {
  readonly state: LogsState;
}

const COMMAND = `export OTEL_EXPORTER_OTLP_ENDPOINT=${typeof window === 'undefined' ? '' : window.location.origin}`;

/** Says which range and filters were searched, and offers to widen them; teaches the first step where there are no logs at all. */
export function NoRecords({ state }: NoRecordsProps): ReactNode {
  const { range, zone, nowMs, env, update: updateScope } = useScope();
  const [, updateAll] = useSearchState(LOGS_AND_ENV);
  const status = useApi('GET /ingest/status', {});
  const logs = status.data?.signals.find(({ signal }) => signal === 'logs');
  if (status.data && logs?.last_received_at === undefined)
    return (
      <Empty
        title="No logs yet"
        text="Log records of your services appear here. Send them with an OpenTelemetry SDK."
        command={COMMAND}
      />
    );
  const filters = [
    state.q !== '' && `matching “${state.q}”`,
    state.level.length > 0 && `of level ${state.level.join(' or ')}`,
    state.service.length > 0 && `of ${state.service.join(' or ')}`,
    env.length > 0 && `in ${env.join(' or ')}`,
  ].filter((text) => text !== false);
  return (
    <Empty
      title="No records"
      text={<bdi>{`Nothing ${filters.join(', ')} in this time range: ${describeRange(range, zone, nowMs)}.`}</bdi>}
    >
      <Button onClick={() => updateScope({ from: '-24h', to: 'now' })}>Search the last 24 hours</Button>
      {filters.length > 0 && (
        <Button onClick={() => updateAll({ q: '', level: [], service: [], env: [] })}>Remove the filters</Button>
      )}
    </Empty>
  );
}
