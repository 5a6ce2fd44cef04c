import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { AgentRunStep, LlmCostLine } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { StepMessages } from './step-messages.js';
import { describeBucket } from './usage.js';

interface StepPanelProps {
  readonly runId: string;
  readonly spanId: string;
  readonly onClose: () => void;
}

/** One step: what it received and returned, and what its cost consists of. */
export function StepPanel({ runId, spanId, onClose }: StepPanelProps): ReactNode {
  const input = { path: { run_id: runId }, query: { span_id: spanId } };
  const { data, error, refetch } = useApi('GET /agent-runs/{run_id}', input, { keepsPrevious: false });
  const step = data?.steps[0];
  return (
    <Panel title={<OutsideText text={step?.name ?? 'Step'} limit={120} />} onClose={onClose}>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {step && data && (
        <>
          <Facts label="Step" facts={toFacts(step)} />
          {data.cost_lines.length > 0 && (
            <PanelSection title="Cost">
              <CostLines lines={data.cost_lines} />
            </PanelSection>
          )}
          {data.content && <StepMessages content={data.content} />}
        </>
      )}
    </Panel>
  );
}

function CostLines({ lines }: { readonly lines: readonly LlmCostLine[] }): ReactNode {
  return (
    <Table<LlmCostLine>
      label="Parts of the cost"
      rows={lines}
      getId={({ bucket, tier_above: tier }) => `${bucket} ${tier ?? 0}`}
      empty=""
      columns={[
        {
          label: 'Part',
          render: ({ bucket, tier_above: tier }) =>
            tier === undefined
              ? describeBucket(bucket)
              : `${describeBucket(bucket)}, above ${formatCount(tier)} tokens`,
        },
        { label: 'Number', isNumber: true, render: ({ count }) => formatCount(count) },
        { label: 'Each', isNumber: true, render: ({ rate }) => (rate === undefined ? 'no price' : formatRate(rate)) },
        { label: 'Cost', isNumber: true, render: ({ amount }) => (amount === undefined ? '–' : formatCost(amount)) },
      ]}
    />
  );
}

/** Prices of tokens are named for a million of them. */
function formatRate(rate: string): string {
  return Number(rate) < 0.001 ? `${formatCost(Number(rate) * 1e6)} / M` : formatCost(rate);
}

function toFacts(step: AgentRunStep): readonly Fact[] {
  const { trace_id: trace, span_id: span, error_message: message, error_type: type, service_tier: tier } = step;
  const texts: readonly (readonly [string, string])[] = [
    ['Kind', step.kind],
    ['Operation', step.operation],
    ['Model', step.model],
    ['Provider', step.provider],
    ['Service tier', tier],
    ['Service', step.service_name],
    ['Stopped because', step.finish_reasons.join(', ')],
    ['Error', [type, message].filter(Boolean).join(': ')],
    ['Doubts', step.flags.join(', ')],
  ];
  const first = step.time_to_first_token_ms;
  return [
    ...texts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name, value: <OutsideText text={value} limit={500} /> })),
    {
      name: 'Duration',
      value: `${formatDuration(step.duration_ms, 'ms')}, from ${formatDuration(step.offset_ms, 'ms')}`,
    },
    ...(first === undefined ? [] : [{ name: 'First token after', value: formatDuration(first, 'ms') }]),
    {
      name: 'Span',
      value: (
        <TargetLink type="span" id={`${trace}/${span}`}>
          {span}
        </TargetLink>
      ),
    },
  ];
}
