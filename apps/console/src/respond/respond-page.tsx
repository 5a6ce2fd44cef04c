import { lazy, Suspense, type ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { Page } from '../ui/layout/page.js';
import { useSearchState } from '../url/use-search-state.js';
import { AlertsTab } from './alerts/alerts-tab.js';
import { RESPOND_FIELDS, TABS, toTab, type Tab } from './fields.js';
import classes from './parts/respond.module.css';
import type { TabProps } from './parts/tab-props.js';
import { TabCopy } from './tab-copy.js';

interface TabPage {
  readonly label: string;
  /** The scope that the tab needs to show anything. */
  readonly scope: string;
  readonly Content: (props: TabProps) => ReactNode;
}

const PAGES: Readonly<Record<Tab, TabPage>> = {
  alerts: { label: 'Alerts', scope: 'alerts:read', Content: AlertsTab },
  rules: {
    label: 'Rules',
    scope: 'alerts:read',
    Content: toLazy(async () => (await import('./rules/rules-tab.js')).RulesTab),
  },
  silences: {
    label: 'Silences',
    scope: 'alerts:read',
    Content: toLazy(async () => (await import('./silences/silences-tab.js')).SilencesTab),
  },
  incidents: {
    label: 'Incidents',
    scope: 'incidents:read',
    Content: toLazy(async () => (await import('./incidents/incidents-tab.js')).IncidentsTab),
  },
  oncall: {
    label: 'On-call',
    scope: 'oncall:read',
    Content: toLazy(async () => (await import('./oncall/oncall-tab.js')).OncallTab),
  },
  escalation: {
    label: 'Escalation',
    scope: 'escalation:read',
    Content: toLazy(async () => (await import('./escalation/escalation-tab.js')).EscalationTab),
  },
  deliveries: {
    label: 'Deliveries',
    scope: 'notifications:read',
    Content: toLazy(async () => (await import('./deliveries/deliveries-tab.js')).DeliveriesTab),
  },
};

const OPTIONS = TABS.map((value) => ({ value, label: PAGES[value].label }));

/** Shows problems of the present, the members who take care of them, and the ways in which they are told. */
export function RespondPage(): ReactNode {
  const [state, update] = useSearchState(RESPOND_FIELDS);
  const { can } = useSession();
  const { Content, scope } = PAGES[state.tab];
  return (
    <Page title="Respond" fills actions={<TabCopy state={state} />}>
      <div className={classes.tabs}>
        <Segmented label="View" value={state.tab} options={OPTIONS} onChange={(tab) => update(toTab(tab))} />
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
