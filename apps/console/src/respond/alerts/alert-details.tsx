import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { AlertDetails } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Notified } from '../deliveries/notified.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';
import { Warnings } from '../parts/warnings.js';
import { AlertActions } from './alert-actions.js';
import { AlertFacts } from './alert-facts.js';
import { AlertHistory } from './alert-history.js';
import { AlertReason } from './alert-reason.js';
import { explainUntold } from './explain-untold.js';

/** Everything about one alert: why it fires, what can be done, who was notified, and what has happened to it. */
export function AlertDetailsView({ alert }: { readonly alert: AlertDetails }): ReactNode {
  const { data: rule } = useApi(
    'GET /alerts/rules/{rule_id}',
    { path: { rule_id: alert.rule_id } },
    { staleTime: 60_000 },
  );
  const { nowMs } = useScope();
  const untold = explainUntold(alert, rule, nowMs);
  const { state, severity, silence_id: silence } = alert;
  return (
    <div className={classes.details}>
      <div className={classes.bar}>
        <State name={state} />
        <State name={severity} />
        {silence !== undefined && <span className={classes.note}>A silence keeps it from notifying.</span>}
      </div>
      <AlertActions alert={alert} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <AlertReason alert={alert} rule={rule} />
          <Notified
            about={{ alert: alert.id }}
            empty={
              <>
                {untold.text}{' '}
                {untold.isGrouped && (
                  <ScopeLink to="respond" search={{ q: alert.name }}>
                    Show the alerts with this name
                  </ScopeLink>
                )}
              </>
            }
          />
          <Warnings texts={rule?.warnings ?? []} />
        </div>
        <div className={classes.column}>
          <AlertFacts alert={alert} />
          <PanelSection title="History">
            <AlertHistory history={alert.history} />
          </PanelSection>
        </div>
      </div>
    </div>
  );
}
