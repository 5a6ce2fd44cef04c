import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useDebounced } from '../../api/use-debounced.js';
import type { Alert } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { formatCount } from '../../time/format.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';
import classes from '../parts/respond.module.css';
import type { toRule } from './draft.js';
import { findInhibited, type Inhibited } from './find-inhibited.js';

/** Milliseconds after the last change of the form at which it is evaluated. */
const PAUSE_MS = 300;
const SHOWN = 10;

interface InhibitedNowProps {
  /** Position of the rule, from 1. */
  readonly nth: number;
  readonly rule: ReturnType<typeof toRule>;
}

/** The alerts that a rule keeps quiet now, and one that does so for each. The service compares the matchers. */
export function InhibitedNow({ nth, rule }: InhibitedNowProps): ReactNode {
  const settled = useDebounced(rule, PAUSE_MS);
  const sources = useApi('POST /alerts/silences/preview', { body: { matchers: settled.source_matchers } });
  const targets = useApi('POST /alerts/silences/preview', { body: { matchers: settled.target_matchers } });
  const error = sources.error ?? targets.error;
  if (error)
    return error.status === 400 ? (
      <p className={classes.note}>It cannot be evaluated beforehand: {error.message}</p>
    ) : (
      <ErrorBox error={error} />
    );
  if (!sources.data || !targets.data) return null;
  const found = findInhibited(settled, sources.data.alerts, targets.data.alerts);
  const isPartial = [sources.data, targets.data].some(
    ({ alerts, count, truncated }) => truncated || count > alerts.length,
  );
  const count = `${isPartial ? 'at least ' : ''}${formatCount(found.length)}`;
  return (
    <div className={classes.form}>
      <p role="status">
        <strong>
          {found.length === 0
            ? 'It keeps no alert quiet now.'
            : `It keeps ${count} ${found.length === 1 ? 'alert' : 'alerts'} quiet now.`}
        </strong>{' '}
        <span className={classes.note}>
          {`${formatCount(sources.data.count)} match the first matchers, ${formatCount(targets.data.count)} the second ones.`}
          {isPartial && ' Only the 100 latest of each are compared here.'}
        </span>
      </p>
      {found.length > 0 && (
        <Table<Inhibited<Alert>>
          label={`Alerts that rule ${nth} keeps quiet`}
          rows={found.slice(0, SHOWN)}
          getId={({ target }) => target.id}
          empty=""
          columns={[
            { label: 'Quiet', render: ({ target }) => <AlertLink alert={target} /> },
            {
              label: 'Labels',
              isOptional: true,
              render: ({ target }) => <Labels labels={target.labels} without={['alertname']} />,
            },
            { label: 'Because of', render: ({ by }) => <AlertLink alert={by} /> },
          ]}
        />
      )}
      {found.length > SHOWN && <p className={classes.note}>{`Only ${SHOWN} of them are shown.`}</p>}
    </div>
  );
}

function AlertLink({ alert }: { readonly alert: Alert }): ReactNode {
  return (
    <ScopeLink to={`respond/alerts/${encodeURIComponent(alert.id)}`}>
      <OutsideText text={alert.name} limit={80} />
    </ScopeLink>
  );
}
