import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { KIND, newTraceId, sendSpans, untilStored } from '../spans.js';

describe('the map of services', () => {
  const prefix = `map-${randomUUID().slice(0, 8)}`;
  const [shop, bank, lonely] = ['shop', 'bank', 'lonely'].map((name) => `${prefix}-${name}`) as [
    string,
    string,
    string,
  ];
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
  });
  const map = (query = '') => ok('GET', `/services/map?project_id=${project}${query}`);
  const ours = (answer: Json, list: 'nodes' | 'edges', key: string): Json[] =>
    [...(answer[list] as Json[])].filter((item) => (item[key] as string).includes(prefix));

  it('shows a call whose callee arrived in an earlier request than its caller, and began minutes later', async () => {
    const traceId = newTraceId();
    await sendSpans(
      traceId,
      [
        { id: 2, parent: 1, service: bank, kind: KIND.server, from: 240_000, to: 240_100, failed: true },
        {
          id: 3,
          parent: 2,
          service: bank,
          kind: KIND.client,
          from: 240_000,
          to: 240_050,
          attributes: { 'db.system': 'mysql', 'db.name': prefix },
        },
      ],
      900_000,
    );
    await untilStored(project, traceId, 2);
    await sendSpans(
      traceId,
      [
        { id: 1, service: shop, kind: KIND.client, from: 0, to: 240_200, attributes: { 'server.address': 'bank' } },
        {
          id: 4,
          service: shop,
          kind: KIND.client,
          from: 0,
          to: 10,
          attributes: { 'server.address': `${prefix}.example.com` },
        },
        { id: 5, service: lonely, from: 0, to: 10 },
      ],
      900_000,
    );
    await untilStored(project, traceId, 5);
    const answer = await eventually('the map', async () => {
      const found = await map();
      // The services and the calls between them come from different tables.
      return ours(found, 'edges', 'source').length === 3 && ours(found, 'nodes', 'name').length === 5 && found;
    });
    const call = ours(answer, 'edges', 'source').find(({ type }) => (type as string) === 'call');
    assert.deepEqual(
      [call?.['source'], call?.['target'], call?.['call_count'], call?.['error_rate'], call?.['p95_duration_ms']],
      [`service:${shop}`, `service:${bank}`, 1, 1, 100],
    );
    assert.deepEqual(
      ours(answer, 'nodes', 'name')
        .map((node) => [node['id'] as string, node['type'] as string])
        .sort(),
      [
        [`database:mysql/${prefix}`, 'database'],
        [`external:${prefix}.example.com`, 'external'],
        [`service:${bank}`, 'service'],
        [`service:${lonely}`, 'service'],
        [`service:${shop}`, 'service'],
      ],
    );
    assert.deepEqual([answer['sampled'], answer['truncated']], [false, false]);
    const earlier = await map('&start_time=2020-01-01T00:00:00Z&end_time=2020-01-02T00:00:00Z');
    assert.deepEqual([[...(earlier['nodes'] as Json[])], [...(earlier['edges'] as Json[])]], [[], []]);
  });

  it('does not mistake the map for a service of that name', async () => {
    const { status } = await api('GET', `/services/map/red?project_id=${project}`);
    assert.equal(status, 404);
  });

  it('refuses an invalid window of the map, and a key without the scope', async () => {
    for (const query of [
      'start_time=now',
      'depth=3',
      'start_time=2026-01-02T00:00:00Z&end_time=2026-01-01T00:00:00Z',
    ]) {
      const { status, json: error } = await api('GET', `/services/map?project_id=${project}&${query}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], query);
    }
    const { secret } = await makeKey(['traces:read'], project);
    assert.equal((await api('GET', '/services/map', { key: secret })).status, 403);
  });

  it('offers a command for the map of services', async () => {
    const env = { SVC_PROJECT: project };
    assert.equal(ours((await json(['traces', 'service-map'], { env })) as Json, 'edges', 'source').length, 3);
    const { stdout } = await svc(['traces', 'service-map', '--since', '2h', '-o', 'table'], { env });
    assert.match(stdout, /FROM +TO +TYPE +CALLS/);
    assert.match(stdout, new RegExp(`Without calls: .*${lonely}`));
  });
});
