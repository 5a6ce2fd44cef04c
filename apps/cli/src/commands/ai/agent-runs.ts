import { restCommand, type Argument, type Family } from '../../command/command.js';
import { DISTINCT_ID, windowFlags } from '../../command/common-flags.js';
import { milliseconds, toSecond, wholeNumber } from '../../print/layout/units.js';

const RUN_ID: Argument<'run_id'> = {
  name: 'run-id',
  sends: 'run_id',
  description: 'ID of a run, or of a trace that has one run',
};

const list = restCommand({
  words: ['agent-runs', 'list'],
  summary: 'List runs of AI agents, newest first',
  description: 'COST is in US dollars, and leaves out calls whose price is not known.',
  examples: ['svc agent-runs list --agent support --errors-only', 'svc agent-runs list --status timed_out --since 7d'],
  operation: 'agent_runs.list',
  flags: [
    { name: 'agent', kind: 'string', sends: 'agent', description: 'name of the agent' },
    DISTINCT_ID,
    { name: 'env', kind: 'string', sends: 'environment', description: 'deployment environment' },
    {
      name: 'errors-only',
      kind: 'bool',
      default: false,
      sends: 'errors_only',
      description: 'only runs that failed, timed out or reached a limit of their steps',
    },
    { name: 'provider', kind: 'string', sends: 'provider', description: 'provider of a model that the run called' },
    {
      name: 'status',
      kind: 'string',
      choices: ['completed', 'failed', 'timed_out', 'cancelled', 'max_steps'],
      sends: 'status',
      description: 'status of the run',
    },
    ...windowFlags('24h'),
  ],
  view: {
    kind: 'table',
    rows: 'runs',
    columns: [
      { title: 'START', field: 'started_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'RUN', field: 'run_id', whole: true },
      { title: 'AGENT', field: 'agent_name', dropOrder: 6, paint: (_, colors) => colors.cyan },
      {
        title: 'STATUS',
        field: 'status',
        paint: (status, colors) =>
          status === 'failed' || status === 'timed_out' || status === 'max_steps' ? colors.red : (text) => text,
      },
      { title: 'DURATION', field: 'duration_ms', dropOrder: 5, format: milliseconds, align: 'right' },
      { title: 'STEPS', field: 'step_count', dropOrder: 4, format: wholeNumber, align: 'right' },
      { title: 'TOKENS IN', field: 'input_tokens', dropOrder: 2, format: wholeNumber, align: 'right' },
      { title: 'OUT', field: 'output_tokens', dropOrder: 3, format: wholeNumber, align: 'right' },
      { title: 'COST', field: 'cost', align: 'right' },
    ],
    empty: 'No agent runs in this window.',
  },
});

const get = restCommand({
  words: ['agent-runs', 'get'],
  summary: 'Show one run of an AI agent with its steps',
  description:
    'A terminal shows the steps as a tree with their tokens and cost, the reason of the status, and what the cost consists of. The tokens ' +
    'and the cost of steps in parentheses are those of another step and count once. The JSON contains the details of each step.',
  operation: 'agent_runs.get',
  arguments: [RUN_ID],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/ai/agent-run.js')).printAgentRun(answer, page),
  },
});

export const AGENT_RUNS: Family = {
  groups: { 'agent-runs': 'Runs of AI agents: their steps, status and cost' },
  commands: [list, get],
};
