import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startStandalone, type Topology } from '@svc/testing';
import { percentiles, printer } from './figures/figure.js';
import { processTree } from './processes/process-tree.js';
import { projectId } from './reading/project.js';
import { LeanClient } from './senders/lean-client.js';

/**
 * `node bench/dist/decide.js [requests per second] [seconds]`: one of 200 flags, then all of them, for a new distinct
 * ID in each request, sent at their time whether or not earlier ones are answered. The sender is a process of its own
 * and shares the cores with the service. Half of the flags have a condition on a property in the request; a latency
 * counts from when the request was due. The cost of the idle process of the service is subtracted from its CPU time.
 */
const RATE = Number(process.argv[2] ?? 1000);
const SECONDS = Number(process.argv[3] ?? 20);
const FLAGS = 200;
const CONNECTIONS = 64;
/** Time until the repeated compilation by V8 at the beginning has settled. */
const WARM_UP_SECONDS = 20;
const IDLE_SECONDS = 5;

const topology = await startStandalone({ env: { SVC_RATE_LIMIT: '0', SVC_PROJECT_RATE_LIMIT: '0' } });
try {
  const key = await prepare(topology);
  const print = printer({ flags: FLAGS, rate: RATE, seconds: SECONDS, topology: 'standalone' });
  const cpu = (): number => processTree(topology.processes.get('standalone')?.pid ?? 0).get('node')?.cpuSeconds ?? 0;
  // Seconds for which the main thread was ready to run and other work had the cores; above a tenth of a run, latencies are the machine's.
  const waitedForCore = (): number => {
    const pid = topology.processes.get('standalone')?.pid ?? 0;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
  };
  const idleFrom = cpu();
  await pause(IDLE_SECONDS * 1000);
  const idle = (cpu() - idleFrom) / IDLE_SECONDS;
  for (const [asked, flagKeys] of [
    ['one flag', ['flag-7']],
    ['all flags', undefined],
  ] as const) {
    await send(topology, key, WARM_UP_SECONDS, flagKeys);
    const [before, waitedBefore, startedAt] = [cpu(), waitedForCore(), performance.now()];
    const { latencies, failed, bytes } = await send(topology, key, SECONDS, flagKeys);
    const seconds = (performance.now() - startedAt) / 1000;
    const sorted = latencies.sort((a, b) => a - b);
    print({
      figure: 'decide_ms',
      asked,
      ...percentiles(sorted),
      max: Math.round(sorted.at(-1) ?? 0),
      answeredPerSecond: Math.round(sorted.length / seconds),
      cpuMicrosecondsPerDecide: Math.round(((cpu() - before - idle * seconds) * 1e6) / sorted.length),
      waitedForCore: Math.round(((waitedForCore() - waitedBefore) / seconds) * 100) / 100,
      failed,
      answer_bytes: bytes,
    });
  }
} finally {
  await topology.stop();
}

/** The flags, and a key that evaluates them. */
async function prepare(topology: Topology): Promise<string> {
  const project = await projectId(topology);
  for (let index = 0; index < FLAGS; index++) {
    const conditions = [{ type: 'person', key: 'plan', operator: 'eq', value: 'pro' }];
    const variants = [
      { key: 'control', weight: 50 },
      { key: 'test', weight: 50, payload: { size: index } },
    ];
    const groups = [{ conditions: index % 2 === 0 ? conditions : [], rollout_percentage: (index * 7) % 101 }];
    const body = {
      key: `flag-${index}`,
      project_id: project,
      filters: { groups },
      ...(index % 3 === 0 && { variants }),
    };
    await post(topology, '/flags', body);
  }
  const body = { name: 'bench', scopes: ['flags:evaluate'], project_id: project };
  return ((await post(topology, '/account/api-keys', body)) as { secret: string }).secret;
}

async function post({ httpUrl, apiKey }: Topology, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${httpUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function send({ httpUrl }: Topology, key: string, seconds: number, flagKeys?: readonly string[]) {
  const client = new LeanClient(new URL(httpUrl), CONNECTIONS);
  const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' };
  const latencies: number[] = [];
  let failed = 0;
  let bytes = 0;
  const startedAt = performance.now();
  const one = (index: number): void => {
    const person_properties = { plan: index % 2 ? 'pro' : 'free' };
    const body = JSON.stringify({ distinct_id: `user-${index}`, person_properties, flag_keys: flagKeys });
    client.post('/api/v1/decide', headers, body, (status, size) => {
      if (status !== 200) failed += 1;
      bytes = size;
      latencies.push(performance.now() - startedAt - (index / RATE) * 1000);
    });
  };
  let index = 0;
  while (latencies.length < RATE * seconds) {
    const due = Math.min(Math.floor(((performance.now() - startedAt) / 1000) * RATE), RATE * seconds - 1);
    while (index <= due) one(index++);
    await pause(1);
  }
  client.close();
  return { latencies, failed, bytes };
}
