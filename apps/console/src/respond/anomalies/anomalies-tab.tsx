import { lazy, Suspense, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { AnomaliesListResponse, AnomalyFinding } from '../../gen/api.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useScope } from '../../scope/scope.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside, Panel } from '../../ui/layout/panel.js';
import { Choices, toOptions } from '../parts/choices.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { ANOMALY_SEVERITIES, ANOMALY_STATUSES, toAnomaliesInput } from './anomalies-query.js';
import { AnomalyCells, toAnomalyColumns } from './anomaly-cells.js';

const AnomalyPanel = lazy(async () => ({ default: (await import('./anomaly-panel.js')).AnomalyPanel }));

const POLL_MS = 10_000;

/** What detectors have found, the latest first, whatever the time range is. */
export function AnomaliesTab({ state, update }: TabProps): ReactNode {
  const { nowMs } = useScope();
  const { open } = state;
  const pages = useApiPages('GET /anomalies', toAnomaliesInput(state), {
    refetchInterval: POLL_MS,
    pollsOnePage: true,
  });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const isNarrow = open !== undefined;
  const onClose = (): void => update({ open: undefined }, { replace: true });
  return (
    <>
      <div className={classes.bar}>
        <Choices
          label="Status"
          options={toOptions(ANOMALY_STATUSES)}
          chosen={state.state}
          onChange={(next) => update({ state: next })}
        />
        <Choices
          label="Severity"
          options={toOptions(ANOMALY_SEVERITIES)}
          chosen={state.severity}
          onChange={(next) => update({ severity: next })}
        />
      </div>
      <Beside>
        {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {data && rows.length === 0 && <NoAnomalies state={state} update={update} />}
        {!(rows.length === 0 && (data ?? error)) && (
          <Rows
            label="Anomalies"
            rows={rows}
            columns={toAnomalyColumns(isNarrow)}
            getId={getId}
            renderCells={(finding) => <AnomalyCells finding={finding} isNarrow={isNarrow} nowMs={nowMs} />}
            open={open}
            onOpen={(finding) => update({ open: finding?.id }, { replace: true })}
            onEnd={onEnd}
            foot={foot}
          />
        )}
        {open !== undefined && (
          <Suspense fallback={<Panel title="Anomaly" onClose={onClose} children={null} />}>
            <AnomalyPanel key={open} id={open} onClose={onClose} />
          </Suspense>
        )}
      </Beside>
    </>
  );
}

function NoAnomalies({ state, update }: TabProps): ReactNode {
  if (state.state.length > 0 || state.severity.length > 0)
    return (
      <Empty title="No such anomaly" text="No anomaly has one of these statuses and severities.">
        <Button onClick={() => update({ state: [], severity: [] })}>Remove the filters</Button>
      </Empty>
    );
  return (
    <Empty
      title="No anomaly"
      text="Requests, errors, durations, log records, events and costs are compared with what is usual for each series every five minutes. Nothing has to be set up, but a series needs some hours of history."
      command="svc anomalies list"
    />
  );
}

function getId({ id }: AnomalyFinding): string {
  return id;
}

function toRows({ findings }: AnomaliesListResponse): readonly AnomalyFinding[] {
  return findings;
}
