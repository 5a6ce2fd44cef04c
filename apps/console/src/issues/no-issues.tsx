import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useScope } from '../scope/scope.js';
import { useIngestUrl } from '../session/use-ingest-url.js';
import { describeRange } from '../time/range.js';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Update } from '../url/use-search-state.js';
import type { IssuesState } from './fields.js';

interface NoIssuesProps {
  readonly state: IssuesState;
  readonly update: Update<IssuesState>;
}

/** Says which range and filters have no issue, and offers to widen them; teaches where errors come from if there was never one. */
export function NoIssues({ state, update }: NoIssuesProps): ReactNode {
  const ingestUrl = useIngestUrl();
  const { range, zone, nowMs, env, update: updateScope } = useScope();
  const any = useApi('GET /issues', { query: { limit: 1 } });
  if (any.data?.issues.length === 0 && any.data.pagination?.has_more !== true)
    return (
      <Empty
        title="No errors yet"
        text="Exceptions of spans, logs and captured events appear here, grouped by their cause. Send them with an OpenTelemetry SDK."
        command={`export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}`}
      />
    );
  const filters = [
    state.status.length > 0 && `with the status ${state.status.join(' or ')}`,
    state.q !== '' && `containing “${state.q}”`,
    state.service.length > 0 && `of ${state.service.join(' or ')}`,
    state.release.length > 0 && `in the release ${state.release.join(' or ')}`,
    state.assignee !== undefined && (state.assignee === 'none' ? 'without an assignee' : 'of this assignee'),
    env.length > 0 && `in ${env.join(' or ')}`,
  ].filter((text) => text !== false);
  const removeFilters = (): void => {
    update({ q: '', status: [], service: [], release: [], assignee: undefined });
    if (env.length > 0) updateScope({ env: [] });
  };
  return (
    <Empty
      title="No issues"
      text={
        <OutsideText
          text={`No issue ${filters.join(', ')} had an event in this time range: ${describeRange(range, zone, nowMs)}.`}
        />
      }
    >
      <Button onClick={() => updateScope({ from: '-30d', to: 'now' })}>Search the last 30 days</Button>
      {filters.length > 0 && <Button onClick={removeFilters}>Remove the filters</Button>}
    </Empty>
  );
}
