import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.js';
import { keepScope } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { Button } from '../ui/button.js';
import { Select } from '../ui/select.js';
import { useRawSearch } from '../url/use-search-state.js';
import { EnvironmentMenu } from './environment-menu.js';
import classes from './scope-bar.module.css';

/** What every page is about: project, environments, time range and time zone. */
export function ScopeBar(): ReactNode {
  const { projects } = useSession();
  const { project, env, refresh, update } = useScope();
  const navigate = useNavigate();
  const search = useRawSearch();
  const options = projects.map(({ slug, name }) => ({ value: slug, label: name === '' ? slug : name }));
  // A project may be named by its ID in an address.
  const current = projects.find(({ slug, id }) => slug === project || id === project)?.slug ?? project;
  return (
    <div role="group" aria-label="Scope" className={classes.bar}>
      <Select
        label="Project"
        value={current}
        options={options}
        onChange={(slug) => void navigate({ to: `/p/${slug}/` as never, search: keepScope(search) as never })}
      />
      <EnvironmentMenu selected={env} onChange={(names) => update({ env: names })} />
      <span className={classes.gap} />
      <Button kind="quiet" icon="refresh" aria-label="Refresh" shortcut="r" onClick={refresh} />
    </div>
  );
}
