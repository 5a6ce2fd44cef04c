/**
 * Alerts of ten rules that fire at once, in calls of 500 as evaluations make them, until they are kept, grouped and requested:
 * `node storm.fixture.js <database URL> <project> <channel> <alerts> <groups>`. Prints the milliseconds that each took.
 */
import { createRelational } from '@svc/relational';
import { alertsBench, createRule } from './alerts-bench.js';

const PER_CALL = 500;
const [url = '', projectId = '', channel = '', count = '', groups = ''] = process.argv.slice(2);

const relational = createRelational({ url, poolSize: 4 });
const clock = { nowMs: Date.now() };
const bench = alertsBench(relational, clock);
const notify = { channels: [channel], groupBy: ['service_name'], groupWaitMs: 0 };
const rules = Array.from({ length: 10 }, (_, nth) => createRule(projectId, clock, { name: `Rule ${nth}`, notify }));
const changes = Array.from({ length: Number(count) }, (_, nth) => {
  const rule = rules[nth % rules.length] ?? createRule(projectId, clock);
  const labels = { service_name: `service-${nth % Number(groups)}`, environment: 'production' };
  return rule.firing({ ...labels, host: `host-${nth}` });
});
const startedAt = Date.now();
for (let from = 0; from < changes.length; from += PER_CALL) await bench.apply(...changes.slice(from, from + PER_CALL));
const keptMs = Date.now() - startedAt;
clock.nowMs = Date.now();
await bench.flush();
process.stdout.write(JSON.stringify({ startedAt, keptMs, requestedMs: Date.now() - startedAt }));
await relational.close();
