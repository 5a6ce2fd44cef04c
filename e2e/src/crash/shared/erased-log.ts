import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually, type Topology } from '@svc/testing';
import type { Json } from '../../api.js';
import { drained } from '../ledger.js';
import { filesWith, readLog } from './log-reader.js';
import type { SharedService } from './shared-service.js';

/** The processes that take part in ingestion or erasure. */
const KILLED = new Set(['standalone', 'ingest', 'query', 'gateway']);
const PATIENTLY = { everyMs: 500 };

export function erasedLog(service: SharedService): void {
  describe('erased data', () => {
    const [anna, ben, cleo, line] = ['anna', 'ben', 'cleo', 'line'].map((name) => `${name}-${randomUUID()}`) as [
      string,
      string,
      string,
      string,
    ];
    let topology: Topology;
    let project: string;
    beforeAll(async () => {
      project = (await service.begin()).id;
      topology = service.topology;
    });

    const headers = () => ({ 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' });
    const request = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${topology.httpUrl}/api/v1${path}`, {
        method,
        headers: headers(),
        ...(body && { body: JSON.stringify(body) }),
      });
    const call = async (method: string, path: string, body?: object): Promise<Json> => {
      const answer = await request(method, path, body);
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
      return (text === '' ? {} : JSON.parse(text)) as Json;
    };
    const send = async (path: string, to: string, body: object): Promise<void> => {
      const url = `${topology.ingestUrl}${path}?project_id=${to}`;
      const accepted = async (): Promise<boolean> =>
        (await fetch(url, { method: 'POST', headers: headers(), body: JSON.stringify(body) })).status === 200;
      await eventually('it is accepted', accepted, PATIENTLY);
    };
    const capture = (name: string): Promise<void> =>
      send('/api/v1/capture', project, { events: [{ event: 'wrote', distinct_id: name, properties: { text: name } }] });
    const isKnown = async (name: string): Promise<boolean> =>
      (await request('GET', `/persons/${name}?project_id=${project}`)).status === 200;

    it('makes erased data unreadable in the event log once the project reports it, and loses nothing else', async () => {
      const other: string = (await call('POST', '/projects', { name: 'Other', slug: 'other' }))['id'];
      await capture(anna);
      await capture(ben);
      const record = { severityNumber: 9, body: { stringValue: line } };
      await send('/v1/logs', other, { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
      assert.deepEqual(await filesWith(topology, 'event-log', [anna, ben, line]), []);
      await drained(topology);
      await eventually('both persons are known', async () => (await isKnown(anna)) && (await isKnown(ben)));

      if (topology.kind === 'standalone')
        for (const text of [anna, line]) assert.notDeepEqual(await filesWith(topology, 'columnar', [text]), [], text);

      await eventually('the person is erased', async () => {
        const { status } = await request('DELETE', `/persons/${anna}?project_id=${project}`);
        return status === 204 || status === 404;
      });
      const before = (await call('GET', `/projects/${project}`))['person_erasures'];
      assert.equal(before?.['pending'], 1);
      assert.ok(before?.['oldest_pending_at']);
      assert.equal(before?.['log_cleared_at'], undefined);
      await call('DELETE', `/projects/${other}?confirm=${other}`);
      // The keys of records that are not stored yet are kept, whichever process dies.
      const killed = [...topology.processes].filter(([name]) => KILLED.has(name));
      for (const [name, victim] of killed) {
        await capture(`${cleo}-${name}`);
        await victim.kill();
        victim.start();
        await topology.ready();
      }
      const progress = async () => (await call('GET', `/projects/${project}`))['person_erasures'];
      await eventually(
        'nothing of the person can be read',
        async () => (await progress())?.['log_cleared_at'] !== undefined,
        PATIENTLY,
      );
      assert.equal((await progress())?.['pending'], 0);
      assert.deepEqual(await filesWith(topology, 'columnar', [anna]), [], 'nor is it on the disk of the column store');
      await eventually(
        'nothing of the project can be read',
        async () => (await call('GET', `/projects/${other}`))['deletion']?.['log_cleared_at'] !== undefined,
        PATIENTLY,
      );

      for (const store of ['columnar', 'objects', 'postgres'])
        assert.deepEqual(await filesWith(topology, store, [line]), [], `nor is it on the disk of ${store}`);

      await capture(cleo);
      await eventually(
        'those who were not erased are known',
        async () => (await isKnown(ben)) && (await isKnown(cleo)),
      );
      for (const [name] of killed) {
        await eventually('what was accepted before a kill is known', () => isKnown(`${cleo}-${name}`));
      }
      assert.equal(await isKnown(anna), false);
      if (topology.kind !== 'standalone') return;
      await topology.processes.get('standalone')?.stop();
      const records = await readLog(topology);
      const holds = (text: string): boolean => records.some(({ value }) => Buffer.from(value).includes(text));
      assert.deepEqual([anna, ben, line, cleo].map(holds), [false, false, false, true]);
      assert.ok(records.filter(({ isErased }) => isErased).length >= 3, 'their records are still there, unreadable');
      assert.deepEqual(await filesWith(topology, 'event-log', [anna, ben, cleo, line]), []);
      assert.deepEqual(await filesWith(topology, 'columnar', [anna, line]), []);
    });
  });
}
