import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';

describe('dashboards', () => {
  let query: string;
  let project: string;
  beforeAll(async () => {
    project = (await makeProject()).id;
    query = `project_id=${project}`;
  });

  const series = { type: 'timeseries', title: 'Errors', query: { signal: 'logs', q: 'level:error' } };
  const create = (more: object = {}) => ok('POST', `/dashboards?${query}`, { body: { name: 'Mine', ...more } });

  it('begins with one dashboard for each signal, which can be deleted for good', async () => {
    const list = async () => [...((await ok('GET', `/dashboards?${query}`))['dashboards'] as Json[])];
    const starters = await list();
    assert.deepEqual(
      starters.map(({ name }) => name),
      ['Logs', 'Traces', 'Errors', 'Events', 'Metrics'],
    );
    const [first] = starters;
    assert.equal((await api('DELETE', `/dashboards/${String(first?.['id'])}?${query}`)).status, 204);
    assert.equal((await list()).length, 4);
  });

  it('creates a dashboard, finds it at its location, changes and copies it', async () => {
    const body = { name: 'Shop', tags: ['a'], description: 'd', layout: { items: [] } };
    const created = await api('POST', `/dashboards?${query}`, { body });
    assert.equal(created.status, 201);
    const id = String(created.json['id']);
    assert.match(created.headers.get('location') ?? '', new RegExp(`/dashboards/${id}`));
    const added = await api('POST', `/dashboards/${id}/widgets?${query}`, { body: series });
    assert.equal(added.status, 201);
    assert.match(
      added.headers.get('location') ?? '',
      new RegExp(`/dashboards/${id}/widgets/${String(added.json['id'])}`),
    );
    const changed = await ok('PATCH', `/dashboards/${id}?${query}`, { body: { tags: { values: ['b', 'c'] } } });
    assert.deepEqual([changed['tags'], changed['name'], Number(changed['version'])], [['b', 'c'], 'Shop', 2]);
    const copy = await ok('POST', `/dashboards/${id}/clone?${query}`, { body: {} });
    assert.equal(copy['name'], 'Shop (copy)');
    assert.notEqual(copy['widgets']?.[0]?.['id'], added.json['id']);
  });

  it('loses nothing with two editors of a dashboard, and refuses a stale version with 409', async () => {
    const id = String((await create())['id']);
    const path = `/dashboards/${id}/widgets`;
    const add = () => ok('POST', `${path}?${query}`, { body: series });
    const [a, b] = await Promise.all([add(), add()]);
    const edit = (widget: Json, title: string) =>
      api('PATCH', `${path}/${String(widget['id'])}?${query}`, { body: { title, expected_version: 1 } });
    const outcomes = await Promise.all([edit(a, 'one'), edit(b, 'two')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      [200, 200],
    );
    const again = await edit(a, 'three');
    assert.deepEqual([again.status, again.json['error']], [409, 'version_conflict']);
    const { widgets } = await ok('GET', `/dashboards/${id}?${query}`);
    assert.deepEqual([...(widgets as Json[])].map(({ title }) => String(title)).toSorted(), ['one', 'two']);
  });

  it('keeps every change of two editors who work at the same time, one on widgets and one on their positions', async () => {
    const id = String((await create())['id']);
    const path = `/dashboards/${id}/widgets`;
    const editors = await Promise.all(
      ['ann', 'bob'].map(async () => (await makeKey(['dashboards:read', 'dashboards:write'], project)).secret),
    );
    const [ann = '', bob = ''] = editors;
    const widgets = await Promise.all(
      Array.from({ length: 6 }, (_, nth) =>
        ok('POST', path, { key: editors[nth % 2] ?? ann, body: { ...series, title: `widget ${nth}` } }),
      ),
    );
    const places = (round: number) => widgets.map((_, nth) => ({ x: 4 * ((nth + round) % 6), y: 0, w: 4, h: 2 }));
    const rename = async (): Promise<void> => {
      for (let round = 1; round <= 5; round++)
        for (const [nth, widget] of widgets.entries())
          await ok('PATCH', `${path}/${String(widget['id'])}`, { key: ann, body: { title: `${nth} of ${round}` } });
    };
    const move = async (): Promise<void> => {
      for (let round = 1; round <= 5; round++) {
        const items = places(round).map((place, nth) => ({ widget_id: widgets[nth]?.['id'], ...place }));
        const { version } = await ok('GET', `/dashboards/${id}`, { key: bob });
        await ok('PATCH', `/dashboards/${id}`, { key: bob, body: { layout: { items }, expected_version: version } });
      }
    };
    const [added] = await Promise.all([
      ok('POST', path, { key: bob, body: { ...series, title: 'late', position: { x: 0, y: 100, w: 24, h: 2 } } }),
      ...[rename(), move()],
    ]);
    const shown = [...((await ok('GET', `/dashboards/${id}`, { key: ann }))['widgets'] as Json[])];
    const byId = new Map(shown.map((widget) => [widget['id'] as string, widget]));
    for (const [nth, { id: widgetId }] of widgets.entries()) {
      const widget = byId.get(widgetId);
      assert.deepEqual([widget?.['title'], widget?.['position']], [`${nth} of 5`, places(5)[nth]]);
    }
    assert.equal(byId.get(added['id'] as string)?.['title'], 'late');
    assert.equal(shown.length, widgets.length + 1);
  });

  it('requires dashboards:read to read, dashboards:write to change, and the scope of the signal to read data', async () => {
    const id = String((await create())['id']);
    const widget = await ok('POST', `/dashboards/${id}/widgets?${query}`, { body: series });
    const data = `/dashboards/${id}/widgets/${String(widget['id'])}/data`;
    const { secret: key } = await makeKey(['dashboards:read'], project);
    assert.equal((await api('GET', `/dashboards/${id}`, { key })).status, 200);
    assert.equal((await api('POST', '/dashboards', { key, body: { name: 'x' } })).status, 403);
    assert.equal((await api('GET', data, { key })).status, 403);
    const { secret: reader } = await makeKey(['dashboards:read', 'logs:read'], project);
    const shown = await ok('GET', data, { key: reader });
    assert.equal(shown['interval'], '1m');
    assert.equal(shown['error'], undefined);
  });

  it('refuses an invalid field of a dashboard with 400, and an unknown dashboard with 404', async () => {
    const id = String((await create())['id']);
    for (const body of [
      { ...series, type: 'pie' },
      { ...series, title: '' },
      { ...series, query: { signal: 'logs', q: '(' } },
      { ...series, query: { signal: 'logs', unknown: 1 } },
      { ...series, position: { x: 20, y: 0, w: 5, h: 1 } },
      { ...series, refresh_interval: 'often' },
    ]) {
      const { status, json } = await api('POST', `/dashboards/${id}/widgets?${query}`, { body });
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], JSON.stringify(body));
    }
    for (const unknown of [randomUUID(), 'x'])
      assert.equal((await api('GET', `/dashboards/${unknown}?${query}`)).status, 404);
  });
});
