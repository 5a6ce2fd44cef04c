import { lazy, Suspense, type ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { Page } from '../ui/layout/page.js';
import { useSearchState } from '../url/use-search-state.js';
import classes from './customers-page.module.css';
import { CUSTOMERS_FIELDS, TABS, type Tab } from './fields.js';
import { PersonsTab } from './lists/persons-tab.js';
import type { TabProps } from './parts/tab-props.js';
import { TabCopy } from './tab-copy.js';

const CONTENT: Readonly<Record<Tab, (props: TabProps) => ReactNode>> = {
  persons: PersonsTab,
  accounts: toLazy(async () => (await import('./lists/accounts-tab.js')).AccountsTab),
  cohorts: toLazy(async () => (await import('./cohorts/cohorts-tab.js')).CohortsTab),
  events: toLazy(async () => (await import('./lists/events-tab.js')).EventsTab),
  trends: toLazy(async () => (await import('./analysis/trends-tab.js')).TrendsTab),
  funnels: toLazy(async () => (await import('./analysis/funnels-tab.js')).FunnelsTab),
  retention: toLazy(async () => (await import('./analysis/retention-tab.js')).RetentionTab),
};

const SCOPES: Readonly<Record<Tab, string>> = {
  persons: 'persons:read',
  accounts: 'groups:read',
  cohorts: 'cohorts:read',
  events: 'events:read',
  trends: 'events:read',
  funnels: 'events:read',
  retention: 'events:read',
};

const OPTIONS = TABS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

/** Persons, accounts and cohorts, their events, and what the events say over time. */
export function CustomersPage(): ReactNode {
  const [state, update] = useSearchState(CUSTOMERS_FIELDS);
  const { can } = useSession();
  const { tab } = state;
  const Content = CONTENT[tab];
  const scope = SCOPES[tab];
  return (
    <Page title="Customers" fills actions={<TabCopy state={state} />}>
      <div className={classes.tabs}>
        <Segmented
          label="View"
          value={tab}
          options={OPTIONS}
          onChange={(next) => update({ tab: next, q: '', open: undefined, live: false })}
        />
      </div>
      {can(scope) ? (
        <Suspense fallback={null}>
          <Content state={state} update={update} />
        </Suspense>
      ) : (
        <Empty
          title="Not for your role"
          text={`Your role does not have ${scope}. An admin of the organization can grant it.`}
        />
      )}
    </Page>
  );
}

function toLazy(load: () => Promise<(props: TabProps) => ReactNode>): (props: TabProps) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => <Loaded {...props} />;
}
