import type { ReactNode } from 'react';
import { TabbedPage, toLazy, type TabPage } from '../tabs/tabbed-page.js';
import { useSearchState } from '../url/use-search-state.js';
import { CUSTOMERS_FIELDS, type Tab } from './fields.js';
import { PersonsTab } from './lists/persons-tab.js';
import type { TabProps } from './parts/tab-props.js';
import { TabCopy } from './tab-copy.js';

const PAGES: Readonly<Record<Tab, TabPage<TabProps>>> = {
  persons: { label: 'Persons', scope: 'persons:read', Content: PersonsTab },
  accounts: {
    label: 'Accounts',
    scope: 'groups:read',
    Content: toLazy(async () => (await import('./lists/accounts-tab.js')).AccountsTab),
  },
  segments: {
    label: 'Segments',
    scope: 'segments:read',
    Content: toLazy(async () => (await import('./segments/segments-tab.js')).SegmentsTab),
  },
  cohorts: {
    label: 'Cohorts',
    scope: 'cohorts:read',
    Content: toLazy(async () => (await import('./cohorts/cohorts-tab.js')).CohortsTab),
  },
  events: {
    label: 'Events',
    scope: 'events:read',
    Content: toLazy(async () => (await import('./lists/events-tab.js')).EventsTab),
  },
  trends: {
    label: 'Trends',
    scope: 'events:read',
    Content: toLazy(async () => (await import('./analysis/trends-tab.js')).TrendsTab),
  },
  funnels: {
    label: 'Funnels',
    scope: 'events:read',
    Content: toLazy(async () => (await import('./analysis/funnels-tab.js')).FunnelsTab),
  },
  retention: {
    label: 'Retention',
    scope: 'events:read',
    Content: toLazy(async () => (await import('./analysis/retention-tab.js')).RetentionTab),
  },
};

/** Persons, accounts and cohorts, their events, and what the events say over time. */
export function CustomersPage(): ReactNode {
  const [state, update] = useSearchState(CUSTOMERS_FIELDS);
  return (
    <TabbedPage
      title="Customers"
      actions={<TabCopy state={state} />}
      pages={PAGES}
      tab={state.tab}
      onTab={(tab) => update({ tab, q: '', open: undefined, live: false })}
      content={{ state, update }}
    />
  );
}
