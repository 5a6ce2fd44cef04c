import type { ReactNode } from 'react';
import type { AgentRun, AgentRunCost, AgentRunDetails } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import { CostText } from '../runs/cost-text.js';
import classes from './run-about.module.css';
import { RunScores } from './run-scores.js';

interface RunAboutProps {
  readonly details: AgentRunDetails;
  readonly run: AgentRun;
}

/** Shows what is known about a run as a whole: why it has its status, whom it worked for, its cost by model, and how it was judged. */
export function RunAbout({ details, run }: RunAboutProps): ReactNode {
  const { status_reason: reason, flag_reasons: flags, costs } = details;
  const failure = [run.error_type, run.error_message].filter(Boolean).join(': ');
  return (
    <>
      <PanelSection title="Why it has this status">
        <p>{reason?.description}</p>
        {failure !== '' && (
          <p className={classes.failure}>
            <OutsideText text={failure} limit={500} />
          </p>
        )}
        {flags.map(({ code, description }) => (
          <p key={code} className={classes.note}>
            {description}
          </p>
        ))}
      </PanelSection>
      <PanelSection title="Run">
        <Facts label="Run" facts={toFacts(run)} />
      </PanelSection>
      <PanelSection title="Cost by model">
        <Table<AgentRunCost>
          label="Cost by model"
          rows={costs}
          getId={({ provider, model, price_id: price }) => `${provider} ${model} ${price}`}
          empty="No model was called."
          columns={[
            {
              label: 'Model',
              render: ({ provider, model, price_id: price }) => (
                <Tip text={price === '' ? 'No price is known.' : price}>
                  <OutsideText text={`${model} (${provider})`} limit={120} />
                </Tip>
              ),
            },
            { label: 'Calls', isNumber: true, render: ({ calls }) => formatCount(calls) },
            {
              label: 'Cost',
              isNumber: true,
              render: ({ cost }) => (cost === undefined ? 'no price' : formatCost(cost)),
            },
          ]}
        />
      </PanelSection>
      <RunScores runId={run.run_id} />
    </>
  );
}

function toFacts(run: AgentRun): readonly Fact[] {
  const { distinct_id: person, session_id: session, trace_ids: traces, release, time_to_first_token_ms: first } = run;
  const links: readonly (readonly [name: string, type: string, id: string])[] = [
    ['Person', 'person', person ?? ''],
    ['Session', 'session', session ?? ''],
    ['Service', 'service', run.service_name],
    ['Release', 'release', release],
    ...traces.slice(0, 5).map((id) => ['Trace', 'trace', id] as const),
  ];
  return [
    ...links
      .filter(([, , id]) => id !== '')
      .map(([name, type, id], nth) => ({
        name: nth > 0 && name === 'Trace' && traces.length > 1 ? `Trace ${traces.indexOf(id) + 1}` : name,
        value: (
          <TargetLink type={type} id={id}>
            <OutsideText text={id} limit={120} />
          </TargetLink>
        ),
      })),
    ...[
      ['Conversation', run.conversation_id],
      ['Environment', run.environment],
      ['Version', run.agent_version],
      ['Asked', run.input_preview],
      ['Answered', run.output_preview],
    ]
      .filter(([, value]) => value !== '')
      .map(([name = '', value = '']) => ({ name, value: <OutsideText text={value} limit={300} /> })),
    { name: 'Duration', value: formatDuration(run.duration_ms, 'ms') },
    ...(first === undefined ? [] : [{ name: 'First token after', value: formatDuration(first, 'ms') }]),
    { name: 'Calls', value: `${formatCount(run.llm_calls)} of models, ${formatCount(run.tool_calls)} of tools` },
    { name: 'Tokens', value: `${formatCount(run.input_tokens)} in, ${formatCount(run.output_tokens)} out` },
    { name: 'Cost', value: <CostText cost={run.cost} unpriced={run.unpriced_calls} /> },
  ];
}
