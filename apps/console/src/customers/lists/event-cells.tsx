import { memo, use, type ReactNode } from 'react';
import { formatExact } from '../../api/parse-exact.js';
import type { ProductEvent } from '../../gen/api.js';
import { Cell } from '../../rows/rows.js';
import { formatDay } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { ZoneContext } from '../../time/zone-context.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { PersonLink } from '../parts/customer-links.js';

export const EVENT_COLUMNS = [
  { label: 'Time', width: '150px', narrowWidth: '116px' },
  { label: 'Event', width: 'minmax(120px, 200px)', narrowWidth: 'minmax(90px, 1fr)' },
  { label: 'Person', width: 'minmax(100px, 160px)', narrowWidth: 'minmax(70px, 0.8fr)' },
  { label: 'Accounts', width: 'minmax(80px, 180px)', isOptional: true },
  { label: 'Properties', width: 'minmax(160px, 1fr)', isOptional: true },
];

/** Characters of the properties that a row can show. */
const SHOWN = 300;

export const EventCells = memo(function EventCells({ event }: { readonly event: ProductEvent }): ReactNode {
  const zone = use(ZoneContext);
  const { timestamp, distinct_id: id, person_distinct_id: person, groups, properties } = event;
  return (
    <>
      <Cell>
        {timestamp !== undefined && (
          <>
            <span>{formatDay(timestamp, zone)}, </span>
            <TimeText at={timestamp} form="time" />
          </>
        )}
      </Cell>
      <Cell>
        <OutsideText text={event.event} limit={120} />
      </Cell>
      <Cell>
        <PersonLink id={person === '' ? id : person} />
      </Cell>
      <Cell isOptional>
        <OutsideText
          text={Object.entries(groups)
            .map((pair) => pair.join(' '))
            .join(', ')}
          limit={120}
        />
      </Cell>
      <Cell isOptional>
        <OutsideText text={toLine(properties ?? {})} limit={SHOWN} />
      </Cell>
    </>
  );
});

/** The properties in one line; accounts have a column of their own. */
function toLine(properties: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(properties)) {
    if (name === '$groups') continue;
    if (length > SHOWN) break;
    const part = `${name}: ${typeof value === 'string' ? value : formatExact(value)}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('  ');
}
