import { useMemo, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { TimeSeries } from '../../charts/time-series.js';
import type { EventSeries } from '../../gen/api.js';
import { useChangeMarks } from '../../scope/changes/use-change-marks.js';
import { useScope } from '../../scope/scope.js';
import { formatCount } from '../../time/amounts.js';
import { toRange } from '../../time/range.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Select } from '../../ui/controls/select.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { INTERVAL_NAMES } from '../fields.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';
import { BreakdownField } from './breakdown-field.js';
import { EventPicker } from './event-picker.js';
import { NoEvents } from './no-events.js';
import { toInterval, toTrends } from './requests.js';
import { Scroller } from './scroller.js';
import { toLineName, toLines } from './to-lines.js';

const MEASURES = [
  { value: 'count', label: 'Events' },
  { value: 'unique_persons', label: 'Persons' },
] as const;

const INTERVAL_OPTIONS = INTERVAL_NAMES.map((value) => ({ value, label: value === 'auto' ? 'automatic' : value }));
/** Events that can be compared. */
const MOST = 5;

/** Counts of events or persons over time. */
export function TrendsTab({ state, update }: TabProps): ReactNode {
  const scope = useScope();
  const marks = useChangeMarks();
  const { event, interval, measure, by } = state;
  const isReady = event.length > 0;
  const { data, error, isFetching, refetch } = useApi(
    'POST /events/trends',
    { body: toTrends(state, scope) },
    { enabled: isReady },
  );
  const { times, lines } = useMemo(() => toLines(data ?? { series: [] }), [data]);
  const hasPartial = data?.series.some(({ points }) => points.some(({ complete }) => !complete)) ?? false;
  return (
    <Scroller>
      <Toolbar label="Trends">
        <EventPicker label="Events" events={event} most={MOST} onChange={(next) => update({ event: next })} />
        <Segmented label="Measure" value={measure} options={MEASURES} onChange={(next) => update({ measure: next })} />
        <Select
          label="Interval"
          showsLabel
          value={interval}
          options={INTERVAL_OPTIONS}
          onChange={(next) => update({ interval: next })}
        />
        <BreakdownField value={by} onChange={(next) => update({ by: next })} />
      </Toolbar>
      {!isReady && (
        <NoEvents
          text="Trends count events, or the persons who did them, over time."
          onPick={(name) => update({ event: [name] })}
        />
      )}
      {isReady && error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isReady && !error && (
        <>
          <Card title={`${measure === 'count' ? 'Events' : 'Persons'} each ${toInterval(state, scope)}`}>
            <TimeSeries
              label="Trends"
              times={times}
              series={lines}
              startMs={scope.startMs}
              endMs={scope.endMs}
              zone={scope.zone}
              height={280}
              isLoading={isFetching}
              marks={marks}
              onRange={(startMs, endMs) => scope.update(toRange({ startMs, endMs }))}
            />
            {hasPartial && (
              <Note>The first or last value may count only a part of its {toInterval(state, scope)}.</Note>
            )}
          </Card>
          <Card title="Totals">
            <Table
              label="Totals"
              rows={data?.series}
              getId={({ event: name, breakdown_value: value, breakdown_kind: kind }: EventSeries) =>
                JSON.stringify([name, kind, value])
              }
              empty="Nothing was counted."
              columns={[
                {
                  label: 'Series',
                  render: (each) => <OutsideText text={toLineName(each, event.length === 1)} limit={120} />,
                },
                {
                  label: measure === 'count' ? 'Events' : 'Persons',
                  isNumber: true,
                  render: ({ total }) => formatCount(total),
                },
              ]}
            />
            {measure === 'unique_persons' && (
              <Note>A person counts once in the total, and once in each {toInterval(state, scope)}.</Note>
            )}
          </Card>
        </>
      )}
    </Scroller>
  );
}
