export { TelemetryModule } from './telemetry.module.js';
