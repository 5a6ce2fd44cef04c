import type { ReactNode } from 'react';
import type { IncidentDetails } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TimeText } from '../../time/time-text.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from '../parts/respond.module.css';

/** The level that is paged about an incident next, or the reason why none is. */
export function Escalation({ incident }: { readonly incident: IncidentDetails }): ReactNode {
  const { escalation, escalation_policy_id: policy } = incident;
  if (policy === undefined)
    return (
      <PanelSection title="Escalation">
        <p className={classes.note}>Nobody is paged, because the incident has no escalation policy.</p>
      </PanelSection>
    );
  return (
    <PanelSection
      title="Escalation"
      aside={
        <ScopeLink to="respond" search={{ tab: 'escalation', open: policy }}>
          Policy
        </ScopeLink>
      }
    >
      {escalation && (
        <p>
          {`It is ${escalation.state}`}
          {escalation.level !== undefined && `; level ${escalation.level} was paged in pass ${escalation.pass ?? 1}`}
          {escalation.next_at !== undefined && (
            <>
              {`; level ${escalation.next_level ?? 1} follows at `}
              <TimeText at={escalation.next_at} form="time" />
            </>
          )}
          .
        </p>
      )}
    </PanelSection>
  );
}
