import type { EvalsSetRequest } from '../../gen/api.js';

export type MetricName = NonNullable<EvalsSetRequest['enabled_metrics']>[number];

interface Metric {
  readonly name: MetricName;
  readonly label: string;
  /** Says what it measures, and of which runs. */
  readonly meaning: string;
}

/** The metrics that need no model, in the order of the form. */
export const METRICS: readonly Metric[] = [
  {
    name: 'tool_error_rate',
    label: 'Failed tools',
    meaning: 'Share of the calls of tools that failed, of runs that called some.',
  },
  { name: 'loop_detected', label: 'Loops', meaning: 'Three or more calls of a tool with the same arguments.' },
  {
    name: 'empty_output',
    label: 'Empty answers',
    meaning: 'The last call of a model returned nothing, of completed runs.',
  },
  { name: 'json_validity', label: 'Valid JSON', meaning: 'An answer that begins as JSON is JSON as a whole.' },
  { name: 'latency_budget', label: 'Duration', meaning: 'The run took no longer than it may; needs the limit below.' },
  { name: 'cost_budget', label: 'Cost', meaning: 'The run cost no more than it may; needs the limit below.' },
];
