import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { element, text } from '@svc/replay/testing';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium, startChromiumWithProfile } from '@svc/testing/chromium';
import type { Browser, BrowserContext } from 'playwright-core';
import { APPEND_NODE } from './play/build-node.js';
import { startCanary, type Canary } from './play/canary.js';
import { INNER, MountedFrame } from './play/mounted-frame.js';
import { startMountingSite, type MountingSite } from './play/mounting-site.js';
import { hostileRecording, lengthOf, recordingOf } from './play/recording.js';
import { contacting, requestingOwnOrigin, running, type Vector } from './play/vectors.js';

const executable = findChromium();

/** Host names of vectors in the network log of a browser: everything that it looked up, connected to, or requested. */
async function hostsIn(networkLog: string): Promise<Set<string>> {
  const log = await readFile(networkLog, 'utf8');
  return new Set([...log.matchAll(/\b([\w-]+)\.localhost\b/g)].map(([, name = '']) => name));
}

/** Requests of a browser that were not refused within the browser, apart from those of the player itself. */
function watchRequests(context: BrowserContext): () => string[] {
  const requests = new Map<string, string>();
  context.on('request', (request) => requests.set(request.url(), 'sent'));
  context.on('requestfailed', (request) => requests.set(request.url(), request.failure()?.errorText ?? ''));
  const own = /^data:|\/(page|replay\/frame(\/\w+\.js)?)$/;
  return () =>
    [...requests]
      .filter(([url, state]) => !own.test(url) && !/^(csp|origin)$/.test(state))
      .map((each) => each.join(' '));
}

