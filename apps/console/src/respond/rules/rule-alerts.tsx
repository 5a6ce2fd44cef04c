import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Alert, AlertRule } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TimeText } from '../../time/time-text.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';

const SHOWN = 100;
const POLL_MS = 15_000;

/** The alerts of a rule that are not resolved. */
export function RuleAlerts({ rule }: { readonly rule: AlertRule }): ReactNode {
  const input = { query: { name: rule.name, limit: SHOWN } };
  const { data, error, refetch } = useApi('GET /alerts', input, { refetchInterval: POLL_MS });
  return (
    <PanelSection title="Alerts">
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Alert>
        label="Alerts of the rule"
        rows={data?.alerts.filter(({ rule_id: id }) => id === rule.id)}
        getId={({ id }) => id}
        empty={
          data?.pagination?.has_more === true
            ? `None of the last ${SHOWN} unresolved alerts of this name belongs to the rule.`
            : 'None of its alerts is unresolved.'
        }
        columns={[
          { label: 'State', render: ({ state }) => <State name={state} /> },
          {
            label: 'Alert',
            render: ({ id, summary }) => (
              <ScopeLink to={`respond/alerts/${id}`}>
                <OutsideText text={summary === '' ? id : summary} limit={200} />
              </ScopeLink>
            ),
          },
          {
            label: 'Labels',
            isOptional: true,
            render: ({ labels }) => <Labels labels={labels} without={['alertname', ...Object.keys(rule.labels)]} />,
          },
          {
            label: 'Since',
            isOptional: true,
            render: ({ started_at: at = '' }) => (
              <span className={classes.nowrap}>
                <TimeText at={at} precision="minute" />
              </span>
            ),
          },
        ]}
      />
      {data?.pagination?.has_more === true && <p className={classes.note}>{`Only the last ${SHOWN} are shown.`}</p>}
    </PanelSection>
  );
}
