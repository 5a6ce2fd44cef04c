import assert from 'node:assert/strict';
import { runCommandLine } from '../../cli.js';
import { fakeIo } from '../../testing/fake-io.js';
import { CATALOG } from '../index.js';

const WIDGETS = Array.from({ length: 9 }, (_, index) => ({
  id: `w${index}`,
  dashboard_id: 'd1',
  type: index === 8 ? 'text' : 'value',
  title: `Widget ${index}`,
  text: 'Words',
  position: { x: 0, y: index },
}));

/** Answers for one dashboard; the data of the widget w3 cannot be read. */
function dashboardIo() {
  const paths: string[] = [];
  let [running, most] = [0, 0];
  const fetch = async (input: unknown): Promise<Response> => {
    const url = new URL(String(input));
    paths.push(url.pathname + url.search);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (url.pathname.endsWith('/w3/data')) return json({ error: 'forbidden', message: 'Not yours.' }, 403);
    if (url.pathname.endsWith('/data')) return json({ rows: [{ labels: {}, value: 7 }] });
    return json({ id: 'd1', name: 'Shop', time_range: '1h', widgets: WIDGETS });
  };
  const env = { SVC_API_KEY: 'k', SVC_API_URL: 'http://svc.test', SVC_PROJECT: 'p1' };
  return { io: fakeIo({ env, fetch }), paths, most: () => most };
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('dashboards get', () => {
  it('reads the data of each widget for a table, few at a time, and shows failures in their places', async () => {
    const { io, paths, most } = dashboardIo();
    assert.equal(await runCommandLine(['dashboards', 'get', 'd1', '-o', 'table'], CATALOG, io), 0);
    assert.equal(paths.length, 1 + 8);
    assert.ok(paths.includes('/api/v1/dashboards/d1/widgets/w0/data?project_id=p1'), paths.join());
    assert.ok(most() <= 4, `${most()} at a time`);
    assert.match(io.written.stdout, /\nWidget 2\nwidget w2\n7\n\nWidget 3\nwidget w3\n.*Not yours\..*\n\nWidget 4\n/);
    assert.match(io.written.stdout, /\nWidget 8\nwidget w8\nWords\n$/);
  });

  it('prints the definition alone as JSON', async () => {
    const { io, paths } = dashboardIo();
    assert.equal(await runCommandLine(['dashboards', 'get', 'd1'], CATALOG, io), 0);
    assert.deepEqual((JSON.parse(io.written.stdout) as { widgets: unknown }).widgets, WIDGETS);
    assert.equal(paths.length, 1);
  });
});
