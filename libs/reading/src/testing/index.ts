export { writeAgentRuns, type AgentRunFixture } from './agent-run-writer.js';
export { writeContent, type ContentFixture } from './content-writer.js';
export { checkGolden } from './golden.js';
export { variantFor, writeErrors, writeIssueVariants, type ErrorFixture } from './error-writer.js';
export { logEntry } from './log-entry.js';
export { writeSeries, type PointFixture, type SeriesFixture } from './metric-writer.js';
export * from './requests.js';
export { ampleBudget, testReader, testScope } from './scope.js';
export { logId, TelemetryWriter, type LogFixture, type SpanFixture } from './telemetry-writer.js';
