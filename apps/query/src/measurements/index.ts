export type { MeasuredResult } from './measure/measure-records.js';
export { MeasurementsModule } from './measurements.module.js';
export { MeasurementsService } from './measurements.service.js';
