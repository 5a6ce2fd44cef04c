import { FIREHOSE, JSON_LOGS } from './json-logs.js';
import { LOKI_PUSH } from './loki.js';
import { REMOTE_WRITE } from './remote-write.js';
import type { Wire } from './wire.js';

/** The protocols of other products by their paths. */
export const WIRES: ReadonlyMap<string, Wire> = new Map(
  [LOKI_PUSH, REMOTE_WRITE, JSON_LOGS, FIREHOSE].map((wire) => [wire.path, wire]),
);
