export { MeasurementsModule } from './measurements.module.js';
