import type { ReactNode } from 'react';
import classes from '../parts/respond.module.css';

/** The addresses to which other products send; what the rule takes of them is set with the client. */
const ADDRESSES = [
  ['Alertmanager', '/api/v1/external-alerts/alertmanager'],
  ['Prometheus', '/api/v2/alerts'],
  ['Grafana', '/api/v1/external-alerts/grafana'],
  ['PagerDuty', '/v2/enqueue'],
  ['Opsgenie', '/v2/alerts'],
] as const;

/** Says how alerts of other products come to a rule. */
export function ExternalNote(): ReactNode {
  return (
    <div className={classes.form}>
      <p className={classes.note}>
        Takes every alert that is sent to these paths of this address with an API key of the scope alerts:send. Sources,
        matchers, the places of alerts in JSON, and the times without requests are set with the client, and stay as they
        are here.
      </p>
      <ul className={classes.note}>
        {ADDRESSES.map(([product, path]) => (
          <li key={path}>
            {product}: <code>{path}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
