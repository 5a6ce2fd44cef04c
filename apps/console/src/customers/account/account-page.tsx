import { useParams } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useApi, useApiPages } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Page } from '../../ui/layout/page.js';
import { useSearchState } from '../../url/use-search-state.js';
import { TIMELINE_FIELDS } from '../fields.js';
import { CustomerLayout } from '../parts/customer-layout.js';
import { CustomerLead } from '../parts/customer-lead.js';
import { toName } from '../parts/names.js';
import { Properties } from '../parts/properties.js';
import { Timeline } from '../timeline/timeline.js';
import { AccountPersons } from './account-persons.js';
import { AccountSegments } from './account-segments.js';

/** One company, workspace or other group: what happened in it, who was active, and what it is. */
export function AccountPage(): ReactNode {
  const { groupType = '', groupKey = '' }: { readonly groupType?: string; readonly groupKey?: string } = useParams({
    strict: false,
  });
  const { project, query } = useScope();
  const { can } = useSession();
  const [{ kinds }] = useSearchState(TIMELINE_FIELDS);
  const mayRead = can('groups:read');
  const path = { group_type: groupType, group_key: groupKey };
  const {
    data: group,
    error,
    refetch,
  } = useApi('GET /groups/{group_type}/{group_key}', { path }, { enabled: mayRead, keepsPrevious: false });
  const { start_time, end_time } = query;
  const input = { path, query: { start_time, end_time, kinds: kinds as never } };
  const pages = useApiPages('GET /groups/{group_type}/{group_key}/timeline', input, { enabled: mayRead });
  const entries = useMemo(() => pages.data?.pages.flatMap((page) => page.entries) ?? [], [pages.data]);
  if (!mayRead) return <Empty title="Not for your role" text="Your role does not have groups:read." />;
  return (
    <Page
      title={group ? toName(group.properties, groupKey) : groupKey}
      lead={
        <CustomerLead
          tab="accounts"
          list="Accounts"
          text={`${groupType} ${groupKey}`}
          firstSeen={group?.first_seen}
          lastSeen={group?.last_seen}
        />
      }
      actions={<CopyMenu route="GET /groups/{group_type}/{group_key}/timeline" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && (
        <CustomerLayout
          aside={
            <>
              <Properties values={group?.properties} />
              <AccountPersons entries={entries} hasMore={pages.hasNextPage} />
              <AccountSegments type={groupType} id={groupKey} />
            </>
          }
        >
          <Card title="Timeline">
            <Timeline pages={pages} firstSeen={group?.first_seen} showsPerson />
          </Card>
        </CustomerLayout>
      )}
    </Page>
  );
}
