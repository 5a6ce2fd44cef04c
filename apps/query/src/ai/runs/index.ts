export { RunsModule } from './runs.module.js';
export { toAgentRun } from './reads/run.message.js';
export { selectRunsOfTrace, type RunRow } from './reads/runs.query.js';
export { RunsService } from './reads/runs.service.js';
export { selectSteps, type StepRow } from './reads/steps.query.js';
export { deletedRun, deletedStep } from './assembly/run-rows.js';
