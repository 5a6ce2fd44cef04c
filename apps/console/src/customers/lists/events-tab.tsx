import { useState, type ReactNode } from 'react';
import { useApi, useApiPages } from '../../api/hooks.js';
import type { EventsListResponse, ProductEvent } from '../../gen/api.js';
import { holdRows } from '../../rows/hold-rows.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { WithNewRows } from '../../rows/with-new-rows.js';
import { useScope } from '../../scope/scope.js';
import { SearchLine } from '../../search/search-line.js';
import { describeRange } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { toEventsQuery } from '../parts/events-query.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note } from '../parts/toolbar.js';
import { useEventFields } from '../parts/use-event-fields.js';
import { EVENT_COLUMNS, EventCells } from './event-cells.js';
import { EventPanel } from './event-panel.js';
import classes from './events-tab.module.css';

/** Milliseconds between requests while new events appear by themselves. */
const LIVE_MS = 3000;
const LIMIT = 100;
const NONE: readonly ProductEvent[] = [];
const COMMAND = `svc send event "order placed" --distinct-id u-42 --properties '{"total":99.5}'`;

/** Product events, newest first; live, the newest ones of the last 24 hours appear as they arrive. */
export function EventsTab({ state: { q, live, open }, update }: TabProps): ReactNode {
  const { query, env, range, zone, nowMs, update: updateScope } = useScope();
  const fields = useEventFields();
  const search = toEventsQuery(q, env);
  const { start_time, end_time } = query;
  const pages = useApiPages(
    'GET /events',
    { query: { q: search, start_time, end_time, limit: LIMIT } },
    { enabled: !live },
  );
  const newest = useApi(
    'GET /events',
    { query: { q: search, limit: LIMIT } },
    { enabled: live, refetchInterval: LIVE_MS },
  );
  const latest = newest.data?.events ?? NONE;
  // The list is held while an event is open or earlier ones are read, so that rows do not move under the reader.
  const [isAtStart, setAtStart] = useState(true);
  const isHeld = live && (!isAtStart || open !== undefined);
  const [shown, setShown] = useState({ search, rows: latest });
  const held = holdRows(shown.search === search ? shown.rows : NONE, latest, { isHeld, getId });
  if (held.rows !== shown.rows || shown.search !== search) setShown({ search, rows: held.rows });
  const paged = usePagedRows(pages, toRows);
  const { error, data, refetch } = live ? newest : pages;
  const rows = live ? held.rows : paged.rows;
  const event = rows.find((row) => row.message_id === open);
  const isRefused = error?.status === 400 && error.message.startsWith('q:');
  const hasNone = data !== undefined && rows.length === 0;
  return (
    <>
      <div className={classes.line}>
        <SearchLine
          label="Search events"
          placeholder="event:signup, plan:pro, price:>10, AND, OR, NOT"
          value={q}
          fields={fields}
          error={isRefused ? error : null}
          onSubmit={(next) => update({ q: next })}
        />
        <Button
          icon={live ? 'pause' : 'play'}
          aria-pressed={live}
          title="Show events as they arrive"
          onClick={() => {
            setAtStart(true);
            update({ live: !live });
          }}
        >
          {live ? 'Stop' : 'Live'}
        </Button>
      </div>
      {live && <Note>The newest {LIMIT} of the last 24 hours, read again every 3 seconds.</Note>}
      {error && !isRefused && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {hasNone && (
        <Empty
          title="No events"
          text={
            <OutsideText
              text={`Nothing${search === '' ? '' : ` matching “${search}”`}: ${live ? 'last 24 hours' : describeRange(range, zone, nowMs)}.`}
            />
          }
          command={COMMAND}
        >
          <Button onClick={() => updateScope({ from: '-7d', to: 'now' })}>Search the last 7 days</Button>
          {q !== '' && <Button onClick={() => update({ q: '' })}>Remove the search</Button>}
        </Empty>
      )}
      {!hasNone && !(error && rows.length === 0) && (
        <Beside>
          <WithNewRows
            count={live ? held.waiting : 0}
            at="start"
            onShow={() => {
              update({ open: undefined }, { replace: true });
              setAtStart(true);
            }}
          >
            <Rows
              label="Events"
              rows={rows}
              columns={EVENT_COLUMNS}
              getId={getId}
              renderCells={(row) => <EventCells event={row} />}
              open={open}
              onOpen={(row) => update({ open: row?.message_id }, { replace: true })}
              onEnd={live ? undefined : paged.onEnd}
              foot={live ? undefined : paged.foot}
              inView={live && !isHeld ? 0 : -1}
              onAtStart={live ? setAtStart : undefined}
            />
          </WithNewRows>
          {open !== undefined && (
            <EventPanel
              event={event}
              isLoaded={data !== undefined}
              onClose={() => update({ open: undefined }, { replace: true })}
            />
          )}
        </Beside>
      )}
    </>
  );
}

function getId({ message_id: id }: ProductEvent): string {
  return id;
}

function toRows({ events }: EventsListResponse): EventsListResponse['events'] {
  return events;
}
