import { useMemo, type ReactNode } from 'react';
import type { TimelineEntry } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { PersonLink } from '../parts/customer-links.js';
import { Note } from '../parts/toolbar.js';
import { countPersons, type ActivePerson } from './count-persons.js';

const SHOWN = 20;

interface AccountPersonsProps {
  readonly entries: readonly TimelineEntry[];
  readonly hasMore: boolean;
}

/** Who was active in an account, by the entries of the timeline that are shown. */
export function AccountPersons({ entries, hasMore }: AccountPersonsProps): ReactNode {
  const persons = useMemo(() => countPersons(entries), [entries]);
  return (
    <Card title="Active persons">
      <Note>
        By distinct ID in the {formatCount(entries.length)} entries of the timeline
        {hasMore ? ' so far; earlier entries may name others.' : '.'}
      </Note>
      <Table
        label="Active persons"
        rows={persons.slice(0, SHOWN)}
        getId={({ id }: ActivePerson) => id}
        empty="No entry names a person."
        columns={[
          { label: 'Person', render: ({ id }) => <PersonLink id={id} /> },
          { label: 'Entries', isNumber: true, render: ({ count }) => formatCount(count) },
          {
            label: 'Last',
            isNumber: true,
            render: ({ lastSeen }) => lastSeen !== undefined && <TimeText at={lastSeen} />,
          },
        ]}
      />
      {persons.length > SHOWN && <Note>{formatCount(persons.length - SHOWN)} more persons.</Note>}
    </Card>
  );
}
