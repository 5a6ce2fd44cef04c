export { AnomaliesModule } from './anomalies.module.js';
export { DETECTORS } from './detectors.js';
