import type { RunFlag, StatusReason } from '@svc/gen-ai';

/** Why a run has its status, by the rule that decided. */
export const STATUS_EXPLANATIONS: Readonly<Record<StatusReason, string>> = {
  stated: 'The application states the status in the attribute agent.run.status.',
  cancelled_error: 'The root of the run ended with an error or a finish reason that means a cancellation.',
  timeout_error: 'The root of the run ended with an error that means a timeout.',
  step_limit: 'The run ended because of a limit of its steps, turns or iterations.',
  error_status: 'The root of the run ended with the status error.',
  ended: 'The root of the run ended without an error.',
  root_missing:
    'The root of the run has not arrived. 15 minutes after the last span, the last call of a model decides the status.',
  idle: 'The run did not end, and no span arrived for 60 minutes.',
};

/** The meaning of each flag of a run. */
export const FLAG_EXPLANATIONS: Readonly<Record<RunFlag, string>> = {
  usage_from_aggregate: 'No call of a model reports its usage, so that of the agent around the calls counts.',
  aggregate_mismatch: 'An agent reports another usage than the calls inside it, whose sum counts.',
  usage_mismatch: 'The numbers of tokens of a call contradict each other, and were taken as they were reported.',
  tier_unpriced: 'A call has a service tier whose price is not known; its cost is that of the default tier.',
  provider_inferred: 'A call does not name its provider, which was taken from the model.',
  incomplete_attributes: 'An SDK left out attributes of a span because of its limits, so figures may be missing.',
  missing_parents: 'Spans between the root and a step have not arrived.',
  spans_cut: 'A trace has more spans than are assembled, so later steps are missing.',
};
