import { restCommand, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';

const config = restCommand({
  words: ['evals', 'config'],
  summary: 'Show how agent runs are evaluated, and what has no effect',
  operation: 'evals.get',
});

const setConfig = restCommand({
  words: ['evals', 'set-config'],
  summary: 'Replace how agent runs are evaluated',
  description:
    'Fields that the body leaves out get their defaults. The body can also have max_daily_cost, min_run_tokens, delay_seconds, environments, latency_budget_ms, cost_budget, judge_criteria, question_model, which rewords questions that rules do not understand, and investigation_model, which words the conclusions of investigations.',
  examples: [
    `svc evals set-config --json '{"enabled_metrics":["tool_error_rate","latency_budget"],"latency_budget_ms":30000}'`,
    `svc evals set-config --json '{"judge_model":"gpt-4o-mini","sampling_rate":0.05,"max_daily_cost":"2.50"}'`,
  ],
  operation: 'evals.set',
  body: 'enabled_metrics, judge_model, sampling_rate',
  view: confirmation({ said: 'Set how agent runs are evaluated', next: 'svc evals config' }),
});

export const EVALS: Family = {
  groups: { evals: 'Evaluation of agent runs' },
  commands: [config, setConfig],
};