function specs(executablePath: string): void {
  let directory: string;
  let canary: Canary;
  let site: MountingSite;
  let vectors: readonly Vector[];
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-frame-'));
  });
  beforeEach(async () => {
    canary = await startCanary();
    site = await startMountingSite();
    vectors = [...contacting((name) => canary.url(name)), ...running()];
  });
  afterEach(async () => {
    await site.stop();
    await canary.stop();
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const withProfile = async (name: string, use: (context: BrowserContext) => Promise<void>): Promise<Set<string>> => {
    const networkLog = path.join(directory, `${name}.json`);
    const context = await startChromiumWithProfile(executablePath, path.join(directory, name), networkLog);
    try {
      await use(context);
    } finally {
      await context.close();
    }
    return hostsIn(networkLog);
  };

  describe('the inner frame', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startChromium(executablePath);
    });
    afterAll(() => browser.close());

    it('inherits the policy of the player document', async () => {
      const mounted = await MountedFrame.open(await browser.newContext(), site.page);
      await mounted.send({
        type: 'load',
        events: recordingOf(element(2, 'p', { style: 'color: rgb(1, 2, 3)' }, text(3, 'x'))),
      });
      const color = () => mounted.evaluate(`getComputedStyle(${INNER}.querySelector('p') ?? document.body).color`);
      await eventually('the style applies', async () => (await color()) === 'rgb(1, 2, 3)');
      await mounted.evaluate(
        `globalThis.violated = []; ${INNER}.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => violated.push(effectiveDirective + ' ' + blockedURI))`,
      );
      for (const { node } of contacting((name) => canary.url(name)))
        await mounted.evaluate(`(${APPEND_NODE})(${INNER}, ${JSON.stringify(node)})`);
      await mounted.evaluate(`${INNER}.querySelector('form').submit()`);
      const violations = await eventually('the policy refuses each kind', async () => {
        const found = await mounted.evaluate<string[]>('violated');
        return KINDS.every(([name, directive]) => found.includes(`${directive} ${canary.url(name)}`)) && found;
      }).catch(async () => assert.fail(`refused: ${(await mounted.evaluate<string[]>('violated')).join('\n')}`));
      assert.ok(violations.length >= KINDS.length);
      await mounted.page.evaluate((url) => fetch(url), canary.url('last'));
      assert.deepEqual(canary.requested(), ['last']);
    });

    it('has a sandbox without scripts, and a recording is not played if it loses it', async () => {
      const mounted = await MountedFrame.open(await browser.newContext(), site.page);
      await mounted.send({ type: 'load', events: hostileRecording(element(2, 'p')) });
      const sandbox = "document.querySelector('.replayer-wrapper > iframe').sandbox";
      assert.equal(await mounted.evaluate(`${sandbox}.value`), 'allow-same-origin');
      await mounted.evaluate(`${sandbox}.add('allow-scripts')`);
      await mounted.send({ type: 'play', offsetMs: 0 });
      assert.match((await mounted.report('warning')).text, /not protected/);
    });

    it('shows an area of the recorded size for an image that is missing', async () => {
      const mounted = await MountedFrame.open(await browser.newContext(), site.page);
      const image = element(2, 'img', { src: 'https://cdn.example/a.png', width: '120', height: '80', alt: '' });
      await mounted.send({ type: 'load', events: recordingOf(image) });
      const box = `(({ width, height, naturalWidth, naturalHeight }) => [width, height, naturalWidth, naturalHeight])(${INNER}.querySelector('img') ?? {})`;
      const isShown = async () => (await mounted.evaluate<number[]>(box)).join() === '120,80,120,80';
      await eventually('the area is shown', isShown);
    });

    it('says from when on there is a picture', async () => {
      const mounted = await MountedFrame.open(await browser.newContext(), site.page);
      const [meta, full, ...changes] = hostileRecording(element(2, 'p'));
      assert.ok(meta && full);
      const lost = { ...full, type: 3, data: { source: 0 }, timestamp: full.timestamp - 133_000 };
      await mounted.send({ type: 'load', events: [lost] });
      assert.match((await mounted.report('warning')).text, /no picture yet/);
      assert.equal(await mounted.evaluate("document.querySelector('.replayer-wrapper')"), null);
      await mounted.send({ type: 'append', events: [meta, full, ...changes] });
      assert.equal((await mounted.report('warning')).text, 'Begins at 02:13: the first picture was lost.');
      assert.equal((await mounted.report('state')).durationMs, 133_000 + lengthOf([meta, full, ...changes]));
      assert.deepEqual(await mounted.report('resize'), { type: 'resize', width: 800, height: 600 });
      await mounted.seek(133_000);
      assert.equal(await mounted.evaluate(`${INNER}.querySelector('#end')`), null);
      await mounted.seek(140_000);
      await eventually('the end is shown', () => mounted.evaluate<boolean>(`${INNER}.querySelector('#end') !== null`));
    });

    it('answers only the page that mounts it', async () => {
      const mounted = await MountedFrame.open(await browser.newContext(), site.page);
      const page = await mounted.page.context().newPage();
      await page.goto(new URL('/replay/frame', site.page).href);
      const heard = await page.evaluate(POST_TO_ITSELF);
      assert.equal(heard, 0);
    });
  });

  it('plays hostile recordings without running a script, or contacting anybody', async () => {
    assert.ok(vectors.length >= 60);
    const hosts = await withProfile('player', async (context) => {
      const unexpected: string[] = [];
      context.on('page', (page) => page.on('dialog', () => unexpected.push('a dialog')));
      const requests = watchRequests(context);
      const mounted = await MountedFrame.open(context, site.page);
      mounted.page.on('popup', () => unexpected.push('a window'));
      mounted.page.on('download', () => unexpected.push('a download'));
      const isShown = async () =>
        (await mounted.evaluate<boolean>(`${INNER}.querySelector('#end') !== null`)) ||
        (await mounted.warnings()).length > 0;
      for (const { name, node, later } of [...vectors, ...requestingOwnOrigin()]) {
        const events = hostileRecording(node, later);
        await mounted.send({ type: 'load', events });
        await mounted.send({ type: 'play', offsetMs: 0 });
        await eventually(`${name} is shown`, isShown);
        await mounted.seek(0);
        await mounted.seek(lengthOf(events));
        await eventually(`${name} is shown again`, isShown);
        assert.equal(await mounted.page.evaluate('typeof globalThis.ran'), 'undefined', name);
        assert.deepEqual([requests(), unexpected], [[], []], name);
      }
      assert.equal(context.pages().length, 2);
      assert.deepEqual(
        site.paths.filter((target) => !/^\/replay\/frame(\/\w+\.js)?$/.test(target)),
        [],
      );
      await mounted.page.evaluate((url) => fetch(url), canary.url('last'));
    });
    assert.deepEqual(canary.requested(), ['last']);
    assert.deepEqual([...hosts], ['last'], 'lookups and connections count as well');
    assert.equal(canary.contacts.length, 1);
  });

  it('would notice: the same markup runs scripts and contacts everybody in a page without protection', async () => {
    const hosts = await withProfile('control', async (context) => {
      const page = await context.newPage();
      await page.goto(site.page);
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      for (const { node } of vectors)
        await page.evaluate(
          `(${APPEND_NODE})(document.body.appendChild(document.createElement('iframe')).contentDocument, ${JSON.stringify(node)})`,
        );
      await eventually('the canary is contacted', () =>
        EXPECTED.every((name) => canary.requested().includes(name)),
      ).catch(() => assert.fail(`requested: ${canary.requested().join(' ')}`));
      await eventually('scripts run', () => dialogs.length >= 5);
    });
    for (const name of ['preconnect', 'dns-prefetch', ...EXPECTED]) assert.ok(hosts.has(name), name);
  });
}

/** Posts a port to the own window, and counts the answers until a message that was sent later has arrived. */
const POST_TO_ITSELF = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  let answers = 0;
  port1.onmessage = () => (answers += 1);
  postMessage('mount', location.origin, [port2]);
  addEventListener('message', ({ data }) => data === 'after' && resolve(answers));
  postMessage('after', location.origin);
})`;

/** A vector of each kind, and the directive that refuses it. */
const KINDS = [
  ['image', 'img-src'],
  ['background', 'img-src'],
  ['stylesheet', 'style-src-elem'],
  ['import', 'style-src-elem'],
  ['font', 'font-src'],
  ['video', 'media-src'],
  ['prefetch', 'default-src'],
] as const;

/** Vectors that surely send a request without protection. */
const EXPECTED = (
  'prefetch preload modulepreload stylesheet import font background image-set escaped border-image mask content list-style exfiltration ' +
  'image srcset picture button video poster audio frame object embed svg-image script module'
).split(' ');

describe('the player document in a browser', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
