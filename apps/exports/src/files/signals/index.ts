import type { ExportSignal } from '../../definition/export-definition.js';
import { AGENT_RUNS_SOURCE } from './agent-runs.js';
import { ERRORS_SOURCE } from './errors.js';
import { EVENTS_SOURCE } from './events.js';
import { LOGS_SOURCE } from './logs.js';
import { METRICS_SOURCE } from './metrics.js';
import { PERSONS_SOURCE } from './persons.js';
import type { SignalSource } from './signal-source.js';
import { TRACES_SOURCE } from './traces.js';

export type { Extent, SignalSource, SourceStage } from './signal-source.js';

export const SOURCES: Readonly<Record<ExportSignal, SignalSource>> = {
  logs: LOGS_SOURCE,
  traces: TRACES_SOURCE,
  metrics: METRICS_SOURCE,
  errors: ERRORS_SOURCE,
  events: EVENTS_SOURCE,
  persons: PERSONS_SOURCE,
  agent_runs: AGENT_RUNS_SOURCE,
};
