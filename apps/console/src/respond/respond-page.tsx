import type { ReactNode } from 'react';
import { TabbedPage, toLazy, type TabPage } from '../tabs/tabbed-page.js';
import { useSearchState } from '../url/use-search-state.js';
import { AlertsTab } from './alerts/alerts-tab.js';
import { RESPOND_FIELDS, toTab, type Tab } from './fields.js';
import type { TabProps } from './parts/tab-props.js';
import { TabCopy } from './tab-copy.js';

const PAGES: Readonly<Record<Tab, TabPage<TabProps>>> = {
  alerts: { label: 'Alerts', scope: 'alerts:read', Content: AlertsTab },
  anomalies: {
    label: 'Anomalies',
    scope: 'anomalies:read',
    Content: toLazy(async () => (await import('./anomalies/anomalies-tab.js')).AnomaliesTab),
  },
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
  inhibition: {
    label: 'Inhibition',
    scope: 'alerts:read',
    Content: toLazy(async () => (await import('./inhibition/inhibition-tab.js')).InhibitionTab),
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

/** Shows problems of the present, the members who take care of them, and the ways in which they are told. */
export function RespondPage(): ReactNode {
  const [state, update] = useSearchState(RESPOND_FIELDS);
  return (
    <TabbedPage
      title="Respond"
      actions={<TabCopy state={state} />}
      pages={PAGES}
      tab={state.tab}
      onTab={(tab) => update(toTab(tab))}
      content={{ state, update }}
    />
  );
}
