import type { ExternalAlert } from '@svc/external-alerts';
import { cpuBudget } from '@svc/test-servers';
import { measureExternal } from '../engine/external-series.js';
import { evaluate } from '../evaluation/evaluate.js';
import { toSnapshot } from '../evaluation/stored-rule.js';
import { EXTERNAL } from '../testing/external-settings.js';
import { createRule } from '../testing/rules.js';
import { TakenAlerts } from './taken-alerts.js';

const AT = Date.parse('2026-05-06T12:00:00Z');
/** Nothing that a client can send holds the event loop for longer; a unit is a millisecond. */
const UNITS = 20;
const RULE = createRule({ external: EXTERNAL, maxGroups: 1_000 }, 'external');
const ALERTING = { projectId: 'p', rule: RULE, snapshot: toSnapshot(RULE, 1n) };
const SENDER = { type: 'api_key', id: 'k' } as const;

const toAlert = (nth: number, labels: number): ExternalAlert => ({
  wire: 'alertmanager',
  dedupKey: String(nth),
  status: 'firing',
  name: 'Full',
  severity: 'critical',
  labels: Object.fromEntries(Array.from({ length: labels }, (_, at) => [`l${at}`, `${nth}`])),
  annotations: {},
  startsAt: undefined,
  endsAt: undefined,
  expiresAt: undefined,
});

it.each([8, 64])(
  'evaluates as many alerts with %d labels as a rule has room for, within the budget',
  async (labels) => {
    const alerts = Array.from({ length: 1_000 }, (_, nth) => toAlert(nth, labels));
    const taken = new TakenAlerts(ALERTING, () => true, [], AT, SENDER);
    await taken.prepare(alerts);
    for (const alert of alerts) taken.take(alert);
    const { memory } = taken;
    const at = AT + 30_000;
    await cpuBudget(`${memory.length} alerts`, UNITS, () => {
      evaluate(RULE, memory, measureExternal(RULE, memory, AT, { first: at, count: 1, stepMs: 30_000 }), [at]);
    });
  },
);
