import assert from 'node:assert/strict';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { api, ok, type Json } from '../api.js';
import { FaultProxy, type SeenRequest } from '../fault-proxy.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { INNER, MountedFrame } from './play/mounted-frame.js';
import { startMountingSite } from './play/mounting-site.js';
import { bundlePostHog, postHogScript } from './posthog-page.js';
import { NOTE, SECRETS, serveShopSite, type ShopSite } from './shop-site.js';

const executable = findChromium();
const FULL_SNAPSHOT = 2;
/** The elements of a list in an answer. */
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const textOf = (events: readonly Json[]): string => JSON.stringify(events);

/** The IDs of the events in a request of the SDK. */
const idsOf = ({ body }: SeenRequest): string[] => [...body.matchAll(/"uuid":"([\w-]+)"/g)].map(([, id = '']) => id);

function specs(executablePath: string): void {
  let browser: Browser;
  let site: ShopSite;
  let proxy: FaultProxy;
  let context: BrowserContext;
  let project: string;
  let key: string;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
    site = await serveShopSite();
    site.files.set('/posthog.js', await bundlePostHog());
    ({ id: project } = await makeProject());
    key = await makePublishableKey(project, ['analytics:write'], [site.origin]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });
  beforeEach(async () => {
    proxy = await FaultProxy.start(theService().ingestUrl);
    context = await browser.newContext();
    site.script = postHogScript('/posthog.js', proxy.origin, key);
  });
  afterEach(async () => {
    await context.close();
    await proxy.stop();
  });

  const recordings = (): SeenRequest[] =>
    proxy.requests.filter(({ method, path }) => method === 'POST' && /^\/s\/(\?|$)/.test(path));
  const accepted = (): SeenRequest[] => recordings().filter(({ status }) => status === 200);
  const untilAccepted = (count: number): Promise<void> =>
    eventually('recordings are accepted', () => Promise.resolve(accepted().length >= count)).then(() => undefined);
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(site.origin);
    return page;
  };
  const sessionOf = (page: Page): Promise<string> => page.evaluate('posthog.get_session_id()');
  /** The events of a session, once they have a text. */
  const readEvents = (session: string, text: string): Promise<Json[]> =>
    eventually('the events are stored', async () => {
      const { status, json } = await api('GET', `/replay/${session}/snapshots?project_id=${project}`);
      const events = status === 200 ? listOf(json['events']) : [];
      return textOf(events).includes(text) && events;
    });

  it('records a visit as it asks the service whether it may, plays, and has nothing of what is typed', async () => {
    const page = await open();
    const session = await sessionOf(page);
    await page.fill('#name', SECRETS[0] ?? '');
    await page.fill('#password', SECRETS[1] ?? '');
    await page.fill('#area', SECRETS[3] ?? '');
    await page.locator('#note').pressSequentially(NOTE);
    await page.click('#add');
    const events = await readEvents(session, 'item added');
    const stored = textOf(events);
    for (const secret of [...SECRETS, NOTE]) assert.ok(!stored.includes(secret), secret);
    assert.ok(events.some(({ event }) => Number(event?.['type']) === FULL_SNAPSHOT));
    for (const text of ['Cart of the shop', 'shadow tree']) assert.ok(stored.includes(text), text);

    const details = await ok('GET', `/replay/${session}?project_id=${project}`);
    const windows = listOf(details['windows']);
    assert.deepEqual([listOf(details['warnings']), windows.length], [[], 1]);
    assert.match(String(windows[0]?.['sdk']), /^posthog-js \d/);
    const distinctId = await page.evaluate('posthog.get_distinct_id()');
    assert.ok(JSON.stringify(details).includes(String(distinctId)), 'the person');

    const mounting = await startMountingSite();
    const mounted = await MountedFrame.open(context, mounting.page);
    await mounted.send({ type: 'load', events: events.map(({ event }) => event) });
    const times = events.map(({ event }) => Number(event?.['timestamp']));
    await mounted.seek(Math.max(...times) - Math.min(...times));
    await eventually('the last picture', async () =>
      (await mounted.evaluate<string>(`${INNER}.documentElement.textContent`)).includes('item added'),
    );
    assert.deepEqual(await mounted.warnings(), []);
    await mounting.stop();
  });

  it('loses and repeats nothing if answers are lost and the page is left', async () => {
    const page = await open();
    // The SDK sends nothing before the visitor does something.
    await page.click('#add');
    await untilAccepted(1);
    const session = await sessionOf(page);
    proxy.fail(({ method }) => method === 'POST', 'forget');
    const before = accepted().length;
    await page.click('#add');
    await untilAccepted(before + 1);
    const forgotten = accepted().slice(before).flatMap(idsOf);
    assert.ok(forgotten.length > 0);
    proxy.heal();
    // By the SDK, or by the browser if it had used the connection before.
    await eventually('it is sent again', () => {
      const ids = accepted().flatMap(idsOf);
      return Promise.resolve(forgotten.every((id) => ids.filter((each) => each === id).length > 1));
    });
    await page.click('#add');
    await page.click('#next');
    const events = await eventually('all items are stored', async () => {
      const found = await readEvents(session, 'item added');
      return textOf(found).split('item added').length > 3 && found;
    });
    assert.equal(textOf(events).split('item added').length - 1, 3);
    const different = new Set(events.map((each) => JSON.stringify(each['event'])));
    assert.equal(different.size, events.length, 'no event is stored twice');
  });
}

describe("the recorder in PostHog's SDK for pages", () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
