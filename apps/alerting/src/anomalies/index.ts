export { AnomaliesModule } from './anomalies.module.js';
