import { lazy, Suspense, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Alert, AlertsListResponse } from '../../gen/api.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useScope } from '../../scope/scope.js';
import { SearchField } from '../../search/search-field.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside, Panel } from '../../ui/layout/panel.js';
import { Choices, toOptions } from '../parts/choices.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { AlertCells, toAlertColumns } from './alert-cells.js';
import { ALERT_STATES, SEVERITIES, toAlertsInput } from './alerts-query.js';
import { NoAlerts } from './no-alerts.js';

const AlertPanel = lazy(async () => ({ default: (await import('./alert-panel.js')).AlertPanel }));

const POLL_MS = 10_000;

/** The alerts that are not resolved, the newest first. */
export function AlertsTab({ state, update }: TabProps): ReactNode {
  const { nowMs } = useScope();
  const { open } = state;
  const pages = useApiPages('GET /alerts', toAlertsInput(state), { refetchInterval: POLL_MS, pollsOnePage: true });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const isNarrow = open !== undefined;
  const onClose = (): void => update({ open: undefined }, { replace: true });
  return (
    <>
      <div className={classes.bar}>
        <SearchField
          label="Search alerts"
          placeholder="Name contains"
          value={state.q}
          onSubmit={(q) => update({ q }, { replace: true })}
        />
        <Choices
          label="State"
          options={toOptions(ALERT_STATES)}
          chosen={state.state}
          onChange={(next) => update({ state: next })}
        />
        <Choices
          label="Severity"
          options={toOptions(SEVERITIES)}
          chosen={state.severity}
          onChange={(next) => update({ severity: next })}
        />
      </div>
      <Beside>
        {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {data && rows.length === 0 && <NoAlerts state={state} update={update} />}
        {!(rows.length === 0 && (data ?? error)) && (
          <Rows
            label="Alerts"
            rows={rows}
            columns={toAlertColumns(isNarrow)}
            getId={getId}
            renderCells={(alert) => <AlertCells alert={alert} isNarrow={isNarrow} nowMs={nowMs} />}
            open={open}
            onOpen={(alert) => update({ open: alert?.id }, { replace: true })}
            onEnd={onEnd}
            foot={foot}
          />
        )}
        {open !== undefined && (
          <Suspense fallback={<Panel title="Alert" onClose={onClose} children={null} />}>
            <AlertPanel key={open} id={open} onClose={onClose} />
          </Suspense>
        )}
      </Beside>
    </>
  );
}

function getId({ id }: Alert): string {
  return id;
}

function toRows({ alerts }: AlertsListResponse): readonly Alert[] {
  return alerts;
}
