import { useParams } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { Trace } from '../../gen/api.js';
import { InvestigateLink } from '../../investigate/investigate-link.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import buttonClasses from '../../ui/controls/button.module.css';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { useSearchState } from '../../url/use-search-state.js';
import { DeleteTrace } from './delete-trace.js';
import { TRACE_FIELDS } from './fields.js';
import { MissingTrace } from './missing-trace.js';
import { toOmissions, toOutlineFacts } from './outline-facts.js';
import { TraceFacts } from './trace-facts.js';
import classes from './trace-page.module.css';
import { TraceView } from './trace-view.js';
import { TraceViews } from './trace-views.js';
import { useTraceData, type TraceData } from './use-trace-data.js';

/** One trace: its spans, and the log records, errors and recordings that belong to it. */
export function TracePage(): ReactNode {
  const { traceId = '' }: { readonly traceId?: string } = useParams({ strict: false });
  const data = useTraceData(traceId);
  const { data: trace, error, refetch } = data.outline;
  if (error?.status === 404) return <MissingTrace id={traceId} />;
  if (error && !trace)
    return (
      <Page title="Trace">
        <ErrorBox error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!trace) return <Page title="Trace" lead={<span aria-busy="true">&nbsp;</span>} fills children={undefined} />;
  return <LoadedTrace key={trace.trace_id} trace={trace} data={data} />;
}

function LoadedTrace({ trace, data }: { readonly trace: Trace; readonly data: TraceData }): ReactNode {
  const { project } = useScope();
  const [state, update] = useSearchState(TRACE_FIELDS);
  const facts = useMemo(() => toOutlineFacts(trace), [trace]);
  const { critical, logs, related } = data;
  const omissions = toOmissions({
    path: critical.data,
    pathError: critical.error,
    logs: logs.data,
    logsError: logs.error,
    related: related.data,
  });
  const { root } = facts;
  const title = root === undefined ? 'Trace' : `${root.service}: ${root.name}`;
  const id = trace.trace_id;
  const actions = (
    <>
      <ScopeLink to="traces/compare" search={{ a: id }} className={buttonClasses.button}>
        Compare
      </ScopeLink>
      <InvestigateLink type="trace" id={id} />
      <DeleteTrace id={id} />
      <CopyMenu route="GET /traces/{trace_id}" input={{ path: { trace_id: id } }} project={project} />
    </>
  );
  return (
    <Page title={title} fills lead={<code className={classes.id}>{id}</code>} actions={actions}>
      <TraceFacts trace={trace} facts={facts} replay={data.replay} />
      <TraceViews view={state.view} data={data} onChange={(view) => update({ view })} />
      <TraceView trace={trace} data={data} state={state} update={update} />
      {omissions.length > 0 && (
        <ul className={classes.omissions} aria-label="Left out">
          {omissions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Page>
  );
}
