import assert from 'node:assert/strict';
import type { RecordedEvent } from '@svc/player';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import { api, ok, type Json } from '../api.js';
import { DirectoryObjects } from '../crash/stored-objects.js';
import { startMovingService, type MovingService } from '../moving-clock/moving-service.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { INNER, MountedFrame } from './play/mounted-frame.js';
import { startMountingSite, type MountingSite } from './play/mounting-site.js';
import { pictureOf, serveFiles, someFont, type FileSite } from './play/pictured-site.js';

const executable = findChromium();
/** Longer than a recording waits for its first summary. */
const SUMMARY_MS = 6 * 60_000;
/** An address that is not public, and that the service under test may not reach. */
const INSIDE = 'http://[::1]:9';

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

function specs(executablePath: string): void {
  let browser: Browser;
  let service: MovingService;
  let shop: FileSite;
  let pictures: FileSite;
  let stranger: FileSite;
  let mounting: MountingSite;
  let project: string;
  let key: string;
  beforeAll(async () => {
    [browser, service] = await Promise.all([startChromium(executablePath), startMovingService()]);
    [shop, pictures, stranger] = await Promise.all([serveFiles(), serveFiles(), serveFiles()]);
    mounting = await startMountingSite();
    ({ id: project } = await makeProject());
    key = await makePublishableKey(project, ['analytics:write'], [shop.origin]);
    const value = { asset_origins: [shop.origin, pictures.origin, INSIDE] };
    await ok('PUT', `/settings/config/replay?project_id=${project}`, {
      body: { config_type: 'json', config_value: value },
    });
    stranger.files.set('/secret.png', pictureOf(99));
    shop.files.set('/away.png', { location: `${stranger.origin}/secret.png` });
    // Pages may not read the rules of a style sheet of another origin, so the recording has only its address.
    const style = `@font-face{font-family:Shop;src:url(font.ttf)}h1{color:rgb(1,2,3);font-family:Shop;background:url(tile.svg)}`;
    pictures.files.set('/shop.css', { type: 'text/css', content: style });
    pictures.files.set('/font.ttf', someFont());
    pictures.files.set('/tile.svg', pictureOf(7));
  });
  afterAll(async () => {
    await browser.close();
    await mounting.stop();
    await Promise.all([shop, pictures, stranger].map((site) => site.stop()));
    await service.stop();
  });

  const snapshotsOf = (session: string): string => `/replay/${session}/snapshots?project_id=${project}`;
  const detailsOf = (session: string) => ok('GET', `/replay/${session}?project_id=${project}`);

  /** Deploys the shop with a logo of this width, records a visit, and waits until nothing is left to fetch. */
  const visit = async (release: string, width: number): Promise<{ session: string; details: Json }> => {
    shop.files.set('/logo.svg', pictureOf(width));
    const script = `<script async src="${theService().ingestUrl}/replay/v1/recorder.js" data-key="${key}" data-release="${release}"></script>`;
    const images = ['/logo.svg', '/away.png', `${INSIDE}/a.png`, `${stranger.origin}/secret.png`];
    const body = images.map((src, nth) => `<img id="i${nth}" src="${src}" />`).join('');
    shop.files.set('/', {
      type: 'text/html',
      content: `<!doctype html><title>Shop</title><link rel="stylesheet" href="${pictures.origin}/shop.css" />${script}<h1>Shop</h1>${body}`,
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(shop.origin);
    await page.waitForFunction('window.svcRecorder?.sessionId !== undefined');
    const session = await page.evaluate<string>('svcRecorder.sessionId');
    await eventually('the page is recorded', async () => {
      const { status, json } = await api('GET', snapshotsOf(session));
      return status === 200 && JSON.stringify(json).includes('/logo.svg');
    });
    await context.close();
    await service.topology.moveClock(SUMMARY_MS);
    const details = await eventually('what the site allows is copied', async () => {
      const found = await detailsOf(session);
      const { reasons } = found['missing_assets'] ?? {};
      return reasons !== undefined && reasons['pending'] === undefined && found;
    });
    return { session, details };
  };

  /** The events for the player of the only window of a recording. */
  const readEvents = async (session: string, more: string): Promise<RecordedEvent[]> => {
    const events: Json[] = [];
    for (let cursor = ''; ;) {
      const page = await ok('GET', `${snapshotsOf(session)}${more}&cursor=${encodeURIComponent(cursor)}`);
      events.push(...listOf(page['events']));
      const { next_cursor: next } = page['pagination'] ?? {};
      if (next === undefined) return events.map(({ event }) => event as unknown as RecordedEvent);
      cursor = String(next);
    }
  };

  const show = async (events: readonly RecordedEvent[]) => {
    const context = await browser.newContext();
    const requests: string[] = [];
    context.on('request', (request) => requests.push(request.url()));
    const mounted = await MountedFrame.open(context, mounting.page);
    await mounted.send({ type: 'load', events });
    await mounted.report('resize');
    const widthOf = (id: string) => mounted.evaluate<number>(`${INNER}.querySelector('#${id}')?.naturalWidth ?? 0`);
    await eventually('the pictures are shown', async () => (await widthOf('i0')) > 0 && (await widthOf('i3')) > 0);
    const style = await mounted.evaluate<string[]>(
      `(({ color, backgroundImage }) => [color, backgroundImage])(getComputedStyle(${INNER}.querySelector('h1')))`,
    );
    const fonts = () =>
      mounted.evaluate<string[]>(`[...${INNER}.fonts].map(({ family, status }) => family + ' ' + status)`);
    return { widths: [await widthOf('i0'), await widthOf('i1')], style, fonts, requests, close: () => context.close() };
  };

  it('shows each release of a site with its own pictures, fonts and style sheets, and contacts nobody', async () => {
    const [old, next] = [await visit('1', 50), await visit('2', 60)];
    for (const { details } of [old, next]) {
      assert.equal(Number(details['asset_count']), 4, 'the logo, the style sheet, its font and its tile');
      const { reasons, examples } = details['missing_assets'] ?? {};
      assert.deepEqual(reasons, { redirected: 1, blocked_address: 1, not_mirrored: 1 } as unknown as Json);
      const [away] = listOf(examples);
      assert.match(String(away?.['detail']), /an origin that is not allowed/);
    }
    const before = [shop, pictures, stranger].map(({ requests }) => requests.length);
    for (const [{ session }, width] of [[old, 50] as const, [next, 60] as const]) {
      const shown = await show(await readEvents(session, '&assets=true'));
      assert.deepEqual(shown.widths, [width, 24], 'what is missing is a grey area');
      assert.equal(shown.style[0], 'rgb(1, 2, 3)');
      assert.match(shown.style[1] ?? '', /^url\("blob:/);
      await eventually('the font is loaded', async () => (await shown.fonts()).includes('Shop loaded'));
      const others = shown.requests.filter(
        (url) => !/^(?:data|blob):|\/(?:page|replay\/frame(?:\/\w+\.\w+)?)$/.test(url),
      );
      assert.deepEqual(others, []);
      await shown.close();
    }
    const after = [shop, pictures, stranger].map(({ requests }) => requests.length);
    assert.deepEqual(after, before);
    const plain = await show(await readEvents(old.session, ''));
    assert.deepEqual(plain.widths, [24, 24]);
    await plain.close();
  });

  it('leaves no copy of a project that is deleted', async () => {
    const objects = new DirectoryObjects(service.topology);
    assert.notDeepEqual(await objects.list('replay-assets/'), []);
    await ok('DELETE', `/projects/${project}?confirm=${project}`);
    await eventually('the copies are gone', async () => (await objects.list('replay-assets/')).length === 0);
  });
}

describe('the assets of recordings', () => {
  if (executable === undefined)
    skipOrFail('the assets of recordings in a browser', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
