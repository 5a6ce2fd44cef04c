import { lazy, Suspense, type ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { Page } from '../ui/layout/page.js';
import { useSearchState } from '../url/use-search-state.js';
import { AiCopy } from './ai-copy.js';
import classes from './ai-page.module.css';
import { AI_FIELDS, TABS, type Tab } from './fields.js';
import { RunsTab } from './runs/runs-tab.js';
import type { TabProps } from './tab-props.js';

const CONTENT: Readonly<Record<Tab, (props: TabProps) => ReactNode>> = {
  runs: RunsTab,
  costs: toLazy(async () => (await import('./costs/costs-tab.js')).CostsTab),
  ask: toLazy(async () => (await import('./ask/ask-tab.js')).AskTab),
  investigations: toLazy(async () => (await import('./investigations/investigations-tab.js')).InvestigationsTab),
  prices: toLazy(async () => (await import('./costs/prices-tab.js')).PricesTab),
};

const SCOPES: Readonly<Record<Tab, string>> = {
  runs: 'agent_runs:read',
  costs: 'llm:read',
  ask: 'ai:query',
  investigations: 'investigations:read',
  prices: 'llm:read',
};

const OPTIONS = TABS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

/** Runs of agents and what they cost, questions in words, and investigations. */
export function AiPage(): ReactNode {
  const [state, update] = useSearchState(AI_FIELDS);
  const { can } = useSession();
  const { tab } = state;
  const Content = CONTENT[tab];
  const scope = SCOPES[tab];
  return (
    <Page title="AI" fills actions={<AiCopy state={state} />}>
      <div className={classes.tabs}>
        <Segmented label="View" value={tab} options={OPTIONS} onChange={(next) => update({ tab: next })} />
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
