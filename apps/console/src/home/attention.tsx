import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { ScopeLink } from '../links/scope-link.js';
import { useSession } from '../session/session.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Card } from '../ui/layout/card.js';
import { OutsideText } from '../ui/text/outside-text.js';
import classes from './attention.module.css';
import { toAttention } from './to-attention.js';

const SHOWN = 10;
/** Milliseconds between requests; an answer that has not changed costs nothing. */
const POLL_MS = 15_000;

/** Alerts that fire, anomalies that are open and issues that are new, the most serious first. */
export function Attention(): ReactNode {
  const { can } = useSession();
  const options = (scope: string) => ({ enabled: can(scope), refetchInterval: POLL_MS });
  const alerts = useApi('GET /alerts', { query: { state: ['firing'], limit: SHOWN } }, options('alerts:read'));
  const anomalies = useApi('GET /anomalies', { query: { status: ['open'], limit: SHOWN } }, options('anomalies:read'));
  const issues = useApi('GET /issues', { query: { status: ['new'], limit: SHOWN } }, options('issues:read'));
  const items = toAttention(alerts.data?.alerts ?? [], anomalies.data?.findings ?? [], issues.data?.issues ?? []);
  const error = alerts.error ?? anomalies.error ?? issues.error;
  const canReadAll = ['alerts:read', 'anomalies:read', 'issues:read'].every(can);
  const isKnown = [alerts, anomalies, issues].every(
    ({ data, fetchStatus }) => data !== undefined || fetchStatus === 'idle',
  );
  return (
    <Card title="Needs attention">
      {error && <ErrorBox error={error} />}
      {isKnown && !error && items.length === 0 && (
        <p className={classes.none}>
          {canReadAll
            ? 'No alert fires, no anomaly is open, and no issue is new.'
            : 'Nothing of what your role can read. Alerts, anomalies or issues are not among it.'}
        </p>
      )}
      <ul>
        {items.slice(0, SHOWN).map(({ id, kind, severity, title, at, target }) => (
          <li key={id} className={classes.item}>
            <Badge tone={severity}>{kind}</Badge>
            <span className={classes.title}>
              {target ? (
                <ScopeLink {...target}>
                  <OutsideText text={title} limit={200} />
                </ScopeLink>
              ) : (
                <OutsideText text={title} limit={200} />
              )}
            </span>
            <span className={classes.time}>{at !== undefined && <TimeText at={at} />}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
