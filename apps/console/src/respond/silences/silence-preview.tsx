import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useDebounced } from '../../api/use-debounced.js';
import type { Alert, SilencesPreviewRequest } from '../../gen/api.js';
import { formatCount } from '../../time/format.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';

/** Milliseconds after the last change of the form at which it is previewed. */
const PAUSE_MS = 300;

const SHOWN = 10;

/** The alerts that a silence with these matchers would silence now. */
export function SilencePreview({ matchers }: Pick<SilencesPreviewRequest, 'matchers'>): ReactNode {
  const settled = useDebounced(matchers, PAUSE_MS);
  const { data, error } = useApi('POST /alerts/silences/preview', { body: { matchers: settled } });
  if (error) return <ErrorBox error={error} />;
  if (!data) return null;
  return (
    <div className={classes.form}>
      <p role="status">
        <strong>
          {data.count === 0
            ? 'It would silence no alert now.'
            : `It would silence ${formatCount(data.count)} ${data.count === 1 ? 'alert' : 'alerts'} now.`}
        </strong>{' '}
        {data.count === 0 && <span className={classes.note}>It also holds for alerts that fire later.</span>}
      </p>
      {data.alerts.length > 0 && (
        <Table<Alert>
          label="Alerts that it would silence"
          rows={data.alerts.slice(0, SHOWN)}
          getId={({ id }) => id}
          empty=""
          columns={[
            { label: 'State', render: ({ state }) => <State name={state} /> },
            { label: 'Alert', render: ({ name }) => <OutsideText text={name} limit={80} /> },
            { label: 'Labels', render: ({ labels }) => <Labels labels={labels} without={['alertname']} /> },
          ]}
        />
      )}
      {(data.truncated || data.alerts.length > SHOWN) && (
        <p className={classes.note}>{`Only ${Math.min(SHOWN, data.alerts.length)} of them are shown.`}</p>
      )}
    </div>
  );
}
