import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { FaultProxy } from '../../fault-proxy.js';
import { theService } from '../../topology.js';
import type { ConsolePage } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

const LIST = '/api/v1/logs';
const STREAM = '/api/v1/stream/logs';
/** Messages of the browser itself about failed requests. */
const FAILED = /Failed to load resource|ERR_/;

const isFor =
  (wanted: string) =>
  ({ path }: { path: string }): boolean =>
    path.split('?')[0] === wanted;

describeConsole('the console while the service is failing, slow, cut off or gone', (suite) => {
  let project: SeededProject;
  let proxy: FaultProxy;
  beforeAll(async () => {
    project = await SeededProject.make();
    await sendLine(project, 'the first line');
    await eventually('the line is stored', async () => {
      const { logs }: { logs?: readonly unknown[] } = await project.get('/logs');
      return logs?.length === 1;
    });
  });
  beforeEach(async () => {
    proxy = await FaultProxy.start(theService().httpUrl);
  });
  afterEach(() => proxy.stop());

  /** Opens the logs through the proxy. */
  const open = async (search = ''): Promise<ConsolePage> => {
    const opened = await suite().openBlank({ cookie: await suite().cookie('ROLE_VIEWER'), httpUrl: proxy.origin });
    opened.tolerate(FAILED);
    await opened.page.goto(`/p/${project.slug}/logs${search}`);
    return opened;
  };
  const line = (page: Page, text = 'the first line') => page.getByRole('grid').getByText(text);
  const lists = () => proxy.requests.filter(isFor(LIST)).length;

  it('repeats a request at the time that a 503 names, without the user', async () => {
    proxy.fail(isFor(LIST), failure(503, 'unavailable', { 'retry-after': '1' }));
    const { page } = await open();
    await eventually('the list was requested', () => Promise.resolve(lists() > 0));
    proxy.heal();
    await line(page).waitFor();
  });

  it('says for how long a 429 asks to wait, and does not ask before', async () => {
    proxy.fail(isFor(LIST), failure(429, 'rate_limited', { 'retry-after': '120' }));
    const { page } = await open();
    await page.getByRole('alert').getByText('Try again in 120 seconds.').waitFor();
    assert.equal(lists(), 1);
    proxy.heal();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await line(page).waitFor();
  });

  it('shows the message and the ID of a request that failed, and tries again when asked', async () => {
    proxy.fail(isFor(LIST), failure(500, 'internal', { 'x-request-id': 'request-7' }));
    const { page } = await open();
    const alert = page.getByRole('alert');
    await alert.getByText('The service has failed').waitFor();
    await alert.getByText('request-7').waitFor();
    proxy.heal();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await line(page).waitFor();
  });

  it('says that the service cannot be reached, whether connections or answers break off', async () => {
    for (const fault of ['cut', { cutAfterBytes: 20 }] as const) {
      proxy.fail(isFor(LIST), fault);
      const { page } = await open();
      await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
      proxy.heal();
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await line(page).waitFor();
    }
  });

  it('keeps the page usable while an answer is slow', async () => {
    proxy.fail(isFor(LIST), { delayMs: 1_500 });
    const { page } = await open();
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    await page.getByRole('link', { name: 'Traces' }).click();
    await page.getByRole('heading', { level: 1, name: 'Traces' }).waitFor();
    await page.goBack();
    await line(page).waitFor();
  });

  it('goes on with a tail whose stream was cut, without repeating a record', async () => {
    const { page } = await open('?live=1');
    await page.getByText('Live. Records appear as they arrive.').waitFor();
    await sendLine(project, 'before the cut');
    await line(page, 'before the cut').waitFor();
    const streams = (): number => proxy.requests.filter(isFor(STREAM)).length;
    assert.equal(streams(), 1);
    proxy.cut(isFor(STREAM));
    await sendLine(project, 'after the cut');
    await line(page, 'after the cut').waitFor();
    assert.ok(streams() > 1);
    assert.equal(await line(page, 'before the cut').count(), 1);
  });

  it('ends the stream of a tab that has been hidden for 30 seconds, and continues when it is shown', async () => {
    const { page } = await open();
    await page.clock.install();
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('Live. Records appear as they arrive.').waitFor();
    await setVisibility(page, 'hidden');
    await page.clock.runFor(31_000);
    await eventually('the stream has ended', () => Promise.resolve(proxy.countOpen(isFor(STREAM)) === 0));
    await sendLine(project, 'while the tab was hidden');
    await setVisibility(page, 'visible');
    await page.clock.resume();
    await line(page, 'while the tab was hidden').waitFor();
  });
});

function failure(status: number, error: string, headers: Readonly<Record<string, string>>) {
  const body = JSON.stringify({ error, message: 'The proxy of the test refuses this.' });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Lets the page believe that its tab is shown or hidden. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);
}

async function sendLine(project: SeededProject, text: string): Promise<void> {
  const item = { timeUnixNano: `${Date.now()}000000`, severityNumber: 9, body: { stringValue: text } };
  await project.send('logs', [{ service: 'tail', resource: {}, item }]);
}
