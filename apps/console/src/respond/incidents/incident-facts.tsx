import type { ReactNode } from 'react';
import type { IncidentDetails } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { formatDuration } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';

/** The times at which an incident was opened, acknowledged and resolved, and their authors. */
export function IncidentFacts({ incident }: { readonly incident: IncidentDetails }): ReactNode {
  const { nameOf } = useMembers();
  const { time_to_acknowledge_seconds: toAcknowledge, time_to_resolve_seconds: toResolve } = incident;
  const moment = (
    name: string,
    at: string | null | undefined,
    by: string | undefined,
    after?: number | null,
  ): Fact[] =>
    at === undefined || at === null
      ? []
      : [
          {
            name,
            value: (
              <>
                <TimeText at={at} /> by <OutsideText text={nameOf(by)} />
                {after !== undefined && after !== null && ` after ${formatDuration(after * 1000, 'ms')}`}
              </>
            ),
          },
        ];
  const facts = [
    ...moment('Opened', incident.created_at, incident.created_by),
    ...moment('Acknowledged', incident.acknowledged_at, incident.acknowledged_by, toAcknowledge),
    ...moment('Resolved', incident.resolved_at, incident.resolved_by, toResolve),
    ...(incident.reopen_count > 0 ? [{ name: 'Reopened', value: `${incident.reopen_count} times` }] : []),
    { name: 'Version', value: String(incident.version) },
  ];
  return (
    <PanelSection title="Facts">
      <Facts label="Facts about the incident" facts={facts} />
    </PanelSection>
  );
}
