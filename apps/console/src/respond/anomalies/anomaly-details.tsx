import type { ReactNode } from 'react';
import type { AnomalyFinding } from '../../gen/api.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { NearbyChanges } from '../incidents/nearby-changes.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';
import { AnomalyActions } from './anomaly-actions.js';
import { AnomalyChart } from './anomaly-chart.js';
import { AnomalyDifferences } from './anomaly-differences.js';
import { AnomalyFacts } from './anomaly-facts.js';
import { AnomalyLinks } from './anomaly-links.js';
import { explainAnomaly } from './describe-anomaly.js';

interface AnomalyDetailsProps {
  readonly finding: AnomalyFinding;
  readonly onDeleted: () => void;
}

/** Everything about one anomaly: why it was found, its series, what else differed and changed then, and what can be done. */
export function AnomalyDetails({ finding, onDeleted }: AnomalyDetailsProps): ReactNode {
  const { status, severity, summary, omitted } = finding;
  return (
    <div className={classes.details}>
      <div className={classes.bar}>
        <State name={status} />
        <State name={severity} />
      </div>
      <AnomalyActions finding={finding} onDeleted={onDeleted} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <PanelSection title="Why it was found">
            <p>
              <OutsideText text={summary} limit={1000} />
            </p>
            <p className={classes.note}>{explainAnomaly(finding).join(' ')}</p>
            <AnomalyLinks finding={finding} />
          </PanelSection>
          <AnomalyChart finding={finding} />
          <AnomalyDifferences finding={finding} />
        </div>
        <div className={classes.column}>
          <AnomalyFacts finding={finding} />
          <NearbyChanges
            changes={finding}
            label="Changes near the anomaly"
            empty="Nothing was deployed or changed from an hour before it until its end."
          />
          {omitted.length > 0 && (
            <p className={classes.note}>{`Left out, because your role does not have them: ${omitted.join(', ')}.`}</p>
          )}
        </div>
      </div>
    </div>
  );
}
