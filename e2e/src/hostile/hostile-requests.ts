import { BODIES } from './bodies.js';
import { FLAGS } from './flags.js';
import type { HostileRequest } from './hostile-request.js';
import { ONCALL } from './oncall.js';
import { QUERIES } from './queries.js';
import { SILENCES } from './silences.js';
import { TAILS } from './tails.js';
import { TELEMETRY } from './telemetry.js';

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...TAILS,
  ...FLAGS,
  ...QUERIES,
  ...BODIES,
  ...TELEMETRY,
  ...ONCALL,
  ...SILENCES,
];
