/**
 * The evaluation of alert rules, one JSON line per figure: `node dist/alerts/rules.js [rules] [seconds] [distinct queries]`. Rules have an
 * interval of a minute and are spread over projects of 500; rules that ask the same share a question. Lateness is by how much the last
 * evaluation of a rule is older than its interval; the goal is 5 seconds, with at most 40 % of two cores beside the queries.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { startStandalone } from '@svc/testing';
import { percentiles, printer } from '../figures/figure.js';
import { cpuMs } from '../processes/process-tree.js';

const rules = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 300);
const distinct = Number(process.argv[4] ?? 200);
const PER_PROJECT = 500;
const CONCURRENT = 8;
const INTERVAL_SECONDS = 60;

const print = printer({ rules, seconds, distinct });
const topology = await startStandalone();
try {
  const { httpUrl, apiKey } = topology;
  const send = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${httpUrl}/api/v1${path}`, {
      method,
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const projects = await Promise.all(
    Array.from({ length: Math.ceil(rules / PER_PROJECT) }, async () => {
      const project = await send('POST', '/projects', { name: 'Bench', slug: `bench-${randomUUID()}` });
      return String(project['id']);
    }),
  );
  const waiting = Array.from({ length: rules }, (_, nth) => nth);
  const create = async (): Promise<void> => {
    for (let nth = waiting.pop(); nth !== undefined; nth = waiting.pop()) {
      const project = projects[nth % projects.length] ?? '';
      // Each project has its share of the distinct queries.
      const service = `service-${Math.floor(nth / projects.length) % Math.max(1, Math.floor(distinct / projects.length))}`;
      await send('POST', `/alerts/rules?project_id=${project}`, {
        name: `Rule ${nth}`,
        kind: 'threshold',
        query: { signal: 'logs', service: [service], level: ['error'] },
        condition: { op: 'gt', threshold: nth },
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, create));
  // Every rule is evaluated once before figures are taken.
  await setTimeout((INTERVAL_SECONDS + 10) * 1000);
  const before = cpuMs(topology);
  const started = performance.now();
  await setTimeout(seconds * 1000);
  const after = cpuMs(topology);
  const elapsedMs = performance.now() - started;
  const late: number[] = [];
  const health = new Map<string, number>();
  for (const project of projects) {
    for (let offset = 0; offset < PER_PROJECT; offset += 200) {
      const page = await send('GET', `/alerts/rules?project_id=${project}&limit=200&offset=${offset}`);
      const now = Date.now();
      for (const { state } of page['rules'] as { state: { health: string; evaluated_at?: string } }[]) {
        health.set(state.health, (health.get(state.health) ?? 0) + 1);
        const age = now - Date.parse(state.evaluated_at ?? '1970-01-01T00:00:00Z');
        late.push(Math.max(0, age / 1000 - INTERVAL_SECONDS));
      }
    }
  }
  const sorted = late.toSorted((a, b) => a - b);
  print({
    figure: 'evaluation',
    ...percentiles(sorted),
    mostSecondsLate: Math.round((sorted.at(-1) ?? 0) * 10) / 10,
    ourCpuPercentOfTwoCores: Math.round(((after.ours - before.ours) / elapsedMs / 2) * 1000) / 10,
    health: Object.fromEntries(health),
  });
} finally {
  await topology.stop();
}
