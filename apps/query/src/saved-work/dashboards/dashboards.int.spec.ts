import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { WidgetQuerySchema } from '@svc/contract';
import type { ServiceError } from '@svc/service-error';
import { editor, startDashboards, type DashboardsServer } from './dashboards.fixture.js';

const SERIES = { type: 'timeseries', title: 'Errors', query: { signal: 'logs', q: 'level:error' } };

/** The query of an answer as one of a request. */
const toAsked = ({ $typeName: _, ...query } = create(WidgetQuerySchema)) => query;

describe('dashboards', () => {
  let server: DashboardsServer;
  beforeAll(async () => {
    server = await startDashboards();
  });
  afterAll(() => server.stop());

  const names = async (as: ReturnType<typeof editor>) =>
    (await server.dashboards.list({}, as)).dashboards.map(({ name }) => name);

  it('begins with one dashboard for each signal, which stays deleted', async () => {
    const ann = editor();
    const many = await Promise.all(Array.from({ length: 6 }, () => names(ann)));
    for (const found of many) assert.deepEqual(found, ['Logs', 'Traces', 'Errors', 'Events', 'Metrics']);
    const { dashboards } = await server.dashboards.list({}, ann);
    for (const { id } of dashboards) {
      const { widgets } = await server.dashboards.get({ dashboardId: id }, ann);
      assert.ok(widgets.length >= 4);
      // The service accepts every query of a starter dashboard.
      for (const { id: widgetId, query } of widgets)
        await server.widgets.update({ dashboardId: id, widgetId, query: toAsked(query) }, ann);
      await server.dashboards.delete({ dashboardId: id }, ann);
    }
    assert.deepEqual(await names(ann), []);
  });

  it('lists dashboards in pages, the latest first', async () => {
    const ann = editor();
    await names(ann);
    const made = await server.dashboards.create({ name: 'Mine', tags: ['a', 'b'] }, ann);
    assert.deepEqual([made.version, made.timeRange, made.tags, made.widgets], [1n, '1h', ['a', 'b'], []]);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await server.dashboards.list({ limit: 2, cursor }, ann);
      seen.push(...page.dashboards.map(({ name }) => name));
      if (!page.pagination?.hasMore) break;
      cursor = page.pagination.nextCursor ?? '';
    }
    assert.deepEqual(seen.toSorted(), ['Errors', 'Events', 'Logs', 'Metrics', 'Mine', 'Traces']);
  });

  it('imports dashboards of Grafana, with a report of every panel', async () => {
    const ann = editor();
    const place = (x: number) => ({ gridPos: { x, y: 0, w: 12, h: 8 } });
    const panels = [
      { type: 'timeseries', title: 'Load', ...place(0), targets: [{ expr: 'avg(load{host="$host"})' }] },
      { type: 'stat', title: 'Unreadable', ...place(12), targets: [{ expr: `{app="${'x'.repeat(2_000)}"}` }] },
      { type: 'logs', title: 'Errors', ...place(12), targets: [{ expr: '{app="cart"} |= "failed"' }] },
      { type: 'geomap', title: 'Where' },
    ];
    const grafana = { title: 'Hosts', panels, templating: { list: [{ name: 'host', type: 'textbox' }] } };
    const imported = await server.dashboards.import({ grafana }, ann);
    const { id: dashboardId, widgets, variables, name } = imported.dashboard ?? assert.fail();
    assert.deepEqual([name, variables.map((one) => one.name)], ['Hosts', ['host']]);
    assert.deepEqual(
      imported.panels.map(({ title, status }) => `${title} ${status}`),
      ['Load kept', 'Unreadable changed', 'Errors changed', 'Where left_out'],
    );
    assert.deepEqual(
      widgets.map(({ type, title }) => `${type} ${title}`),
      ['timeseries Load', 'list Unreadable', 'list Errors'],
    );
    // The service accepts every imported query as if a user had added it.
    for (const { id: widgetId, query } of widgets)
      await server.widgets.update({ dashboardId, widgetId, query: toAsked(query) }, ann);
    const many = Array.from({ length: 201 }, () => ({ type: 'text' }));
    for (const refused of [{ panels: [] }, { panels: many }])
      await assert.rejects(server.dashboards.import({ grafana: refused }, ann), ({ details }: ServiceError) => {
        return details[0]?.path === 'grafana.panels';
      });
    const full = await server.dashboards.import({ grafana: { panels: many.slice(0, 60) }, name: 'Full' }, ann);
    assert.equal(full.dashboard?.widgets.length, 50);
    assert.equal(full.panels.at(-1)?.reason, 'a dashboard can have 50 widgets');
  });

  it('loses nothing when two editors change a dashboard at the same time', async () => {
    const project = randomUUID();
    const [ann, bob] = [editor({ project }), editor({ project })];
    const { id: dashboardId } = await server.dashboards.create({ name: 'Shared' }, ann);
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        server.widgets.add({ dashboardId, ...SERIES, title: `w${nth}` }, nth % 2 ? ann : bob),
      ),
    );
    const [first, second, third] = added.map(({ id }) => id) as [string, string, string];
    await Promise.all([
      server.widgets.update({ dashboardId, widgetId: first, title: 'by Ann', expectedVersion: 1n }, ann),
      server.widgets.update({ dashboardId, widgetId: second, title: 'by Bob', expectedVersion: 1n }, bob),
      server.widgets.delete({ dashboardId, widgetId: third }, ann),
      server.dashboards.update({ dashboardId, description: 'by Bob', expectedVersion: 1n }, bob),
    ]);
    const after = await server.dashboards.get({ dashboardId }, ann);
    assert.equal(after.widgets.length, 11);
    assert.equal(after.layout?.items.length, 11);
    assert.deepEqual([after.description, after.version], ['by Bob', 2n]);
    const titles = new Map(after.widgets.map(({ id, title, version }) => [id, [title, version]]));
    assert.deepEqual(
      [titles.get(first), titles.get(second)],
      [
        ['by Ann', 2n],
        ['by Bob', 2n],
      ],
    );
    const cells = new Set<string>();
    for (const { x, y, w, h } of after.layout.items)
      for (let column = x; column < x + w; column++)
        for (let row = y; row < y + h; row++) {
          assert.ok(!cells.has(`${column}/${row}`));
          cells.add(`${column}/${row}`);
        }
  });

  it('applies one of several changes that expect the same version, and refuses the others', async () => {
    const ann = editor();
    const { id: dashboardId } = await server.dashboards.create({ name: 'Race' }, ann);
    const { id: widgetId } = await server.widgets.add({ dashboardId, ...SERIES }, ann);
    const names = ['a', 'b', 'c', 'd'];
    for (const change of [
      (name: string) => server.dashboards.update({ dashboardId, name, expectedVersion: 1n }, ann),
      (title: string) => server.widgets.update({ dashboardId, widgetId, title, expectedVersion: 1n }, ann),
    ]) {
      const outcomes = await Promise.allSettled(names.map((name) => change(name)));
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.equal((outcome.reason as ServiceError).code, 'version_conflict');
    }
    const stale = { dashboardId, expectedVersion: 1n };
    await assert.rejects(server.widgets.delete({ ...stale, widgetId }, ann), { code: 'version_conflict' });
    await assert.rejects(server.dashboards.delete(stale, ann), { code: 'version_conflict' });
  });

  it('copies a dashboard with new IDs, independent of the original', async () => {
    const ann = editor();
    const { id: dashboardId } = await server.dashboards.create(
      { name: 'Original', tags: ['t'], variables: [{ name: 'service', default: 'web' }] },
      ann,
    );
    const visualization = { kind: { case: 'stringValue' as const, value: 'bars' } };
    await server.widgets.add({ dashboardId, ...SERIES, visualization }, ann);
    await server.widgets.add({ dashboardId, type: 'text', title: 'Note', text: '# Hello' }, ann);
    const original = await server.dashboards.get({ dashboardId }, ann);
    const copy = await server.dashboards.clone({ dashboardId }, ann);
    const bare = ({ widgets, tags, variables }: typeof original) => [
      tags,
      variables,
      widgets.map(({ id: _, dashboardId: __, ...same }) => same),
    ];
    assert.equal(copy.name, 'Original (copy)');
    assert.deepEqual(bare(copy), bare(original));
    assert.ok(copy.widgets.every(({ id }) => !original.widgets.some((widget) => widget.id === id)));
    await server.dashboards.delete({ dashboardId }, ann);
    assert.deepEqual(await server.dashboards.get({ dashboardId: copy.id }, ann), copy);
  });

  it('keeps a layout without overlaps inside the grid', async () => {
    const ann = editor();
    const { id: dashboardId } = await server.dashboards.create({ name: 'Grid' }, ann);
    const widgets = [];
    for (const title of ['a', 'b']) widgets.push(await server.widgets.add({ dashboardId, ...SERIES, title }, ann));
    const [a, b] = widgets.map(({ id }) => id) as [string, string];
    const place = { x: 0, y: 0, w: 12, h: 8 };
    const moved = await server.dashboards.update(
      {
        dashboardId,
        layout: {
          items: [
            { widgetId: a, ...place, x: 12 },
            { widgetId: b, ...place },
          ],
        },
      },
      ann,
    );
    assert.deepEqual(
      moved.layout?.items.map(({ widgetId, x }) => [widgetId, x]),
      [
        [b, 0],
        [a, 12],
      ],
    );
    const refused = [
      [{ widgetId: a, ...place }],
      [{ widgetId: a, ...place, x: 13 }],
      [{ widgetId: randomUUID(), ...place, y: 20 }],
      [
        { widgetId: a, ...place, y: 20 },
        { widgetId: a, ...place, y: 40 },
      ],
    ];
    for (const items of refused)
      await assert.rejects(server.dashboards.update({ dashboardId, layout: { items } }, ann), {
        code: 'invalid_request',
      });
    await assert.rejects(server.widgets.add({ dashboardId, ...SERIES, position: place }, ann), {
      code: 'invalid_request',
    });
    await server.widgets.delete({ dashboardId, widgetId: b }, ann);
    assert.deepEqual((await server.widgets.add({ dashboardId, ...SERIES }, ann)).position, {
      ...place,
      $typeName: 'svc.v1.WidgetPosition',
    });
  });

  it('refuses queries that cannot be answered, and names the field', async () => {
    const ann = editor();
    const { id: dashboardId } = await server.dashboards.create({ name: 'Checks' }, ann);
    const refused: [string, object | undefined, string][] = [
      ['timeseries', { signal: 'logs', q: 'level:(' }, 'query.q'],
      ['list', { signal: 'traces', q: '(a' }, 'query.q'],
      ['list', { signal: 'events' }, 'query.signal'],
      ['list', { signal: 'logs', aggregate: 'count' }, 'query.aggregate'],
      ['value', { signal: 'logs', groupBy: ['service'] }, 'query.group_by'],
      ['table', { signal: 'logs', aggregate: 'sum' }, 'query.field'],
      ['timeseries', { signal: 'metrics' }, 'query.metric'],
      ['timeseries', { signal: 'errors', aggregate: 'error_ratio' }, 'query.aggregate'],
      ['timeseries', { signal: 'logs', limit: 51 }, 'query.limit'],
      ['timeseries', undefined, 'query'],
      ['text', { signal: 'logs' }, 'query'],
    ];
    for (const [type, query, path] of refused)
      await assert.rejects(
        server.widgets.add({ dashboardId, type, title: 'x', ...(query && { query: query as never }) }, ann),
        (error: ServiceError) => {
          assert.deepEqual([error.code, error.details[0]?.path], ['invalid_request', path]);
          return true;
        },
      );
  });

  it('answers unknown dashboards and widgets, and those of another project, with the same 404', async () => {
    const [ann, eve] = [editor(), editor()];
    const { id: dashboardId } = await server.dashboards.create({ name: 'Hidden' }, ann);
    const { id: widgetId } = await server.widgets.add({ dashboardId, ...SERIES }, ann);
    for (const [dashboard, widget] of [
      [dashboardId, widgetId],
      [randomUUID(), widgetId],
      ['x', '\u0000'],
    ] as const)
      for (const attempt of [
        () => server.dashboards.get({ dashboardId: dashboard }, eve),
        () => server.dashboards.update({ dashboardId: dashboard, name: 'x' }, eve),
        () => server.dashboards.clone({ dashboardId: dashboard }, eve),
        () => server.dashboards.delete({ dashboardId: dashboard }, eve),
        () => server.widgets.add({ dashboardId: dashboard, ...SERIES }, eve),
        () => server.widgets.update({ dashboardId: dashboard, widgetId: widget, title: 'x' }, eve),
        () => server.widgets.delete({ dashboardId: dashboard, widgetId: widget }, eve),
        () => server.widgets.data({ dashboardId: dashboard, widgetId: widget }, eve),
      ])
        await assert.rejects(attempt(), { code: 'not_found' });
    assert.equal((await server.dashboards.get({ dashboardId }, ann)).version, 1n);
  });
});
