import { lazy, Suspense, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import { Segmented } from '../ui/controls/segmented.js';
import { TextField } from '../ui/controls/text-field.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { useSearchState } from '../url/use-search-state.js';
import { SERVICES_FIELDS } from './fields.js';
import { ServiceList } from './list/service-list.js';
import { sortServices } from './list/sort-services.js';
import { NoServices } from './no-services.js';
import { Notes } from './notes.js';
import classes from './services-page.module.css';

// The map loads when it is shown, so that the list does not wait for it.
const ServiceMap = lazy(async () => ({ default: (await import('./map/service-map.js')).ServiceMap }));

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'map', label: 'Map' },
] as const;

/** The services of the project, as a list of their figures or as a map of who calls whom. */
export function ServicesPage(): ReactNode {
  const { query, project } = useScope();
  const [state, update] = useSearchState(SERVICES_FIELDS);
  const isMap = state.view === 'map';
  const list = useApi('GET /services', { query }, { enabled: !isMap });
  const { services, truncated } = list.data ?? { services: [], truncated: false };
  const isEmpty = list.data !== undefined && sortServices(services, state).length === 0;
  return (
    <Page
      title="Services"
      fills
      actions={<CopyMenu route={isMap ? 'GET /services/map' : 'GET /services'} input={{ query }} project={project} />}
    >
      <div className={classes.toolbar}>
        {!isMap && (
          <TextField
            label="Name contains"
            type="search"
            value={state.name}
            onChange={(name) => update({ name }, { replace: true })}
          />
        )}
        <span className={classes.gap} />
        <Segmented label="View" value={state.view} options={VIEWS} onChange={(view) => update({ view, open: [] })} />
      </div>
      {isMap && (
        <Suspense fallback={<div aria-busy="true" />}>
          <ServiceMap state={state} update={update} />
        </Suspense>
      )}
      {!isMap && list.error && !list.data && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
      {!isMap && isEmpty && <NoServices name={state.name} onShowAll={() => update({ name: '' })} />}
      {!isMap && !isEmpty && list.data !== undefined && (
        <>
          <ServiceList services={services} state={state} update={update} />
          <Notes
            notes={[
              truncated &&
                `The first ${services.length.toLocaleString('en-US')} services by name are shown; the project has more.`,
              services.some(({ estimated }) => estimated) &&
                '≈ Spans of this service were sampled: counts and rates are estimates, and durations are those of stored spans.',
            ]}
          />
        </>
      )}
    </Page>
  );
}
