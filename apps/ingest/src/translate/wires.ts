import { FIREHOSE, JSON_LOGS } from './json-logs.js';
import { LOKI_PUSH } from './loki.js';
import { REMOTE_WRITE } from './remote-write.js';
import { sentryWire } from './sentry.js';
import type { Wire } from './wire.js';

const WIRES: ReadonlyMap<string, Wire> = new Map([
  ['/loki/api/v1/push', LOKI_PUSH],
  ['/api/v1/write', REMOTE_WRITE],
  ['/api/v1/logs/ndjson', JSON_LOGS],
  ['/api/v1/logs/firehose', FIREHOSE],
]);

/** The protocol of another product that has a path; undefined for one that none has. */
export function findWire(path: string): Wire | undefined {
  return WIRES.get(path) ?? sentryWire(path);
}
