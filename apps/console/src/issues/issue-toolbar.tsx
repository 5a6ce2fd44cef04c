import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useScope } from '../scope/scope.js';
import { SearchField } from '../search/search-field.js';
import { useSession } from '../session/session.js';
import { useMembers } from '../session/use-members.js';
import { Select, type Option } from '../ui/controls/select.js';
import { ToggleChip } from '../ui/controls/toggle-chip.js';
import type { Update } from '../url/use-search-state.js';
import { STATUSES, type IssuesState, type Status } from './fields.js';
import classes from './issue-toolbar.module.css';

interface IssueToolbarProps {
  readonly state: IssuesState;
  readonly update: Update<IssuesState>;
}

const ORDERS: readonly Option<IssuesState['sort']>[] = [
  { value: 'last_seen', label: 'Last seen' },
  { value: 'first_seen', label: 'First seen' },
  { value: 'events', label: 'Most events' },
  { value: 'users', label: 'Most users' },
];

/** The filters and the order of the list. */
export function IssueToolbar({ state, update }: IssueToolbarProps): ReactNode {
  const { status, service, release, assignee = '', sort } = state;
  const { user } = useSession();
  const { members } = useMembers();
  const services = useFilterValues('service');
  const releases = useFilterValues('release');
  const people = members
    .filter(({ user_id: id }) => id !== user.id)
    .map(({ user_id: id, name, email }) => ({ value: id, label: name === '' ? email : name }));
  const toggle = (name: Status): void =>
    update({ status: status.includes(name) ? status.filter((other) => other !== name) : [...status, name] });
  return (
    <div className={classes.bar}>
      <SearchField
        label="Search issues"
        placeholder="Title, type or culprit contains"
        value={state.q}
        onSubmit={(q) => update({ q }, { replace: true })}
      />
      <div role="group" aria-label="Status" className={classes.chips}>
        {STATUSES.map((name) => (
          <ToggleChip key={name} isOn={status.includes(name)} onToggle={() => toggle(name)}>
            {name}
          </ToggleChip>
        ))}
      </div>
      <Select
        label="Service"
        value={service[0] ?? ''}
        options={toOptions('All services', services, service)}
        onChange={(name) => update({ service: name === '' ? [] : [name] })}
      />
      <Select
        label="Release"
        value={release[0] ?? ''}
        options={toOptions('All releases', releases, release)}
        onChange={(name) => update({ release: name === '' ? [] : [name] })}
      />
      <Select
        label="Assignee"
        value={assignee}
        options={[
          { value: '', label: 'Any assignee' },
          { value: 'none', label: 'Nobody' },
          { value: user.id, label: 'Me' },
          ...people,
        ]}
        onChange={(id) => update({ assignee: id === '' ? undefined : id })}
      />
      <Select label="Order" value={sort} options={ORDERS} onChange={(next) => update({ sort: next })} />
    </div>
  );
}

function useFilterValues(field: string): readonly string[] {
  const { query } = useScope();
  const times = { start_time: query.start_time, end_time: query.end_time };
  const input = { path: { field }, query: { ...times, limit: 100 } };
  const { data } = useApi('GET /search/filters/{field}', input, { staleTime: 60_000 });
  return data?.values.map(({ value }) => value).filter((value) => value !== '') ?? [];
}

/** The known values, and the chosen one even if it is none of them. */
function toOptions(all: string, known: readonly string[], chosen: readonly string[]): readonly Option[] {
  const names = [...new Set([...chosen, ...known])].toSorted();
  return [{ value: '', label: all }, ...names.map((name) => ({ value: name, label: name }))];
}
