import type { ReactNode } from 'react';
import type { ProductEvent } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { JsonView } from '../../ui/json/json-view.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ValueCell } from '../../ui/value/value-cell.js';
import { AccountLink, PersonLink } from '../parts/customer-links.js';

interface EventPanelProps {
  /** Undefined if the list does not have it. */
  readonly event: ProductEvent | undefined;
  readonly isLoaded: boolean;
  readonly onClose: () => void;
}

/** One event with everything that it has. */
export function EventPanel({ event, isLoaded, onClose }: EventPanelProps): ReactNode {
  return (
    <Panel title={event ? <OutsideText text={event.event} limit={120} /> : 'Event'} onClose={onClose}>
      {!event && isLoaded && <p>The list of this range and search does not have the event.</p>}
      {event && (
        <>
          <PanelSection title="Origin">
            <Facts label="Origin" facts={toFacts(event)} />
          </PanelSection>
          <PanelSection title="Properties">
            <JsonView label="Properties" value={event.properties ?? {}} fileName="event.json" />
          </PanelSection>
        </>
      )}
    </Panel>
  );
}

function toFacts(event: ProductEvent): readonly Fact[] {
  const { session_id: session, trace_id: trace, person_distinct_id: person, distinct_id: id } = event;
  const facts: readonly (Fact | false)[] = [
    { name: 'Time', value: <ValueCell field="timestamp" kind="time" value={event.timestamp} /> },
    { name: 'Received', value: <ValueCell field="received_at" kind="time" value={event.received_at} /> },
    { name: 'Person', value: <PersonLink id={person === '' ? id : person} /> },
    { name: 'Sent as', value: <ValueCell field="distinct_id" value={id} /> },
    ...Object.entries(event.groups).map(([type, key]) => ({ name: type, value: <AccountLink type={type} id={key} /> })),
    session !== undefined && {
      name: 'Session',
      value: (
        <TargetLink type="session" id={session}>
          <code>{session}</code>
        </TargetLink>
      ),
    },
    trace !== undefined && {
      name: 'Trace',
      value: (
        <TargetLink type="trace" id={trace}>
          <code>{trace}</code>
        </TargetLink>
      ),
    },
    event.service_name !== '' && { name: 'Service', value: <ValueCell field="service" value={event.service_name} /> },
    event.environment !== '' && {
      name: 'Environment',
      value: <ValueCell field="environment" value={event.environment} />,
    },
    event.release !== '' && { name: 'Release', value: <ValueCell field="release" value={event.release} /> },
    { name: 'Message ID', value: <code>{event.message_id}</code> },
  ];
  return facts.filter((fact) => fact !== false);
}
