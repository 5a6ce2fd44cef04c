import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Group } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { Cell, Rows } from '../../rows/rows.js';
import { SearchField } from '../../search/search-field.js';
import { formatCount } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { AccountLink } from '../parts/customer-links.js';
import { toName } from '../parts/names.js';
import type { TabProps } from '../parts/tab-props.js';
import { Note, Toolbar } from '../parts/toolbar.js';

const COLUMNS = [
  { label: 'Account', width: 'minmax(140px, 1.2fr)' },
  { label: 'Type', width: '140px', narrowWidth: '84px' },
  { label: 'Key', width: 'minmax(120px, 1fr)', isOptional: true },
  { label: 'First seen', width: '150px', isOptional: true },
  { label: 'Last seen', width: '150px', narrowWidth: '116px' },
];

const STEP = 100;
const MOST = 500;
const COMMAND = `svc send event "order placed" --distinct-id u-42 --properties '{"$groups":{"company":"acme"}}'`;

/** Companies, workspaces and other groups that persons belong to. */
export function AccountsTab({ state: { q, type }, update }: TabProps): ReactNode {
  const go = useGo();
  const [limit, setLimit] = useState(STEP);
  const types = useApi('GET /group-types', {});
  const { data, error, refetch } = useApi('GET /groups', {
    query: { search: q, limit, ...(type !== undefined && { type }) },
  });
  const rows = data?.groups ?? [];
  const options = [
    { value: '', label: 'All types' },
    ...(types.data?.group_types.map(({ group_type: name, count }) => ({
      value: name,
      label: `${name} (${formatCount(count)})`,
    })) ?? []),
  ];
  const isFiltered = q !== '' || type !== undefined;
  const note = data && `${formatCount(rows.length)} of ${formatCount(data.total)}, sorted by type and key.`;
  const hasNone = data !== undefined && rows.length === 0;
  return (
    <>
      <Toolbar label="Accounts">
        <SearchField
          label="Search accounts"
          placeholder="Part of a key or name"
          value={q}
          onSubmit={(next) => update({ q: next }, { replace: true })}
        />
        <Select
          label="Type"
          value={type ?? ''}
          options={options}
          onChange={(next) => update({ type: next === '' ? undefined : next })}
        />
        <Note>{note}</Note>
        {data?.has_more === true && limit < MOST && <Button onClick={() => setLimit(MOST)}>Show up to {MOST}</Button>}
        {data?.has_more === true && limit === MOST && <Note>Search to find the others.</Note>}
      </Toolbar>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {hasNone && !isFiltered && (
        <Empty
          title="No accounts yet"
          text="An account appears with the first event that names it in $groups."
          command={COMMAND}
        />
      )}
      {hasNone && isFiltered && (
        <Empty title="No such account" text="No account has this type and contains this text in its key or name.">
          <Button onClick={() => update({ q: '', type: undefined })}>Show all accounts</Button>
        </Empty>
      )}
      {!hasNone && !error && (
        <Rows
          label="Accounts"
          rows={rows}
          columns={COLUMNS}
          getId={({ group_type: each, group_key: key }: Group) => JSON.stringify([each, key])}
          renderCells={(group) => <AccountCells group={group} />}
          onOpen={(group) => {
            if (!group) return;
            go({
              to: `customers/accounts/${encodeURIComponent(group.group_type)}/${encodeURIComponent(group.group_key)}`,
            });
          }}
        />
      )}
    </>
  );
}

function AccountCells({ group }: { readonly group: Group }): ReactNode {
  const { group_type: type, group_key: key, properties, first_seen: first, last_seen: last } = group;
  return (
    <>
      <Cell>
        <AccountLink type={type} id={key} name={toName(properties, key)} />
      </Cell>
      <Cell>
        <OutsideText text={type} limit={60} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={key} limit={80} />
      </Cell>
      <Cell isOptional>{first !== undefined && <TimeText at={first} />}</Cell>
      <Cell>{last !== undefined && <TimeText at={last} />}</Cell>
    </>
  );
}
