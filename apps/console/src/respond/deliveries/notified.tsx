import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { describeReason, nameReceiver } from '../../deliveries/describe-delivery.js';
import type { Delivery } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';

interface NotifiedProps {
  readonly about: { readonly alert: string } | { readonly incident: string };
  /** Said where nothing was delivered, with the reason if it is known. */
  readonly empty: ReactNode;
}

const SHOWN = 50;
const POLL_MS = 10_000;

/** The receivers that were notified of an alert or an incident, and those that were not, with the reason. */
export function Notified({ about, empty }: NotifiedProps): ReactNode {
  const isAllowed = useSession().can('notifications:read');
  const { nameOf } = useMembers();
  const input = { query: { ...about, limit: SHOWN } };
  const options = { enabled: isAllowed, refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /notifications/deliveries', input, options);
  return (
    <PanelSection title="Notifications">
      {!isAllowed && <p className={classes.note}>Your role does not have notifications:read.</p>}
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Delivery>
        label="Notifications"
        rows={isAllowed ? data?.deliveries : []}
        getId={({ id }) => id}
        empty={isAllowed && <span className={classes.note}>{empty}</span>}
        columns={[
          {
            label: 'Receiver',
            render: (delivery) => (
              <span className={classes.nowrap}>
                <ScopeLink to="respond" search={{ tab: 'deliveries', open: delivery.id }}>
                  <OutsideText text={nameReceiver(delivery, nameOf)} limit={40} />
                </ScopeLink>
              </span>
            ),
          },
          {
            label: 'Status',
            render: (delivery) => (
              <>
                <State name={delivery.status} /> <span className={classes.note}>{describeReason(delivery)}</span>
              </>
            ),
          },
          {
            label: 'Time',
            isOptional: true,
            render: ({ sent_at: sent, created_at: created = '' }) => (
              <span className={classes.nowrap}>
                <TimeText at={sent ?? created} form="time" />
              </span>
            ),
          },
        ]}
      />
      {data?.pagination?.has_more === true && <p className={classes.note}>{`Only the last ${SHOWN} are shown.`}</p>}
    </PanelSection>
  );
}
