import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Person, PersonsSearchResponse } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { Cell, Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { SearchField } from '../../search/search-field.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { PersonLink } from '../parts/customer-links.js';
import { toName, toPropertyText } from '../parts/names.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';

const COLUMNS = [
  { label: 'Person', width: 'minmax(140px, 1.2fr)' },
  { label: 'ID', width: 'minmax(120px, 1fr)', narrowWidth: 'minmax(90px, 0.8fr)' },
  { label: 'E-mail', width: 'minmax(140px, 1.2fr)', isOptional: true },
  { label: 'State', width: '104px', isOptional: true },
  { label: 'IDs', width: '48px', isOptional: true },
  { label: 'First seen', width: '150px', isOptional: true },
  { label: 'Last seen', width: '150px', narrowWidth: '116px' },
];

const LIMIT = 100;
const COMMAND = `svc send event "order placed" --distinct-id u-42 --properties '{"total":99.5}'`;

/** Everyone whose events were captured, those first seen most recently first. */
export function PersonsTab({ state: { q }, update }: TabProps): ReactNode {
  const go = useGo();
  const pages = useApiPages('GET /persons', {
    query: { search: q, limit: LIMIT },
  });
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  return (
    <>
      <Toolbar label="Persons">
        <SearchField
          label="Search persons"
          placeholder="Part of an ID, e-mail address or name"
          value={q}
          onSubmit={(next) => update({ q: next }, { replace: true })}
        />
        <Note>All times and environments, those first seen most recently first.</Note>
      </Toolbar>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && q === '' && (
        <Empty
          title="No persons yet"
          text="A person appears with the first event that has its distinct ID."
          command={COMMAND}
        />
      )}
      {data && rows.length === 0 && q !== '' && (
        <Empty title="No such person" text={<OutsideText text={`No ID, e-mail address or name contains “${q}”.`} />}>
          <Button onClick={() => update({ q: '' })}>Show all persons</Button>
        </Empty>
      )}
      {(rows.length > 0 || (!data && !error)) && (
        <Rows
          label="Persons"
          rows={rows}
          columns={COLUMNS}
          getId={getId}
          renderCells={(person) => <PersonCells person={person} />}
          onOpen={(person) => {
            if (person) go({ to: `customers/persons/${encodeURIComponent(person.distinct_id)}` });
          }}
          onEnd={onEnd}
          foot={foot}
        />
      )}
    </>
  );
}

function PersonCells({ person }: { readonly person: Person }): ReactNode {
  const { distinct_id: id, distinct_ids: ids, properties, is_identified: isIdentified } = person;
  return (
    <>
      <Cell>
        <PersonLink id={id} name={toName(properties, id)} />
      </Cell>
      <Cell>
        <OutsideText text={id} limit={80} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={toPropertyText(properties, 'email')} limit={80} />
      </Cell>
      <Cell isOptional>
        <Badge tone={isIdentified ? 'ok' : 'neutral'}>{isIdentified ? 'identified' : 'anonymous'}</Badge>
      </Cell>
      <Cell isOptional isNumber>
        {ids.length}
      </Cell>
      <Cell isOptional>{person.first_seen !== undefined && <TimeText at={person.first_seen} />}</Cell>
      <Cell>{person.last_seen !== undefined && <TimeText at={person.last_seen} />}</Cell>
    </>
  );
}

function toRows({ persons }: PersonsSearchResponse): PersonsSearchResponse['persons'] {
  return persons;
}

function getId({ id }: Person): string {
  return id;
}
