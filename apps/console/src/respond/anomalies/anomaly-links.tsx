import type { ReactNode } from 'react';
import type { AnomalyFinding } from '../../gen/api.js';
import { InvestigateLink } from '../../investigate/investigate-link.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TargetLink } from '../../links/target-link.js';
import classes from '../parts/respond.module.css';
import { toRecords } from './to-measurement.js';

/** Links to the records that deviated, the service, the previous finding of the series, and an investigation. */
export function AnomalyLinks({ finding }: { readonly finding: AnomalyFinding }): ReactNode {
  const { id, labels, previous_id: previous } = finding;
  const records = toRecords(finding);
  const service = labels['service_name'];
  return (
    <div className={classes.bar}>
      {records && <ScopeLink {...records}>Show what was measured</ScopeLink>}
      {service !== undefined && service !== '' && (
        <TargetLink type="service" id={service}>
          Show the service
        </TargetLink>
      )}
      {previous !== undefined && (
        <TargetLink type="anomaly" id={previous}>
          Show the previous anomaly
        </TargetLink>
      )}
      <InvestigateLink type="anomaly" id={id} />
    </div>
  );
}
