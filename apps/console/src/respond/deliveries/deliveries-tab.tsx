import { useState, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { DeliveriesListResponse, Delivery } from '../../gen/api.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useScope } from '../../scope/scope.js';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside } from '../../ui/layout/panel.js';
import { Choices } from '../parts/choices.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { useRefusal } from '../parts/use-refusal.js';
import { DELIVERY_STATES, toDeliveriesInput } from './deliveries-query.js';
import { DeliveryCells, toDeliveryColumns } from './delivery-cells.js';
import { DeliveryPanel } from './delivery-panel.js';
import { RedriveDialog } from './redrive-dialog.js';

const POLL_MS = 10_000;
const OPTIONS = DELIVERY_STATES.map((value) => [value, value === 'dlq' ? 'dead letter' : value] as const);

/** The notifications of the project, the newest first, with those that have reached nobody. */
export function DeliveriesTab({ state, update }: TabProps): ReactNode {
  const { nowMs } = useScope();
  const { nameOf } = useMembers();
  const role = useRefusal('notifications:write');
  const [isRedriving, setIsRedriving] = useState(false);
  const pages = useApiPages('GET /notifications/deliveries', toDeliveriesInput(state), {
    refetchInterval: POLL_MS,
    pollsOnePage: true,
  });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const isNarrow = state.open !== undefined;
  const isFiltered = state.state.length > 0;
  return (
    <>
      <div className={classes.bar}>
        <Choices
          label="State"
          options={OPTIONS}
          chosen={state.state}
          onChange={(next) => update({ state: next, open: undefined })}
        />
        <span className={classes.end}>
          <Button icon="refresh" disabledReason={role} onClick={() => setIsRedriving(true)}>
            Send failed ones again
          </Button>
        </span>
      </div>
      <Beside>
        {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {!data && !error && <div aria-busy="true" />}
        {data && rows.length === 0 && (
          <Empty
            title={isFiltered ? 'No such delivery' : 'No delivery yet'}
            text={
              isFiltered
                ? 'No delivery has one of these states.'
                : 'Each notification to a channel or a member is a delivery. Alerts, pages and subscriptions make them.'
            }
            {...(!isFiltered && { command: 'svc channels create --help' })}
          >
            {isFiltered && <Button onClick={() => update({ state: [] })}>Remove the filter</Button>}
          </Empty>
        )}
        {rows.length > 0 && (
          <Rows
            label="Deliveries"
            rows={rows}
            columns={toDeliveryColumns(isNarrow)}
            getId={getId}
            renderCells={(delivery) => (
              <DeliveryCells delivery={delivery} isNarrow={isNarrow} nowMs={nowMs} nameOf={nameOf} />
            )}
            open={state.open}
            onOpen={(delivery) => update({ open: delivery?.id }, { replace: true })}
            onEnd={onEnd}
            foot={foot}
          />
        )}
        {state.open !== undefined && (
          <DeliveryPanel
            key={state.open}
            id={state.open}
            onClose={() => update({ open: undefined }, { replace: true })}
          />
        )}
      </Beside>
      {isRedriving && <RedriveDialog onClose={() => setIsRedriving(false)} />}
    </>
  );
}

function getId({ id }: Delivery): string {
  return id;
}

function toRows({ deliveries }: DeliveriesListResponse): readonly Delivery[] {
  return deliveries;
}
