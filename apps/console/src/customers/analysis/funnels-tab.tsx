import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { Select } from '../../ui/controls/select.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { WINDOWS } from '../fields.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';
import { BreakdownField } from './breakdown-field.js';
import { EventPicker } from './event-picker.js';
import { FunnelSteps } from './funnel-steps.js';
import classes from './funnels-tab.module.css';
import { NoEvents } from './no-events.js';
import { toFunnel } from './requests.js';
import { Scroller } from './scroller.js';

const WINDOW_OPTIONS = WINDOWS.map((value) => ({ value, label: value }));
const MOST_STEPS = 10;

/** Counts the persons who reach each step of a sequence of events. */
export function FunnelsTab({ state, update }: TabProps): ReactNode {
  const scope = useScope();
  const { event, window, by } = state;
  const isReady = event.length >= 2;
  const { data, error, isFetching, refetch } = useApi(
    'POST /events/funnel',
    { body: toFunnel(state, scope) },
    { enabled: isReady },
  );
  const add = (name: string): void => update({ event: [...event, name] });
  const hasNone = data?.funnels.every(({ steps }) => (steps[0]?.count ?? 0) === 0) ?? false;
  return (
    <Scroller>
      <Toolbar label="Funnel">
        <EventPicker
          label="Steps"
          isOrdered
          events={event}
          most={MOST_STEPS}
          onChange={(next) => update({ event: next })}
        />
        <Select
          label="Within"
          showsLabel
          value={window}
          options={WINDOW_OPTIONS}
          onChange={(next) => update({ window: next })}
        />
        <BreakdownField value={by} onChange={(next) => update({ by: next })} />
      </Toolbar>
      {event.length === 0 && <NoEvents text="A funnel needs at least two steps. Choose the first one." onPick={add} />}
      {event.length === 1 && (
        <NoEvents text="Choose the second step, which persons reach after the first." onPick={add} />
      )}
      {isReady && error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isReady && !error && (
        <div aria-busy={isFetching} className={classes.funnels}>
          {hasNone && (
            <Empty
              title="Nobody did the first step"
              text="No person did it in this time range. Choose a longer range, or another event."
            />
          )}
          {!hasNone &&
            data?.funnels.map((funnel) => (
              <Card
                key={JSON.stringify([funnel.breakdown_kind, funnel.breakdown_value])}
                title={funnel.breakdown_value === undefined ? 'All persons' : `${by}: ${funnel.breakdown_value}`}
              >
                <FunnelSteps steps={funnel.steps} />
              </Card>
            ))}
          <Note>
            A person reaches a step when its event follows those of all steps before, in order, within {window} of the
            first step and within the time range.
          </Note>
        </div>
      )}
    </Scroller>
  );
}
