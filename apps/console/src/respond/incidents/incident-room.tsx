import type { ReactNode } from 'react';
import type { IncidentDetails } from '../../gen/api.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Notified } from '../deliveries/notified.js';
import classes from '../parts/respond.module.css';
import { IncidentSeverity, State } from '../parts/states.js';
import { ChangeFeedback } from './changes/change-feedback.js';
import { IncidentBar } from './changes/incident-bar.js';
import { useIncidentChange } from './changes/use-incident-change.js';
import { Escalation } from './escalation.js';
import { IncidentFacts } from './incident-facts.js';
import ownClasses from './incidents.module.css';
import { Linked } from './linked.js';
import { NearbyChanges } from './nearby-changes.js';
import { CommentForm } from './timeline/comment-form.js';
import { IncidentTimeline } from './timeline/timeline.js';

/** Everything about one incident: its timeline as it happens, what is linked, who is paged, and what had changed before. */
export function IncidentRoom({ incident }: { readonly incident: IncidentDetails }): ReactNode {
  const change = useIncidentChange();
  const { severity, status, description, omitted } = incident;
  return (
    <div className={classes.details}>
      <div className={classes.bar}>
        <IncidentSeverity severity={severity} />
        <State name={status} />
      </div>
      {description !== '' && (
        <p className={ownClasses.text}>
          <OutsideText text={description} limit={10_000} />
        </p>
      )}
      <IncidentBar incident={incident} change={change} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <IncidentTimeline incidentId={incident.id}>
            <CommentForm incident={incident} change={change} />
          </IncidentTimeline>
        </div>
        <div className={classes.column}>
          <IncidentFacts incident={incident} />
          <Escalation incident={incident} />
          <Linked incident={incident} change={change} />
          <Notified
            about={{ incident: incident.id }}
            empty={
              incident.escalation_policy_id === undefined
                ? 'No notification was sent: the incident has no escalation policy that pages responders.'
                : 'No notification was sent yet.'
            }
          />
          <NearbyChanges
            changes={incident}
            label="Changes around the incident"
            empty="Nothing was deployed or changed around its beginning."
          />
          {omitted.length > 0 && (
            <p className={classes.note}>{`Left out, because your role does not have them: ${omitted.join(', ')}.`}</p>
          )}
        </div>
      </div>
      <ChangeFeedback change={change} />
    </div>
  );
}
