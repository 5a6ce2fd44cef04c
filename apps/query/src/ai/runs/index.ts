export { RunsModule } from './runs.module.js';
export { RunsService } from './reads/runs.service.js';
export { ERROR_STATUSES, selectRun } from './reads/runs.query.js';
export { selectSteps, type StepRow } from './reads/steps.query.js';
export { RUNS_ASSEMBLED_CHANNEL } from './assembly/run-writer.js';
export { deletedRun, deletedStep } from './assembly/run-rows.js';
