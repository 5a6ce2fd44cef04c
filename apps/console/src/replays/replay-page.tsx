import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { ScopeLink } from '../links/scope-link.js';
import { TargetLink } from '../links/target-link.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { TimeText } from '../time/time-text.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { LeadItems } from '../ui/layout/lead-items.js';
import { Page } from '../ui/layout/page.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { ReplaySession } from './replay-session.js';

/** One recording with its player. */
export function ReplayPage(): ReactNode {
  const { can } = useSession();
  const { sessionId = '' }: { readonly sessionId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const input = { path: { session_id: sessionId } };
  const mayRead = can('replay:read');
  const { data, error, refetch } = useApi('GET /replay/{session_id}', input, {
    enabled: mayRead,
    keepsPrevious: false,
  });
  const { started_at: start, distinct_id: person = '', first_url: url = '' } = data?.recording ?? {};
  return (
    <Page
      title={url === '' ? 'Recording' : url}
      fills
      lead={
        <LeadItems>
          <ScopeLink to="replays">All recordings</ScopeLink>
          {start !== undefined && (
            <>
              <TimeText at={start} />
              <TargetLink type="person" id={person}>
                <OutsideText text={person} limit={80} />
              </TargetLink>
            </>
          )}
        </LeadItems>
      }
      actions={<CopyMenu route="GET /replay/{session_id}" input={input} project={project} />}
    >
      {!mayRead && (
        <Empty title="Your role cannot see recordings" text="They need the scope replay:read. Ask an admin." />
      )}
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <ReplaySession key={sessionId} details={data} />}
    </Page>
  );
}
