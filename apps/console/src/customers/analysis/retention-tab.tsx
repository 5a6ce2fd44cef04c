import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { PERIODS } from '../fields.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';
import { EventPicker } from './event-picker.js';
import { NoEvents } from './no-events.js';
import { toRetention } from './requests.js';
import { RetentionTable } from './retention-table.js';
import { Scroller } from './scroller.js';

const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: value }));

/** Counts the persons of each cohort who come back in later periods. */
export function RetentionTab({ state, update }: TabProps): ReactNode {
  const scope = useScope();
  const { event, back, period } = state;
  const isReady = event.length > 0;
  const { data, error, isFetching, refetch } = useApi(
    'POST /events/retention',
    { body: toRetention(state, scope) },
    { enabled: isReady },
  );
  const hasNone = data?.cohorts.every(({ size }) => size === 0) ?? false;
  return (
    <Scroller>
      <Toolbar label="Retention">
        <EventPicker
          label="First event"
          events={event.slice(0, 1)}
          most={1}
          onChange={(next) => update({ event: next })}
        />
        <EventPicker
          label="Return event"
          events={back === undefined ? [] : [back]}
          most={1}
          onChange={([next]) => update({ back: next })}
        />
        <Segmented
          label="Period"
          value={period}
          options={PERIOD_OPTIONS}
          onChange={(next) => update({ period: next })}
        />
      </Toolbar>
      {!isReady && (
        <NoEvents
          text="Retention shows how many persons come back after their first event."
          onPick={(name) => update({ event: [name] })}
        />
      )}
      {isReady && error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isReady && !error && (
        <Card title={`Persons by the ${period} of their first event`}>
          <div aria-busy={isFetching}>
            {hasNone && (
              <Empty title="Nobody did the first event" text="No person did it in this time range.">
                <Button onClick={() => scope.update({ from: '-30d', to: 'now' })}>Search the last 30 days</Button>
              </Empty>
            )}
            {data && !hasNone && <RetentionTable cohorts={data.cohorts} period={period} zone={data.timezone} />}
            <Note>
              A person belongs to the {period} of its first event in the time range, and returns with “
              {back ?? event[0]}”. Figures in italics are of a {period} that is not over or not all in the range.
            </Note>
          </div>
        </Card>
      )}
    </Scroller>
  );
}
