import type { ReactNode } from 'react';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import { toFunnel, toRetention, toTrends } from './analysis/requests.js';
import type { CustomersState } from './fields.js';
import { toEventsQuery } from './parts/events-query.js';

/** Copies what the tab shows. */
export function TabCopy({ state }: { readonly state: CustomersState }): ReactNode {
  const scope = useScope();
  const { project, query, env } = scope;
  const { tab, q, type } = state;
  const { start_time, end_time } = query;
  switch (tab) {
    case 'persons':
      return <CopyMenu route="GET /persons" input={{ query: { search: q } }} project={project} />;
    case 'accounts':
      return (
        <CopyMenu
          route="GET /groups"
          input={{ query: { search: q, ...(type !== undefined && { type }) } }}
          project={project}
        />
      );
    case 'segments':
      return <CopyMenu route="GET /account-segments" input={{ query: { name: q } }} project={project} />;
    case 'cohorts':
      return <CopyMenu route="GET /analytics/cohorts" input={{ query: { name: q } }} project={project} />;
    case 'events':
      return (
        <CopyMenu
          route="GET /events"
          input={{ query: { q: toEventsQuery(q, env), start_time, end_time } }}
          project={project}
        />
      );
    case 'trends':
      return <CopyMenu route="POST /events/trends" input={{ body: toTrends(state, scope) }} project={project} />;
    case 'funnels':
      return <CopyMenu route="POST /events/funnel" input={{ body: toFunnel(state, scope) }} project={project} />;
    case 'retention':
      return <CopyMenu route="POST /events/retention" input={{ body: toRetention(state, scope) }} project={project} />;
  }
}
