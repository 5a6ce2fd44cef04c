import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { useIngestUrl } from '../../session/use-ingest-url.js';
import { describeRange } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { TabProps } from '../tab-props.js';
import { describeRunFilters } from './runs-query.js';

/** Says which range and filters have no run; teaches where runs come from if there was never one. */
export function NoRuns({ state, update }: TabProps): ReactNode {
  const ingestUrl = useIngestUrl();
  const { range, zone, nowMs, env, update: updateScope } = useScope();
  const any = useApi('GET /agent-runs', { query: { start_time: '2000-01-01T00:00:00Z', limit: 1 } });
  if (any.data?.runs.length === 0 && any.data.pagination?.has_more !== true)
    return (
      <Empty
        title="No agent runs yet"
        text="Calls of models, tools and agents become runs with their cost. Send their spans with any instrumentation of gen_ai, OpenInference or Traceloop."
        command={`export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}`}
      />
    );
  const filters = [...describeRunFilters(state), ...(env.length > 0 ? [`in ${env.join(' or ')}`] : [])];
  const removeFilters = (): void => {
    update({ agent: '', provider: '', person: '', status: [], errors: false });
    if (env.length > 0) updateScope({ env: [] });
  };
  return (
    <Empty
      title="No runs"
      text={
        <OutsideText
          text={`No run ${filters.join(', ')} began in this time range: ${describeRange(range, zone, nowMs)}.`}
        />
      }
    >
      <Button onClick={() => updateScope({ from: '-24h', to: 'now' })}>Search the last 24 hours</Button>
      {filters.length > 0 && <Button onClick={removeFilters}>Remove the filters</Button>}
    </Empty>
  );
}
