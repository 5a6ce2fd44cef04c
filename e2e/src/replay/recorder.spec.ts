import assert from 'node:assert/strict';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { api, ok, type Json } from '../api.js';
import { FaultProxy, type SeenRequest } from '../fault-proxy.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { NOTE, SECRETS, serveShopSite, type ShopSite } from './shop-site.js';

const executable = findChromium();
const TYPE = { full: 2, incremental: 3, meta: 4, custom: 5, plugin: 6 } as const;
const SOURCE = { mutation: 0, mouse: 2, rule: 8 } as const;

/** The elements of a list in an answer. */
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The fields of a chunk as a page sent it. */
const read = ({ body }: SeenRequest): Json => JSON.parse(body) as Json;
const places = (chunks: readonly SeenRequest[]): string[] =>
  chunks.map((chunk) => `${String(read(chunk)['window_id'])} ${String(read(chunk)['seq'])}`);

interface FrameElement {
  onload: () => void;
  srcdoc: string;
  remove(): void;
}

/** What a function in the page uses of its document; specs are compiled without the types of browsers. */
interface FrameDocument {
  readonly body: { append(element: FrameElement): void };
  querySelector(selector: string): FrameElement;
  createElement(name: string): FrameElement;
}

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
  });
  afterEach(async () => {
    await context.close();
    await proxy.stop();
  });

  /** The chunks that pages sent, also those that were not forwarded. */
  const chunks = (): SeenRequest[] =>
    proxy.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/v1/replay'));
  const place = (attributes = ''): void => {
    site.script = `<script async src="${proxy.origin}/replay/v1/recorder.js" data-key="${key}" ${attributes}></script>`;
  };
  const open = async (attributes?: string): Promise<Page> => {
    place(attributes);
    const page = await context.newPage();
    await page.goto(site.origin);
    await page.waitForFunction('window.svcRecorder !== undefined');
    return page;
  };
  const sessionOf = (page: Page): Promise<string> => page.evaluate('svcRecorder.sessionId');
  /** Resolves once this many different chunks were accepted. */
  const untilAccepted = (count: number): Promise<void> =>
    eventually('the chunks are accepted', () => {
      const accepted = new Set(places(chunks().filter(({ status }) => status === 200)));
      return Promise.resolve(accepted.size >= count);
    }).then(() => undefined);
  /** The accepted chunks of a session; they become readable in any order. */
  const acceptedOf = (session: string): string[] =>
    places(chunks().filter((chunk) => chunk.status === 200 && read(chunk)['session_id'] === session));
  /** The events of a session, in the order of the service, once those of all accepted chunks are stored. */
  const readEvents = (session: string, isComplete: (events: readonly Json[]) => boolean): Promise<Json[]> =>
    eventually('the events are stored', async () => {
      const { status, json } = await api('GET', `/replay/${session}/snapshots?project_id=${project}`);
      const events = status === 200 ? listOf(json['events']) : [];
      const stored = new Set(events.map((each) => `${String(each['window_id'])} ${String(each['seq'])}`));
      return isComplete(events) && acceptedOf(session).every((chunk) => stored.has(chunk)) && events;
    });
  const hasEvent = (
    events: readonly Json[],
    test: (data: Record<string, unknown> | undefined, text: string) => boolean,
  ): boolean => events.some(({ event }) => test(event?.['data'], JSON.stringify(event)));
  const hasText = (text: string) => (events: readonly Json[]) => hasEvent(events, (_, json) => json.includes(text));
  /** The service has each chunk of each window, and each window begins with a picture. */
  const assertWhole = async (session: string, events: readonly Json[]): Promise<void> => {
    const details = await ok('GET', `/replay/${session}?project_id=${project}`);
    assert.deepEqual(listOf(details['warnings']), []);
    for (const window of Map.groupBy(events, (each) => String(each['window_id'])).values()) {
      assert.deepEqual(
        window.slice(0, 2).map(({ event }) => event?.['type']),
        [TYPE.meta, TYPE.full] as unknown as Json[],
      );
      const seqs = [...new Set(window.map(({ seq }) => Number(seq)))];
      assert.deepEqual(
        seqs,
        seqs.map((_, index) => index),
      );
    }
    const times = events.map((each) => Number(each['offset_ms']));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  };

  it('forgets the documents of frames that are loaded again or removed, and records the last ones', async () => {
    const page = await open();
    await untilAccepted(1);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    const countDocuments = async (): Promise<number> => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Documents')?.value ?? 0;
    };
    const before = await countDocuments();
    await page.evaluate(async () => {
      const { document } = globalThis as unknown as { document: FrameDocument };
      const load = (frame: FrameElement, text: string): Promise<void> =>
        new Promise((resolve) => {
          frame.onload = () => resolve();
          frame.srcdoc = `<p>${text}</p><div id=host></div><script>host.attachShadow({ mode: 'open' })</script>`;
        });
      for (let nth = 0; nth < 40; nth++) {
        await load(document.querySelector('#inner'), `loaded ${nth} times`);
        const other = document.createElement('iframe');
        document.body.append(other);
        await load(other, `other ${nth}`);
        if (nth < 39) other.remove();
      }
    });
    const session = await sessionOf(page);
    const events = await readEvents(session, (all) => hasText('loaded 39 times')(all) && hasText('other 39')(all));
    await assertWhole(session, events);
    const kept = await eventually('the documents are collected', async () => {
      const count = (await countDocuments()) - before;
      return count < 20 ? count : undefined;
    });
    // One frame more than at first.
    assert.ok(kept >= 1);
  });

  it('records a visit over two tabs until its last click, and nothing of what is typed', async () => {
    const page = await open('data-distinct-id="ada" data-release="web@1" data-environment="test"');
    await untilAccepted(1);
    const session = await sessionOf(page);
    await page.fill('#name', SECRETS[0] ?? '');
    await page.fill('#password', SECRETS[1] ?? '');
    await page.fill('#area', SECRETS[3] ?? '');
    await page.locator('#note').pressSequentially(NOTE);
    await page
      .frameLocator('#inner')
      .locator('#field')
      .fill(SECRETS[4] ?? '');
    await page.click('#fail');
    await page.click('#add');
    await page.click('#other');
    await page.waitForURL('**/other');
    const second = await open();
    assert.equal(await sessionOf(second), session);
    await untilAccepted(3);
    const isWhole = (events: readonly Json[]): boolean =>
      hasText('item added')(events) && new Set(events.map((each) => String(each['window_id']))).size === 2;
    const events = await readEvents(session, isWhole);
    await assertWhole(session, events);
    for (const text of ['Cart of the shop', 'inner page', 'shadow tree', 'visibilitychange', 'the cart is broken'])
      assert.ok(hasText(text)(events), text);
    assert.ok(hasEvent(events, (data, text) => data?.['source'] === SOURCE.rule && text.includes('added-rule')));
    const clicks = events.filter(({ event }) => {
      const data = event?.['data'];
      return data?.['source'] === SOURCE.mouse && data?.['type'] === 2;
    });
    assert.ok(clicks.length >= 3, `the last click is missing: ${clicks.length}`);
    const sent = chunks()
      .map(({ body }) => body)
      .join('');
    for (const secret of [...SECRETS, NOTE, 'blocked-words', 'masked-words']) assert.ok(!sent.includes(secret), secret);
    const first = read(chunks()[0] ?? assert.fail('no chunk'));
    assert.deepEqual([first['distinct_id'], first['release'], first['environment'], first['seq']], [
      'ada',
      'web@1',
      'test',
      0,
    ] as unknown as Json[]);
  });

  it('loses nothing while the service is away, also when the page is left', async () => {
    const page = await open();
    await untilAccepted(1);
    const session = await sessionOf(page);
    proxy.fail(({ method }) => method !== 'GET', 'cut');
    const failed = (count: number) =>
      eventually('attempts have failed', () =>
        Promise.resolve(proxy.requests.filter((each) => each.status === 0).length >= count),
      );
    await page.click('#add');
    await failed(2);
    await page.click('#add');
    await page.click('#next');
    await page.waitForFunction('window.svcRecorder !== undefined');
    await failed(3);
    proxy.heal();
    const events = await readEvents(
      session,
      (stored) => stored.filter(({ event }) => event?.['type'] === TYPE.full).length >= 2,
    );
    await assertWhole(session, events);
    const added = events.filter(({ event }) => {
      const isMutation = event?.['data']?.['source'] === SOURCE.mutation;
      return isMutation && JSON.stringify(event).includes('item added');
    });
    assert.equal(added.length, 2);
    const bodies = Map.groupBy(chunks(), (chunk) => places([chunk])[0] ?? '');
    for (const [chunk, attempts] of bodies) assert.equal(new Set(attempts.map(({ body }) => body)).size, 1, chunk);
  });

  it('waits as long as the service asks for, and sends the same bytes again', async () => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
    proxy.fail(({ method }) => method === 'POST', { status: 429, headers: { ...cors, 'retry-after': '3' } });
    await open();
    await eventually('a chunk is refused', () => Promise.resolve(chunks().some(({ status }) => status === 429)));
    proxy.heal();
    await untilAccepted(1);
    const [refused, accepted] = chunks();
    assert.ok(refused && accepted);
    assert.ok(accepted.atMs - refused.atMs >= 3_000, `${accepted.atMs - refused.atMs} ms`);
    assert.equal(accepted.body, refused.body);
  });

  it('sends nothing before an error if it is told to wait for one, and then what came before', async () => {
    const page = await open('data-buffer="error"');
    await eventually('it records', () => page.evaluate('console.error.name !== "error"'));
    await page.click('#add');
    assert.equal(chunks().length, 0);
    const session = await sessionOf(page);
    await page.click('#fail');
    await untilAccepted(1);
    // A chunk that was sent before the error would be the first one, and would not have the error.
    const { body } = chunks()[0] ?? assert.fail('no chunk');
    for (const text of ['item added', 'the cart is broken']) assert.ok(body.includes(text), text);
    await assertWhole(session, await readEvents(session, hasText('the cart is broken')));
  });

  it.each([
    ['asks for privacy and the page respects that', 'data-respect-gpc', true],
    ['is not sampled', 'data-sample-rate="0"', false],
  ])('loads and sends nothing if the visitor %s', async (_, attributes, asks) => {
    if (asks) await context.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })');
    const page = await open(attributes);
    await page.click('#add');
    await page.click('#next');
    await page.waitForFunction('window.svcRecorder !== undefined');
    // What the loader asks for is asked for before this.
    await page.evaluate(`fetch('${proxy.origin}/replay/v1/end', { mode: 'no-cors' }).catch(() => undefined)`);
    await eventually('the last request is seen', () =>
      Promise.resolve(proxy.requests.some(({ path }) => path.endsWith('/end'))),
    );
    const paths = new Set(proxy.requests.map(({ path }) => path));
    assert.deepEqual([...paths].toSorted(), ['/replay/v1/end', '/replay/v1/recorder.js']);
    // The same visitor is recorded otherwise, so the silence is not a failure.
    const other = await open();
    await untilAccepted(1);
    assert.equal(typeof (await sessionOf(other)), 'string');
  });
}

describe('the recorder of sessions in a page of another origin', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
