import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Incident, IncidentsListResponse } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useScope } from '../../scope/scope.js';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Choices, toOptions } from '../parts/choices.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { useRefusal } from '../parts/use-refusal.js';
import { IncidentCells, INCIDENT_COLUMNS } from './incident-cells.js';
import { IncidentFigures } from './incident-figures.js';
import { SEVERITIES, STATUSES, toIncidentsInput } from './incidents-query.js';

const NewIncidentDialog = lazy(async () => ({ default: (await import('./new-incident-dialog.js')).NewIncidentDialog }));

const POLL_MS = 10_000;

/** The incidents of the project, the newest first. They are few, so all of them are listed whatever the time range is. */
export function IncidentsTab({ state, update }: TabProps): ReactNode {
  const { nowMs } = useScope();
  const { nameOf } = useMembers();
  const go = useGo();
  const role = useRefusal('incidents:write');
  const [isOpening, setIsOpening] = useState(false);
  const pages = useApiPages('GET /incidents', toIncidentsInput(state), {
    refetchInterval: POLL_MS,
    pollsOnePage: true,
  });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const isFiltered = state.state.length > 0 || state.severity.length > 0;
  return (
    <>
      <div className={classes.bar}>
        <Choices
          label="Status"
          options={toOptions(STATUSES)}
          chosen={state.state}
          onChange={(next) => update({ state: next })}
        />
        <Choices
          label="Severity"
          options={SEVERITIES.map((severity) => [severity, `SEV ${severity}`])}
          chosen={state.severity}
          onChange={(next) => update({ severity: next })}
        />
        <span className={classes.end}>
          <Button icon="plus" disabledReason={role} onClick={() => setIsOpening(true)}>
            Open an incident
          </Button>
        </span>
      </div>
      <IncidentFigures figures={data?.pages[0]?.figures} />
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && rows.length === 0 && (
        <Empty
          title={isFiltered ? 'No such incident' : 'No incident yet'}
          text={
            isFiltered
              ? 'No incident has one of these statuses and severities.'
              : 'Alert rules open incidents, and so can you. Everything that is done about one is in its timeline.'
          }
          {...(!isFiltered && { command: 'svc incidents create --title "Checkout is down"' })}
        >
          {isFiltered && <Button onClick={() => update({ state: [], severity: [] })}>Remove the filters</Button>}
        </Empty>
      )}
      {rows.length > 0 && (
        <Rows
          label="Incidents"
          rows={rows}
          columns={INCIDENT_COLUMNS}
          getId={getId}
          renderCells={(incident) => <IncidentCells incident={incident} nowMs={nowMs} nameOf={nameOf} />}
          onOpen={(incident) => incident && go({ to: `respond/incidents/${encodeURIComponent(incident.id)}` })}
          onEnd={onEnd}
          foot={foot}
        />
      )}
      <Suspense>{isOpening && <NewIncidentDialog onClose={() => setIsOpening(false)} />}</Suspense>
    </>
  );
}

function getId({ id }: Incident): string {
  return id;
}

function toRows({ incidents }: IncidentsListResponse): readonly Incident[] {
  return incidents;
}
