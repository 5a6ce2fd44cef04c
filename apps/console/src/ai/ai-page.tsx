import type { ReactNode } from 'react';
import { TabbedPage, toLazy, type TabPage } from '../tabs/tabbed-page.js';
import { useSearchState } from '../url/use-search-state.js';
import { AiCopy } from './ai-copy.js';
import { AI_FIELDS, type Tab } from './fields.js';
import { RunsTab } from './runs/runs-tab.js';
import type { TabProps } from './tab-props.js';

const PAGES: Readonly<Record<Tab, TabPage<TabProps>>> = {
  runs: { label: 'Runs', scope: 'agent_runs:read', Content: RunsTab },
  costs: {
    label: 'Costs',
    scope: 'llm:read',
    Content: toLazy(async () => (await import('./costs/costs-tab.js')).CostsTab),
  },
  ask: { label: 'Ask', scope: 'ai:query', Content: toLazy(async () => (await import('./ask/ask-tab.js')).AskTab) },
  investigations: {
    label: 'Investigations',
    scope: 'investigations:read',
    Content: toLazy(async () => (await import('./investigations/investigations-tab.js')).InvestigationsTab),
  },
  evaluations: {
    label: 'Evaluations',
    scope: 'evals:read',
    Content: toLazy(async () => (await import('./evaluations/evaluations-tab.js')).EvaluationsTab),
  },
  prices: {
    label: 'Prices',
    scope: 'llm:read',
    Content: toLazy(async () => (await import('./costs/prices-tab.js')).PricesTab),
  },
};

/** Runs of agents and what they cost, questions in words, and investigations. */
export function AiPage(): ReactNode {
  const [state, update] = useSearchState(AI_FIELDS);
  return (
    <TabbedPage
      title="AI"
      actions={<AiCopy state={state} />}
      pages={PAGES}
      tab={state.tab}
      onTab={(tab) => update({ tab })}
      content={{ state, update }}
    />
  );
}
