import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { newKey } from '../flags/flag.js';
import { sendLogs } from '../logs/send.js';
import { capture } from '../persons/capture.js';
import { newTraceId, sendSpans, spanId, untilStored } from '../spans.js';
import { makeProject } from '../workspace/project.js';

const getList = (answer: Json, list: string): Json[] => [...(answer[list] as Json[])];

describe('what an ID is', () => {
  const tag = randomUUID().slice(0, 8);
  const [traceId, person, account, flag] = [newTraceId(), `ann-${tag}@example.com`, `acme-${tag}`, newKey()];
  let project = '';
  let other = '';
  let incident: Json;
  let logId = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    other = (await makeProject()).id;
    await sendSpans(traceId, [{ id: 1, service: 'shop', name: 'POST /pay', from: 0, to: 100 }]);
    await untilStored(project, traceId, 1);
    logId = (await sendLogs(`resolve-${tag}`, [{ body: 'payment refused' }]))[0]?.['log_id'] ?? '';
    await capture([{ event: 'paid', distinct_id: person, properties: { $groups: { company: account } } }]);
    incident = await ok('POST', `/incidents?project_id=${project}`, { body: { title: `Down ${tag}` } });
    await ok('POST', `/flags?project_id=${project}`, { body: { key: flag, name: `Flag ${tag}` } });
  });
  const resolve = (id: string, within = project) =>
    ok('GET', `/search/resolve?project_id=${within}&id=${encodeURIComponent(id)}`);

  it('says what it is, whether it is an ID, a short name, an e-mail address or an address of the API', async () => {
    const incidentTitle = `${String(incident['number'])}: Down ${tag}`;
    const cases: readonly (readonly [text: string, type: string, title: string, matchedBy: string])[] = [
      [traceId, 'trace', 'shop: POST /pay', 'id'],
      [`https://svc.example/api/v1/traces/${traceId}/spans/${spanId(1)}`, 'span', 'POST /pay', 'id'],
      [logId, 'log', 'payment refused', 'id'],
      [incident['number'], 'incident', incidentTitle, 'number'],
      [incident['id'], 'incident', incidentTitle, 'id'],
      [`/api/v1/incidents/${String(incident['id'])}/timeline`, 'incident', incidentTitle, 'id'],
      [person, 'person', person, 'distinct_id'],
      [account, 'account', account, 'key'],
      [flag, 'flag', `Flag ${tag}`, 'key'],
    ];
    for (const [text, type, title, matchedBy] of cases) {
      const [match, ...more] = await eventually(`${type} is found`, async () => {
        const found = getList(await resolve(text), 'matches');
        return found.length > 0 && found;
      });
      const { id, path, timestamp, ...rest } = match as unknown as Record<string, string>;
      assert.deepEqual([rest, more], [{ type, title, matched_by: matchedBy }, []], text);
      assert.ok(id !== undefined && (type === 'flag') === (timestamp === undefined));
      await ok('GET', `${String(path).slice('/api/v1'.length)}?project_id=${project}`);
    }
  });

  it('is nothing in another project, with the same answer as for an ID that nothing has', async () => {
    for (const text of [traceId, logId, incident['number'], incident['id'], person, account, flag]) {
      const found = await resolve(text, other);
      assert.deepEqual(found['matches'], [], text);
      assert.deepEqual(
        getList(found, 'types').map((type) => type['count']),
        getList(found, 'types').map(() => 0),
      );
      assert.ok(!JSON.stringify(found).includes(tag));
    }
    assert.deepEqual((await resolve('   '))['types'], []);
  });

  it('is nothing for an address with NUL that was encoded twice, and refused where it was encoded once', async () => {
    for (const path of ['/api/v1/persons/', '/api/v1/groups/company/', '/api/v1/issues/', '/other/']) {
      const encoded = encodeURIComponent(`${path}${tag}`);
      const { status, json: found } = await api('GET', `/search/resolve?project_id=${project}&id=${encoded}%2500`);
      assert.deepEqual([status, found['matches']], [200, []], path);
      const {
        status: once,
        json: error,
        text,
      } = await api('GET', `/search/resolve?project_id=${project}&id=${encoded}%00`);
      assert.deepEqual([once, error['error'], text.includes(tag)], [400, 'invalid_request', false], path);
    }
  });

  it('leaves out kinds whose scope the key lacks, and names the scopes', async () => {
    const { secret } = await makeKey(['search:read', 'flags:read'], project);
    const found = await ok('GET', `/search/resolve?id=${flag}`, { key: secret });
    assert.deepEqual(
      [getList(found, 'types').map((type) => type['type'] as string), getList(found, 'matches').length],
      [['flag'], 1],
    );
    assert.deepEqual(found['omitted'], ['agent_runs:read', 'groups:read', 'persons:read', 'replay:read']);
    const hidden = await ok('GET', `/search/resolve?id=${traceId}`, { key: secret });
    const unknown = await ok('GET', `/search/resolve?id=${newTraceId()}`, { key: secret });
    assert.deepEqual([hidden['matches'], hidden], [[], unknown]);
  });

  it('refuses a missing, long or unprintable ID without repeating it, and a key without the scope', async () => {
    for (const query of ['', '&id=', `&id=${'x'.repeat(2_049)}`, '&id=xxx%00', '&id=xxx&id=xxy', '&id=xxx&other=1']) {
      const { status, json: error, text } = await api('GET', `/search/resolve?project_id=${project}${query}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], query);
      assert.ok(!text.includes('xxx'), text);
    }
    const { secret } = await makeKey(['traces:read'], project);
    const { status, json: error } = await api('GET', `/search/resolve?id=${traceId}`, { key: secret });
    assert.deepEqual([status, error['error']], [403, 'permission_denied']);
  });
});
