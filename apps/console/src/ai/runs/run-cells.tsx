import type { ReactNode } from 'react';
import type { AgentRun } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { CostText } from './cost-text.js';
import { RunStatus } from './run-status.js';

export const COLUMNS: readonly Column[] = [
  { label: 'Began', width: '124px', isOptional: true },
  { label: 'Agent', width: 'minmax(100px, 0.8fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Status', width: '104px', narrowWidth: '92px' },
  { label: 'Asked', width: 'minmax(120px, 1.6fr)', isOptional: true },
  { label: 'Models', width: 'minmax(90px, 0.8fr)', isOptional: true },
  { label: 'Calls', width: '52px', isOptional: true, isNumber: true },
  { label: 'Tools', width: '64px', isOptional: true, isNumber: true },
  { label: 'Tokens', width: '64px', isOptional: true, isNumber: true },
  { label: 'Cost', width: '84px', narrowWidth: '72px', isNumber: true },
  { label: 'Duration', width: '84px', narrowWidth: '70px', isNumber: true },
  { label: 'Person', width: 'minmax(90px, 0.8fr)', isOptional: true },
];

/** The cells of one run. */
export function RunCells({ run }: { readonly run: AgentRun }): ReactNode {
  const { run_id: id, agent_name: agent, started_at: start, tool_calls: tools, tool_errors: failed } = run;
  const { distinct_id: person, input_tokens: input, output_tokens: output } = run;
  return (
    <>
      <Cell isOptional>{start !== undefined && <TimeText at={start} />}</Cell>
      <Cell>
        <TargetLink type="agent_run" id={id}>
          <OutsideText text={agent || run.root_name || id} limit={80} />
        </TargetLink>
      </Cell>
      <Cell>
        <RunStatus run={run} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={run.input_preview} limit={200} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={run.models.join(', ')} limit={120} />
      </Cell>
      <Cell isNumber isOptional>
        {formatCount(run.llm_calls)}
      </Cell>
      <Cell isNumber isOptional>
        <span
          title={failed > 0 ? `${formatCount(failed)} ${failed === 1 ? 'call' : 'calls'} of tools failed.` : undefined}
        >
          {failed > 0 ? `${formatCount(tools)} (${formatCount(failed)})` : formatCount(tools)}
        </span>
      </Cell>
      <Cell isNumber isOptional>
        <span title={`${formatCount(input)} in, ${formatCount(output)} out`}>
          {formatCount(input + output, 'short')}
        </span>
      </Cell>
      <Cell isNumber>
        <CostText cost={run.cost} unpriced={run.unpriced_calls} />
      </Cell>
      <Cell isNumber>{formatDuration(run.duration_ms, 'ms')}</Cell>
      <Cell isOptional>
        {person !== undefined && (
          <TargetLink type="person" id={person}>
            <OutsideText text={person} limit={80} />
          </TargetLink>
        )}
      </Cell>
    </>
  );
}
