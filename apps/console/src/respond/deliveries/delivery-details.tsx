import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { canRedrive, describeReason, nameReceiver } from '../../deliveries/describe-delivery.js';
import type { Delivery, DeliveryAttempt } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useMembers } from '../../session/use-members.js';
import { formatDuration } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';
import { useRefusal } from '../parts/use-refusal.js';

/** The receiver of a notification, each attempt to send it, and the way to send it again. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const role = useRefusal('notifications:write');
  const redrive = useApiChange('POST /notifications/deliveries/{delivery_id}/redrive', [
    'GET /notifications/deliveries',
    'GET /notifications/deliveries/{delivery_id}',
  ]);
  const reason = canRedrive(delivery) ? role : (role ?? `It is ${delivery.status}; only failed ones are sent again.`);
  const onRedrive = (): void =>
    redrive.mutate(
      { path: { delivery_id: delivery.id }, body: {} },
      { onSuccess: () => announce('It is sent again.') },
    );
  const why = describeReason(delivery);
  return (
    <div className={classes.details}>
      <div className={classes.bar}>
        <State name={delivery.status} />
        {why !== '' && <span>{why}</span>}
      </div>
      <div className={classes.bar}>
        <Button
          icon="refresh"
          disabledReason={reason ?? (redrive.isPending ? 'The request is on its way.' : undefined)}
          onClick={onRedrive}
        >
          Send again
        </Button>
      </div>
      {redrive.error && <ErrorBox error={redrive.error} />}
      <DeliveryFacts delivery={delivery} />
      <PanelSection title={`Attempts: ${delivery.attempt_count}`}>
        <Table<DeliveryAttempt>
          label="Attempts"
          rows={delivery.attempts}
          getId={({ at = '' }) => at}
          empty="It was not attempted yet."
          columns={[
            { label: 'Time', render: ({ at = '' }) => <TimeText at={at} /> },
            { label: 'Answer', render: ({ status_code: code }) => code ?? 'none' },
            {
              label: 'Error',
              render: ({ error, response_excerpt: excerpt }) => (
                <OutsideText text={[error, excerpt].filter((text) => text !== '').join(': ')} limit={300} />
              ),
            },
            { label: 'Took', isNumber: true, render: ({ latency_ms: ms }) => formatDuration(ms, 'ms') },
          ]}
        />
      </PanelSection>
    </div>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { nameOf } = useMembers();
  const {
    alert_id: alert,
    incident_id: incident,
    next_attempt_at: next,
    sent_at: sent,
    created_at: created,
  } = delivery;
  const facts: readonly (Fact | false)[] = [
    { name: 'Receiver', value: <OutsideText text={nameReceiver(delivery, nameOf)} limit={200} /> },
    { name: 'Channel', value: delivery.channel_type },
    { name: 'Event', value: delivery.event_type },
    alert !== undefined && { name: 'Alert', value: <TargetLink type="alert" id={alert} children={alert} /> },
    incident !== undefined && {
      name: 'Incident',
      value: <TargetLink type="incident" id={incident} children={incident} />,
    },
    created !== undefined && { name: 'Created', value: <TimeText at={created} /> },
    sent !== undefined && { name: 'Sent', value: <TimeText at={sent} /> },
    next !== undefined && { name: 'Next attempt', value: <TimeText at={next} /> },
    delivery.redrive_count > 0 && { name: 'Sent again', value: `${delivery.redrive_count} times` },
    delivery.silence_ids.length > 0 && { name: 'Silences', value: delivery.silence_ids.join(', ') },
  ];
  return <Facts label="Facts about the delivery" facts={facts.filter((fact) => fact !== false)} />;
}
