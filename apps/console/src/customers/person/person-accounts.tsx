import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/amounts.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { AccountLink } from '../parts/customer-links.js';
import { Reasons } from '../parts/reasons.js';
import { Note } from '../parts/toolbar.js';
import { countAccounts } from './count-accounts.js';

const EVENTS = 200;
/** Long enough to contain the last visits of a person, whatever the range of the page is. */
const DAYS = 30;

/** The accounts that the newest events of a person name. */
export function PersonAccounts({ distinctId }: { readonly distinctId: string }): ReactNode {
  const { can } = useSession();
  const { nowMs } = useScope();
  const query = {
    distinct_id: distinctId,
    start_time: new Date(nowMs - DAYS * 86_400_000).toISOString(),
    end_time: new Date(nowMs).toISOString(),
    limit: EVENTS,
  };
  const { data } = useApi('GET /events', { query }, { enabled: can('events:read') });
  const accounts = countAccounts(data?.events ?? []);
  const read =
    data &&
    `${data.pagination?.has_more === true ? 'newest ' : ''}${formatCount(data.events.length)} events of 30 days`;
  return (
    <Card title="Accounts">
      {!can('events:read') && <Note>Your role does not have events:read.</Note>}
      {data && accounts.length === 0 && <Note>None of its {read} names an account in $groups.</Note>}
      <Reasons
        label="Accounts"
        items={accounts.map(({ type, id, count }) => ({
          key: JSON.stringify([type, id]),
          name: <AccountLink type={type} id={id} />,
          aside: <OutsideText text={type} limit={60} />,
          why: `Named by ${formatCount(count)} of its ${read ?? 'events'}.`,
        }))}
      />
    </Card>
  );
}
