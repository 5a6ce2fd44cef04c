export { RunsModule } from './runs.module.js';
export { RunsService } from './reads/runs.service.js';
