import type { Recorder } from './recorder.js';

/** Creates a dashboard with a widget, reads it and deletes it. */
export async function recordDashboards(recorder: Recorder): Promise<void> {
  const created = await recorder.call('dashboards.create', {
    body: {
      name: 'Checkout',
      description: 'Errors and traffic of the checkout.',
      tags: ['shop'],
      variables: [{ name: 'service', default: 'checkout' }],
      time_range: '6h',
    },
  });
  const dashboard = { dashboard_id: String(created['id']) };
  const added = await recorder.call('widgets.add', {
    path: dashboard,
    body: {
      type: 'value',
      title: 'Errors',
      query: { signal: 'logs', q: 'level:error service:$service' },
      visualization: { color: 'red' },
    },
  });
  const widget = { ...dashboard, widget_id: String(added['id']) };
  await recorder.call('widgets.update', {
    path: widget,
    body: { title: 'Errors of the checkout', expected_version: 1 },
  });
  await recorder.call('widgets.data', { path: widget, query: { variables: 'service:web' } });
  await recorder.call('widgets.preview_unsaved', {
    body: { type: 'value', query: { signal: 'logs', q: 'level:error' } },
  });
  await recorder.call('dashboards.get', { path: dashboard });
  await recorder.call('dashboards.update', {
    path: dashboard,
    body: { tags: { values: ['shop', 'team-a'] }, refresh_interval: '1m', expected_version: 1 },
  });
  const copy = await recorder.call('dashboards.clone', { path: dashboard, body: { name: 'Checkout of the shop' } });
  await recorder.call('dashboards.import', {
    body: {
      grafana: {
        title: 'Hosts',
        time: { from: 'now-6h', to: 'now' },
        templating: { list: [{ name: 'job', type: 'query', current: { value: 'node' } }] },
        panels: [
          {
            type: 'timeseries',
            title: 'Load',
            gridPos: { x: 0, y: 0, w: 12, h: 8 },
            targets: [{ expr: 'avg by (instance) (node_load1{job="$job"})' }],
          },
          { type: 'geomap', title: 'Where', targets: [] },
        ],
      },
    },
  });
  await recorder.call('dashboards.list', { query: { limit: 2 } });
  await recorder.call('widgets.delete', { path: widget });
  await recorder.call('dashboards.delete', { path: { dashboard_id: String(copy['id']) } });
}
