/**
 * Measures on-call look-ups over the REST interface, one JSON line per figure: `node dist/cost/oncall.js [runs]`. The
 * schedule has 100 layers with ten users each, without and with restrictions; every request has another time.
 */
import { randomUUID } from 'node:crypto';
import { startStandalone } from '@svc/testing';
import { percentiles, printer } from '../figures/figure.js';
import { cpuMs } from '../processes/process-tree.js';
import { projectId } from '../reading/project.js';

const runs = Number(process.argv[2] ?? 500);
const LAYERS = 100;
const USERS = 10;
const WARM_UP = 100;
const HOUR_MS = 3_600_000;

const print = printer({ layers: LAYERS, users: USERS, runs });
const topology = await startStandalone();
try {
  const { httpUrl, apiKey } = topology;
  const project = await projectId(topology);
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
  const users = await Promise.all(Array.from({ length: USERS }, () => addMember(send)));
  const schedule = async (restricted: boolean): Promise<string> => {
    const layers = Array.from({ length: LAYERS }, (_, nth) => toLayer(nth, users, restricted && nth > 0));
    const body = { name: 'Bench', time_zone: 'America/New_York', layers };
    return String((await send('POST', `/oncall/schedules?project_id=${project}`, body))['id']);
  };
  for (const [figure, id] of [
    ['now: the last layer covers', await schedule(false)],
    ['now: mostly the first layer covers', await schedule(true)],
  ] as const) {
    const times: number[] = [];
    let before = cpuMs(topology);
    for (let nth = -WARM_UP; nth < runs; nth++) {
      if (nth === 0) before = cpuMs(topology);
      const at = new Date(Date.UTC(2027, 0, 1) + nth * 7 * HOUR_MS).toISOString();
      const started = performance.now();
      await send('GET', `/oncall/schedules/${id}/now?at=${at}&project_id=${project}`);
      if (nth >= 0) times.push(performance.now() - started);
    }
    const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
    const ourCpuMs = Math.round(((cpuMs(topology).ours - before.ours) / runs) * 100) / 100;
    print({ figure, goalMs: 5, p50Ms: p50, p99Ms: p99, ourCpuMs });
  }
} finally {
  await topology.stop();
}

type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

async function addMember(send: Send): Promise<string> {
  const invitation = await send('POST', '/invitations', { email: `${randomUUID()}@example.com`, role: 'ROLE_MEMBER' });
  const password = randomUUID();
  const member = await send('POST', '/invitations/accept', { token: invitation['token'], name: 'Ada', password });
  return String(member['user_id']);
}

/** Restricted layers cover two minutes of a day, each others. */
function toLayer(nth: number, users: readonly string[], isRestricted: boolean): object {
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return {
    name: `layer ${nth}`,
    users: users.map((_, place) => users[(place + nth) % users.length]),
    rotation_length: ['1d', '1w', '12h', '1mo'][nth % 4],
    start_at: new Date(Date.UTC(2026, 0, 1) + nth * HOUR_MS).toISOString(),
    ...(isRestricted && {
      restrictions: [{ type: 'daily', start_time: clock(nth * 10), end_time: clock(nth * 10 + 2) }],
    }),
  };
}
