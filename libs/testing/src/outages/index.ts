export { outagesOf } from './kinds/kinds.js';
export { sendOtlp, textAttribute, type OfResource } from './otlp-sender.js';
export type { Outage, OutageTimes } from './outage.js';
export { send } from './rest.js';
export { stageOutages, type StagedOutage, type Volume } from './stage.js';
export { sendTelemetry } from './telemetry-sender.js';
export { makeTelemetry } from './telemetry.js';
