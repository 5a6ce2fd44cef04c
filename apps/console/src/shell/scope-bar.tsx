import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.js';
import { keepScope } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { describeRange, shift, zoomOut } from '../time/range.js';
import { viewerZone } from '../time/zone.js';
import { Button } from '../ui/controls/button.js';
import { later } from '../ui/controls/later.js';
import { Select } from '../ui/controls/select.js';
import { useRawSearch } from '../url/use-search-state.js';
import { describeEnvironments } from './describe-environments.js';
import classes from './scope-bar.module.css';

const EnvironmentMenu = later(
  async () => (await import('./environment-menu.js')).EnvironmentMenu,
  ({ selected }) => <Button aria-disabled>{describeEnvironments(selected)}</Button>,
);

const NewProject = later(
  async () => (await import('../projects/new-project.js')).NewProject,
  () => null,
);

/** The value of the choice that makes a project; no short name has such a character. */
const CREATE = '+';

const RangePicker = later(
  async () => (await import('../scope/range/range-picker.js')).RangePicker,
  ({ range, zone }) => (
    <Button icon="clock" aria-disabled>
      {describeRange(range, zone, Date.now())}
    </Button>
  ),
);

/** Chooses the scope of every page: project, environments, time range and time zone. */
export function ScopeBar(): ReactNode {
  const { projects, user, can } = useSession();
  const [isCreating, setCreating] = useState(false);
  const home = user.time_zone ?? viewerZone();
  const { project, env, range, zone, nowMs, refresh, update } = useScope();
  useKeys('Time', [
    { keys: '[', label: 'Earlier', run: () => update(shift(range, nowMs, -1)) },
    { keys: ']', label: 'Later', run: () => update(shift(range, nowMs, 1)) },
    { keys: 'o', label: 'Twice the time range', run: () => update(zoomOut(range, nowMs)) },
  ]);
  const navigate = useNavigate();
  const search = useRawSearch();
  const options = [
    ...projects.map(({ slug, name }) => ({ value: slug, label: name === '' ? slug : name })),
    ...(can('projects:write') ? [{ value: CREATE, label: 'New project…' }] : []),
  ];
  // A project may be named by its ID in an address.
  const current = projects.find(({ slug, id }) => slug === project || id === project)?.slug ?? project;
  return (
    <div role="group" aria-label="Scope" className={classes.bar}>
      <span className={classes.project}>
        <Select
          label="Project"
          value={current}
          options={options}
          onChange={(slug) =>
            slug === CREATE
              ? setCreating(true)
              : void navigate({ to: `/p/${slug}/` as never, search: keepScope(search) as never })
          }
        />
      </span>
      <span className={classes.environment}>
        <EnvironmentMenu selected={env} onChange={(names) => update({ env: names })} />
      </span>
      <span className={classes.gap} />
      <span className={classes.step}>
        <Button
          kind="quiet"
          icon="left"
          aria-label="Earlier"
          shortcut="["
          onClick={() => update(shift(range, nowMs, -1))}
        />
      </span>
      <RangePicker
        range={range}
        zone={zone}
        onChange={(next) => update(next)}
        onZone={(name) => update({ tz: name === home ? undefined : name })}
      />
      <span className={classes.step}>
        <Button
          kind="quiet"
          icon="right"
          aria-label="Later"
          shortcut="]"
          onClick={() => update(shift(range, nowMs, 1))}
        />
      </span>
      <Button kind="quiet" icon="refresh" aria-label="Refresh" shortcut="r" onClick={refresh} />
      {isCreating && <NewProject onClose={() => setCreating(false)} />}
    </div>
  );
}
