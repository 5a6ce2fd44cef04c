import type { ReactNode } from 'react';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import type { AiState } from './fields.js';
import { toRunsInput } from './runs/runs-query.js';

/** Copies what the tab shows. */
export function AiCopy({ state }: { readonly state: AiState }): ReactNode {
  const { project, query, zone } = useScope();
  const { tab, q, own, question } = state;
  switch (tab) {
    case 'runs':
      return <CopyMenu route="GET /agent-runs" input={toRunsInput(query, state)} project={project} />;
    case 'costs':
      return <CopyMenu route="GET /llm/summary" input={{ query }} project={project} />;
    case 'ask':
      return question === '' ? null : (
        <CopyMenu route="POST /ai/query" input={{ body: { question, time_zone: zone } }} project={project} />
      );
    case 'investigations':
      return <CopyMenu route="GET /investigations" input={{}} project={project} />;
    case 'evaluations':
      return <CopyMenu route="GET /evals/config" input={{}} project={project} />;
    case 'prices':
      return (
        <CopyMenu
          route="GET /llm/pricing"
          input={{ query: { search: q, ...(own && { source: 'override' as const }) } }}
          project={project}
        />
      );
  }
}
