import { ACCOUNTS, AFFECTED } from './affected-checks.js';
import { AGENTS } from './agent-checks.js';
import { ATTRIBUTES, CHANGES } from './change-checks.js';
import type { Check } from './check.js';
import { GROWTH } from './growth-check.js';
import { ISSUES } from './issue-check.js';
import { METRICS } from './metric-check.js';
import { PATHS } from './path-check.js';
import { ONSET, REQUESTS, SEASONALITY, SYMPTOM } from './request-checks.js';
import { SETTINGS } from './setting-check.js';
import { OPERATIONS, SERVICE_MAP, STEPS } from './trace-checks.js';

const OF_REQUESTS = [ONSET, REQUESTS, SEASONALITY, SYMPTOM];
const OF_TRACES = [SERVICE_MAP, OPERATIONS, STEPS, PATHS];
const OTHERS = [CHANGES, ATTRIBUTES, GROWTH, ISSUES, AFFECTED, ACCOUNTS, AGENTS, METRICS, SETTINGS];

/** All checks by their names. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [...OF_REQUESTS, ...OF_TRACES, ...OTHERS].map((check) => [check.name, check as unknown as Check]),
);
