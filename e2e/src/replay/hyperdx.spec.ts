import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { RecordedEvent } from '@svc/player';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ok, type Json } from '../api.js';
import { FaultProxy, type SeenRequest } from '../fault-proxy.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { MountedFrame } from './play/mounted-frame.js';
import { startMountingSite, type MountingSite } from './play/mounting-site.js';
import { SERIALIZE } from './play/serialize.js';
import { readStoredEvents } from './play/stored-events.js';
import { NOTE, SECRETS, serveShopSite, type ShopSite } from './shop-site.js';

const executable = findChromium();
const SDK = createRequire(import.meta.url).resolve('@hyperdx/browser');
const ROUTE = '/replay/v1/logs';
const TYPE = { full: 2, meta: 4 } as const;

function specs(executablePath: string): void {
  let browser: Browser;
  let site: ShopSite;
  let mounting: MountingSite;
  let proxy: FaultProxy;
  let context: BrowserContext;
  let project: string;
  let key: string;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
    site = await serveShopSite();
    mounting = await startMountingSite();
    ({ id: project } = await makeProject());
    key = await makePublishableKey(project, ['analytics:write', 'telemetry:write'], [site.origin]);
    for (const secret of [...SECRETS, NOTE]) noteSecret(secret);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
    await mounting.stop();
  });
  beforeEach(async () => {
    proxy = await FaultProxy.start(theService().ingestUrl);
    context = await browser.newContext();
  });
  afterEach(async () => {
    await context.close();
    await proxy.stop();
  });

  /** Opens the shop with the SDK, which masks nothing itself, so that all that is replaced was replaced by the service. */
  const open = async (prepare = 'undefined'): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(site.origin);
    await page.evaluate(prepare);
    await page.addScriptTag({ path: SDK });
    const config = {
      apiKey: key,
      service: 'shop',
      url: proxy.origin,
      logsUrl: proxy.origin + ROUTE,
      maskAllInputs: false,
      disableIntercom: true,
      otelResourceAttributes: { 'service.version': 'web@1', 'deployment.environment': 'test' },
    };
    await page.evaluate(`HyperDX.init(${JSON.stringify(config)})`);
    return page;
  };
  const sent = (route = ROUTE): SeenRequest[] =>
    proxy.requests.filter(({ method, path }) => method === 'POST' && path === route);
  /** Resolves once a request was accepted that has this text. */
  const untilSent = (text: string): Promise<unknown> =>
    eventually(`${text} was sent`, () =>
      Promise.resolve(sent().some(({ body, status }) => status === 200 && body.includes(text))),
    );
  /** The events of a session once one of them has this text. */
  const readEvents = (session: string, text: string): Promise<RecordedEvent[]> =>
    eventually('the events are stored', async () => {
      const events = await readStoredEvents(project, session);
      return events !== undefined && JSON.stringify(events).includes(text) && events;
    });

  it('is stored with its first picture and its changes, and without what is typed', async () => {
    const page = await open();
    const session = await page.evaluate<string>('HyperDX.getSessionId()');
    await untilSent('Cart of the shop');
    await page.fill('#name', SECRETS[0] ?? '');
    await page.fill('#password', SECRETS[1] ?? '');
    await page.fill('#area', SECRETS[3] ?? '');
    await page.locator('#note').pressSequentially(NOTE);
    await page.click('#add');
    await untilSent('item added');
    const bodies = sent().map(({ body }) => body);
    for (const secret of [SECRETS[0], SECRETS[3], NOTE])
      assert.ok(
        bodies.some((body) => body.includes(secret ?? 'none')),
        `the SDK sends ${secret}`,
      );

    const events = await readEvents(session, 'item added');
    assert.deepEqual(
      events.slice(0, 2).map(({ type }) => type),
      [TYPE.meta, TYPE.full],
    );
    const stored = JSON.stringify(events);
    for (const secret of [...SECRETS, NOTE]) assert.ok(!stored.includes(secret), secret);
    for (const text of ['Cart of the shop', 'inner page', 'shadow tree', 'added-rule'])
      assert.ok(stored.includes(text), text);

    const details = await ok('GET', `/replay/${session}?project_id=${project}`);
    const { sdk, release, environment } = details['recording'] ?? {};
    assert.deepEqual([details['warnings'], sdk, release, environment], [
      [],
      'rum.rr-web 4.0.0',
      'web@1',
      'test',
    ] as unknown as Json[]);
    await eventually('its spans are accepted as well', () =>
      Promise.resolve(sent('/v1/traces').some(({ status }) => status === 200)),
    );
  });

  it('shows the page as it was, also one that is sent in several slices', async () => {
    // What the recorder masks would not be shown as it was.
    const page = await open(`document.querySelectorAll('.rr-block, .rr-mask').forEach((element) => element.remove())`);
    const session = await page.evaluate<string>('HyperDX.getSessionId()');
    await untilSent('Cart of the shop');
    const large = `document.body.append(Object.assign(document.createElement('pre'), { textContent: 'large page '.repeat(200_000) }))`;
    await page.evaluate(large);
    await untilSent('large page large page');
    await page.evaluate(`document.querySelector('pre').remove()`);
    // Not with a click, because players mark what was clicked.
    const item = `document.body.append(Object.assign(document.createElement('p'), { textContent: 'item added' }))`;
    await page.evaluate(item);
    await untilSent('item added');
    const picture = await page.evaluate<string>(`(${SERIALIZE})(document)`);
    const slices = sent().map(({ body }) => body.match(/rr-web\.total-chunks/g)?.length ?? 0);
    const events = await readEvents(session, 'item added');
    assert.ok(slices.reduce((sum, count) => sum + count, 0) > events.length, 'an event has several slices');

    const mounted = await MountedFrame.open(context, mounting.page);
    await mounted.send({ type: 'load', events });
    await mounted.seek((events.at(-1)?.timestamp ?? 0) - (events[0]?.timestamp ?? 0));
    await mounted.assertShows(picture);
    assert.deepEqual(await mounted.warnings(), []);
  });
}

describe('a page recorded by the SDK of HyperDX', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
