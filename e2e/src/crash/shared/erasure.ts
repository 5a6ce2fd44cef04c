import assert from 'node:assert/strict';
import type { ColumnStore } from '@svc/columnar';
import { eventually, pace, waitAtMost, type Topology } from '@svc/testing';
import { drained } from '../ledger.js';
import type { SharedService } from './shared-service.js';

/** Milliseconds between the request for an erasure and the kill: before it is recorded, during it, and possibly after it. */
const MOMENTS = [0, 120, 350];
const EVENTS = 500;
/** Their leases have to end first, after 20 s. */
const ALONE_MS = 40_000;
const LIMITS = { timeoutMs: 60_000, maxRowsToRead: 1e8, maxResultRows: 1e6, maxMemoryBytes: 1e9 };
const TABLES = ['events', 'person_registers', 'identity_links', 'person_overrides', 'person_seen', 'logs'];

interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

export function erasure(service: SharedService): void {
  describe('a kill -9 of the process that erases a person', () => {
    let topology: Topology;
    let project: string;
    beforeAll(async () => {
      project = (await service.begin()).id;
      topology = service.topology;
    });

    const headers = () => ({ 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' });
    async function get(path: string, body?: object): Promise<Answer> {
      const asked = body && { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(`${topology.httpUrl}/api/v1${path}`, { ...asked, headers: headers() });
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    }
    const send = async (path: string, body: object): Promise<void> => {
      const answer = await fetch(`${topology.ingestUrl}${path}?project_id=${project}`, {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, await answer.text());
    };
    const person = (id: string, more = ''): string => `/persons/${id}${more}?project_id=${project}`;

    const arrive = async (user: string, device: string): Promise<void> => {
      const events = Array.from({ length: EVENTS }, (_, n) => ({
        event: 'left a trace',
        distinct_id: n % 2 === 0 ? user : device,
        set: { [`key${n % 20}`]: n },
      }));
      await send('/api/v1/capture', {
        events: [{ event: 'identify', distinct_id: user, anon_distinct_id: device, set: { plan: 'pro' } }, ...events],
      });
      const attributes = [{ key: 'user.id', value: { stringValue: user } }];
      const record = { severityNumber: 17, body: { stringValue: `of ${user}` }, attributes };
      await send('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
    };

    it('leaves a person complete or permanently erased after a kill, without another request', async () => {
      const people = MOMENTS.map((moment) => [`user-${moment}`, `device-${moment}`] as const);
      for (const [user, device] of people) await arrive(user, device);
      await drained(topology);
      for (const [user] of people) {
        await eventually(`${user} is one person`, async () => {
          const { status, json } = await get(person(user));
          return status === 200 && (json['distinct_ids'] as string[]).length === 2;
        });
      }
      const answers: (number | undefined)[] = [];
      for (const [index, moment] of MOMENTS.entries()) {
        const device = people[index]?.[1] ?? '';
        const asked = fetch(`${topology.httpUrl}/api/v1${person(device)}`, {
          method: 'DELETE',
          headers: headers(),
        }).then(
          ({ status }) => status,
          () => undefined,
        );
        await pace(moment);
        const victim = topology.processes.get(topology.kind === 'standalone' ? 'standalone' : 'query');
        assert.ok(victim, 'there is a process to kill');
        await victim.kill();
        victim.start();
        answers.push(await asked);
        await topology.ready();
      }
      assert.notDeepEqual(answers, [204, 204, 204], 'at least one was interrupted');

      const finish = async ([user, device]: readonly [string, string]): Promise<string> => {
        const isGone = async (): Promise<boolean> =>
          (await get(person(user))).status === 404 && (await get(person(device))).status === 404;
        const isEntire = async (): Promise<boolean> => {
          const { status, json } = await get(person(user));
          const { distinct_ids, properties } = json as { distinct_ids: string[]; properties: object };
          return status === 200 && distinct_ids.length === 2 && Object.keys(properties).length === 21;
        };
        // The request is repeated only if the person is unchanged, because the first one was not recorded. A recorded erasure must end by
        // itself.
        const isGoneAlone = await waitAtMost(ALONE_MS, 'erased by itself', isGone, { everyMs: 250 }).catch(() =>
          eventually('erased by itself or entire', async () => (await isGone()) || ((await isEntire()) && 'entire')),
        );
        if (isGoneAlone !== 'entire') return 'by itself';
        await eventually('erased when asked again', async () => {
          const again = await fetch(`${topology.httpUrl}/api/v1${person(user)}`, {
            method: 'DELETE',
            headers: headers(),
          });
          return again.status === 204 || (again.status === 404 && (await isGone()));
        });
        return 'when asked again';
      };
      const gone = await Promise.all(people.map(finish));
      for (const [i, moment] of MOMENTS.entries())
        console.info(`killed after ${moment} ms: answered ${answers[i]}, gone ${gone[i]}`);

      const now = new Date(Date.now() + 60_000).toISOString();
      const ago = new Date(Date.now() - 3_600_000).toISOString();
      const { json: triggerers } = await get(
        `/events/triggerers?project_id=${project}&event=left%20a%20trace&since=${ago}&until=${now}`,
      );
      assert.deepEqual(triggerers['triggerers'], []);
      const { json: found } = await get(`/persons?project_id=${project}&search=user-`);
      assert.deepEqual(found['persons'], []);
      const trends = {
        project_id: project,
        events: ['left a trace'],
        time_range: { start: ago, end: now },
        interval: 'total',
      };
      const { json: counted } = await get('/events/trends', trends);
      assert.deepEqual(
        (counted['series'] as { total: number }[]).map(({ total }) => Number(total)),
        [0],
      );
      for (const [user, device] of people) {
        for (const id of [user, device]) {
          for (const more of ['', '/timeline', '/stats', '/aliases'])
            assert.equal((await get(person(id, more))).status, 404, `${id}${more}`);
          const { json: logs } = await get(`/logs?project_id=${project}&distinct_id=${id}`);
          assert.deepEqual(logs['logs'], []);
        }
      }
      const [user = '', device = ''] = people[1] ?? [];
      await send('/api/v1/capture', { events: [{ event: 'came late', distinct_id: device, set: { fresh: true } }] });
      const anew = await eventually('what is captured afterwards begins a new person', async () => {
        const { status, json } = await get(person(device));
        return status === 200 && json;
      });
      assert.deepEqual([anew['distinct_ids'], anew['properties']], [[device], { fresh: true }]);
      assert.equal((await get(person(user))).status, 404);

      const look = async (store: ColumnStore): Promise<void> => {
        for (const table of TABLES) {
          const [left] = await store.query<{ rows: string }>({
            sql: `SELECT count() AS rows FROM ${table} WHERE distinct_id IN ({ids:Array(String)}) ${table === 'events' ? "AND event != 'came late'" : ''}`,
            parameters: { ids: people.flat().filter((id) => id !== device) },
            limits: LIMITS,
          });
          assert.equal(left?.rows, '0', table);
        }
      };
      service.inspectAtEnd('erased persons have no rows', () => topology.inspect(look));
    });
  });
}
