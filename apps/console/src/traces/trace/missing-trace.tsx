import type { ReactNode } from 'react';
import { ScopeLink } from '../../links/scope-link.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Page } from '../../ui/layout/page.js';

/** Says why the service may not know a trace. */
export function MissingTrace({ id }: { readonly id: string }): ReactNode {
  return (
    <Page title="Trace not found">
      <Empty
        title="No span of this trace is stored"
        text={
          <>
            The trace <code>{id}</code> may be older than the retention of traces in this project, its first span may
            not have arrived yet, it may not have been sampled, or it may belong to another project.
          </>
        }
      >
        <ScopeLink to="traces">Search traces</ScopeLink>
        <ScopeLink to="logs" search={{ q: `trace_id:${id}`, from: '-30d', to: 'now' }}>
          Search the log records of 30 days for this ID
        </ScopeLink>
      </Empty>
    </Page>
  );
}
