import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { create } from '@bufbuild/protobuf';
import { ReplaySnapshotsRequestSchema, type ReplayDetails } from '@svc/contract';
import { assetKey, assetsFolder } from '@svc/recordings';
import type { ReplayAsset } from '@svc/relational';
import { REPLAY_SETTINGS_KEY } from '@svc/replay/settings';
import { readAssetPage, type AssetPosition } from '../events/asset-page.js';
import { toDetails } from '../reads/recording.message.js';
import { meta, openReplayWorld, type ReplayWorld } from '../replay.fixture.js';
import { assetExpiry } from './asset-expiry.js';
import { serveAssetSite, type AssetSite } from './assets.fixture.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const { signal } = new AbortController();
const fence = () => Promise.resolve();

const element = (id: number, tagName: string, attributes: object) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes: [],
});
const page = (timestamp: number, ...childNodes: readonly object[]) => ({
  type: 2,
  timestamp,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { left: 0, top: 0 } },
});

describe('the copies of what recordings need', () => {
  let world: ReplayWorld;
  let site: AssetSite;
  let project: Awaited<ReturnType<ReplayWorld['newProject']>>;
  const start = Date.now() - 10 * MINUTE;
  beforeAll(async () => {
    world = await openReplayWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    site = await serveAssetSite();
    project = await world.newProject();
    world.time.aheadMs = 0;
    site.files.set('/a.png', { type: 'image/png', content: 'picture' });
  });
  afterEach(() => site.stop());

  const allow = async (...origins: readonly string[]): Promise<void> => {
    const id = { projectId: project.id, key: REPLAY_SETTINGS_KEY };
    const value = { asset_origins: [...origins] };
    const at = new Date();
    await world.relational.client.configEntry.upsert({
      where: { projectId_key: id },
      create: { ...id, configType: 'json', value, createdAt: at, updatedAt: at, updatedBy: '' },
      update: { value },
    });
  };
  const context = <Payload extends object>(payload: Payload) => ({
    job: { id: '1', queue: '', key: '', payload, projectId: project.id, attempts: 1, lastError: null },
    signal,
    fence,
  });
  /** Records a page with these pictures, and summarizes the recording. */
  const record = async (sessionId: string, release: string, ...elements: readonly object[]): Promise<void> => {
    const events = [meta(start, `${site.origin}/cart`), page(start + 1, ...elements)];
    await world.record(project, { session_id: sessionId, release, events });
    world.time.aheadMs += 6 * MINUTE;
    await world.summaries.handle(context({ projectNumber: project.number, sessionId }));
  };
  const mirror = () => world.mirror.handle(context({ projectNumber: project.number }));
  const picture = (path: string, id = 2) => element(id, 'img', { src: path });
  const open = (sessionId: string) => world.recordings.open(sessionId, world.reader(project));
  const get = async (sessionId: string) => {
    const recording = await open(sessionId);
    const details = await toDetails(recording, await world.assets.states(recording, project.id));
    return details as Partial<ReplayDetails>;
  };
  const missing = async (sessionId: string) =>
    (await get(sessionId)).missingAssets?.examples.map(({ url, kind, reason, detail }) =>
      [url.replace(site.origin, ''), kind, reason, detail].filter((part) => part !== '').join(' '),
    );
  const copyOf = async (sessionId: string, path: string): Promise<string | undefined> => {
    const needed = await world.assets.needed(await open(sessionId));
    const row = needed.find(({ url }) => url === site.origin + path)?.row;
    const body = row?.sha256 && (await world.objects.get(assetKey(project.number, row.sha256)));
    return body ? text(body.stream) : undefined;
  };
  const objects = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of world.objects.list(assetsFolder(project.number))) keys.push(key);
    return keys;
  };

  it('are not made unless the project allows the origin, and are reported as missing', async () => {
    await record('s1', '1', picture('/a.png'), element(3, 'link', { rel: 'stylesheet', href: '/a.css?v=1' }));
    assert.equal(await mirror(), undefined);
    assert.deepEqual(site.requests, []);
    assert.deepEqual(await missing('s1'), ['/a.png image not_mirrored', '/a.css?v=[REDACTED] style redacted_address']);
    const { missingAssets, assetCount } = await get('s1');
    assert.deepEqual(
      [assetCount, missingAssets?.count, missingAssets?.reasons],
      [0n, 2n, { not_mirrored: 1n, redacted_address: 1n }],
    );
  });

  it('are made once for a release, without cookies, and stay when the site changes', async () => {
    await allow(site.origin);
    await record('s1', '1', picture('/a.png'));
    assert.deepEqual(await missing('s1'), ['/a.png image pending']);
    await mirror();
    assert.deepEqual(await missing('s1'), []);
    assert.equal((await get('s1')).assetCount, 1n);
    assert.equal(site.headers.get('cookie'), undefined);
    site.files.set('/a.png', { type: 'image/png', content: 'another picture' });
    await record('s2', '1', picture('/a.png'));
    await record('s3', '2', picture('/a.png'));
    await mirror();
    assert.deepEqual(site.requests, ['/a.png', '/a.png']);
    assert.deepEqual(
      [await copyOf('s1', '/a.png'), await copyOf('s2', '/a.png'), await copyOf('s3', '/a.png')],
      ['picture', 'picture', 'another picture'],
    );
  });

  it('are one object for the same content', async () => {
    await allow(site.origin);
    site.files.set('/b.png', { type: 'image/png', content: 'picture' });
    await record('s1', '1', picture('/a.png'), picture('/b.png', 3));
    await record('s2', '2', picture('/a.png'));
    await mirror();
    assert.equal((await objects()).length, 1);
    assert.equal(await world.assetIndex.bytes(project.number), 'picture'.length);
  });

  it('follow style sheets to what they need, with absolute addresses', async () => {
    await allow(site.origin);
    const css = '@import "more.css";@font-face{src:url(f.woff2)}a{background:url("/a.png?t=abc")}';
    site.files.set('/styles/main.css', { type: 'text/css; charset=utf-8', content: css });
    site.files.set('/styles/more.css', { type: 'text/css', content: 'a{background:url(/a.png)}' });
    site.files.set('/styles/f.woff2', { type: 'application/octet-stream', content: 'wOF2font' });
    await record('s1', '1', element(2, 'link', { rel: 'stylesheet', href: '/styles/main.css' }));
    for (let next: Date | undefined = new Date(); next && next.getTime() <= Date.now() + world.time.aheadMs;)
      next = await mirror();
    assert.deepEqual(site.requests.toSorted(), ['/a.png', '/styles/f.woff2', '/styles/main.css', '/styles/more.css']);
    assert.deepEqual(await missing('s1'), []);
    assert.equal((await get('s1')).assetCount, 4n);
    assert.equal(
      await copyOf('s1', '/styles/main.css'),
      `@import "${site.origin}/styles/more.css";@font-face{src:url(${site.origin}/styles/f.woff2)}` +
        `a{background:url("${site.origin}/a.png?t=[REDACTED]")}`,
    );
  });

  const style = element(2, 'link', { rel: 'stylesheet', href: '/main.css' });
  /** Lets expire what is not needed any more. */
  const expire = () => {
    const now = new Date(Date.now() + world.time.aheadMs);
    const work = assetExpiry(world.objects, world.relational, world.assetIndex);
    return work.run({ relational: world.relational, now, signal });
  };

  it('stay for what a style sheet needs as long as for the style sheet', async () => {
    await allow(site.origin);
    site.files.set('/main.css', { type: 'text/css', content: '@import "more.css"' });
    site.files.set('/more.css', { type: 'text/css', content: 'a{background:url(/a.png)}' });
    await record('s1', '1', style);
    for (let at = 0; at < 3; at++) await mirror();
    world.time.aheadMs += 10 * DAY;
    await record('s2', '1', style);
    world.time.aheadMs += 25 * DAY;
    await expire();
    assert.equal(await copyOf('s2', '/a.png'), 'picture');
    assert.equal((await objects()).length, 3);
  });

  it('are made of what a style sheet needs of an origin that is allowed later', async () => {
    const other = await serveAssetSite();
    other.files.set('/a.png', { type: 'image/png', content: 'picture' });
    await allow(site.origin);
    site.files.set('/main.css', { type: 'text/css', content: `a{background:url(${other.origin}/a.png)}` });
    await record('s1', '1', style);
    await mirror();
    await allow(site.origin, other.origin);
    await record('s2', '1', style);
    await mirror();
    await other.stop();
    assert.deepEqual(other.requests, ['/a.png']);
    assert.deepEqual(await missing('s2'), []);
  });

  it('are of no other origin, whatever a site answers, and of no address that is not public', async () => {
    const other = await serveAssetSite();
    other.files.set('/a.png', { type: 'image/png', content: 'secret' });
    const inside = 'http://[::1]:8080';
    const plain = 'http://93.184.216.34';
    await allow(site.origin, inside, plain);
    site.files.set('/away.png', { location: `${other.origin}/a.png` });
    site.files.set('/inside.png', { location: `${inside}/a.png` });
    site.files.set('/near.png', { location: '/a.png' });
    site.files.set('/round.png', { location: '/round.png' });
    const paths = [
      '/away.png',
      '/inside.png',
      '/near.png',
      '/round.png',
      `${other.origin}/a.png`,
      `${inside}/a.png`,
      `${plain}/a.png`,
    ];
    await record('s1', '1', ...paths.map((path, nth) => picture(path, nth + 2)));
    await mirror();
    await other.stop();
    assert.deepEqual(other.requests, []);
    assert.deepEqual(await missing('s1'), [
      '/away.png image redirected The site answered with an address of an origin that is not allowed.',
      '/inside.png image blocked_address The host is not a public address. An operator can permit its range.',
      '/round.png image redirected The site redirected more than 3 times.',
      `${other.origin}/a.png image not_mirrored`,
      `${inside}/a.png image blocked_address The host is not a public address. An operator can permit its range.`,
      `${plain}/a.png image blocked_address The address is plain http. An operator can permit the range of the host with SVC_EGRESS_ALLOW.`,
    ]);
    assert.equal(await copyOf('s1', '/near.png'), 'picture');
  });

  it('are of pictures, fonts and style sheets of at most 2 MiB only', async () => {
    await allow(site.origin);
    site.files.set('/page.png', { type: 'text/html', content: '<p>secret</p>' });
    site.files.set('/large.png', { type: 'image/png', content: Buffer.alloc(2 * 1024 * 1024 + 1) });
    site.files.set('/grows.css', { type: 'text/css', content: 'url(a)'.repeat(300_000) });
    site.files.set('/long.css', { type: 'text/css', content: `url(/${'a'.repeat(200)})`.repeat(9_800) });
    site.files.set('/zipped.png', { type: 'image/png', content: 'zip', encoding: 'gzip' });
    const style = element(9, 'link', { rel: 'stylesheet', href: '/grows.css' });
    const long = element(10, 'link', { rel: 'stylesheet', href: '/long.css' });
    await record('s1', '1', picture('/page.png'), picture('/large.png', 3), picture('/zipped.png', 4), style, long);
    await mirror();
    assert.deepEqual(await missing('s1'), [
      '/page.png image wrong_type The site answered with something else than a picture.',
      '/large.png image too_large The response was too large.',
      '/zipped.png image wrong_type The site answered with compressed content, although it was asked not to.',
      '/grows.css style too_large The style sheet has too many addresses, or too long ones.',
      '/long.css style too_large The style sheet has too many addresses, or too long ones.',
    ]);
    assert.deepEqual(await objects(), []);
  });

  it('are tried again after failures that pass, and not after others', async () => {
    await allow(site.origin);
    site.files.set('/later.png', { status: 503 });
    await record('s1', '1', picture('/later.png'), picture('/gone.png', 3));
    const next = await mirror();
    assert.deepEqual(await missing('s1'), [
      '/later.png image failed The site answered with the status 503.',
      '/gone.png image failed The site answered with the status 404.',
    ]);
    assert.ok(next && next.getTime() >= Date.now() + world.time.aheadMs + HOUR - MINUTE);
    site.files.set('/later.png', { type: 'image/png', content: 'picture' });
    world.time.aheadMs += HOUR + MINUTE;
    await mirror();
    assert.deepEqual(site.requests.toSorted(), ['/gone.png', '/later.png', '/later.png']);
    assert.equal(await copyOf('s1', '/later.png'), 'picture');
  });

  it('are tried four times at most', async () => {
    await allow(site.origin);
    site.files.set('/never.png', { status: 500 });
    await record('s1', '1', picture('/never.png'));
    for (let at = 0; at < 10; at++) {
      await mirror();
      world.time.aheadMs += DAY + MINUTE;
    }
    assert.equal(site.requests.length, 4);
  });

  it('are at most 1,000 an hour for a project', async () => {
    await allow(site.origin);
    const many = Array.from({ length: 1_040 }, (_, nth) => picture(`/${nth}.png`, nth + 2));
    await record('s1', '1', ...many);
    for (let at = 0; at < 30; at++) await mirror();
    assert.equal(site.requests.length, 1_000);
    world.time.aheadMs += HOUR + MINUTE;
    await mirror();
    assert.equal(site.requests.length, 1_040);
  });

  it('stop when the project does not allow the origin any more, and those that are there stay', async () => {
    await allow(site.origin);
    await record('s1', '1', picture('/a.png'));
    await mirror();
    await record('s2', '1', picture('/b.png'));
    await allow();
    await mirror();
    assert.deepEqual(site.requests, ['/a.png']);
    assert.equal(await world.assetIndex.attemptsOfHour(project.number), 1);
    assert.deepEqual(await missing('s2'), [
      '/b.png image not_mirrored The project does not mirror this origin any more.',
    ]);
    assert.equal(await copyOf('s1', '/a.png'), 'picture');
    await allow(site.origin);
    await record('s3', '1', picture('/b.png'));
    await mirror();
    assert.deepEqual(site.requests, ['/a.png', '/b.png']);
  });

  it('are sent in front of the events on request, in pages, each with its release', async () => {
    await allow(site.origin);
    site.files.set('/large.png', { type: 'image/png', content: Buffer.alloc(1024 * 1024, 7) });
    site.files.set('/larger.png', { type: 'image/svg+xml', content: Buffer.alloc(2 * 1024 * 1024, 8) });
    await record('s1', '1', picture('/a.png'), picture('/large.png', 3), picture('/larger.png', 4));
    const others = { session_id: 's1', seq: 1, release: '2' };
    await world.record(project, {
      ...others,
      events: [meta(start + 60_000, site.origin), page(start + 60_001, picture('/a.png'))],
    });
    world.time.aheadMs += 60 * MINUTE;
    await world.summaries.handle(context({ projectNumber: project.number, sessionId: 's1' }));
    await mirror();
    const pages = async (assets: boolean) => {
      const found: SentEvent[][] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const request = create(ReplaySnapshotsRequestSchema, { sessionId: 's1', assets, cursor, limit: 3 });
        const sent = JSON.parse(await world.events.page(request, world.reader(project))) as SentPage;
        found.push(sent.events);
        cursor = sent.pagination.next_cursor;
      }
      return found;
    };
    const [first, second, third, ...events] = await pages(true);
    const toAsset = ({ window_id, offset_ms, event }: SentEvent) => {
      const { url = '', payload } = event.data;
      const [part] = payload?.data ?? [];
      const bytes = Buffer.from(part?.base64 ?? '', 'base64').length;
      return [event.type, url.replace(site.origin, ''), payload?.type, bytes, offset_ms, window_id];
    };
    assert.deepEqual(first?.map(toAsset), [
      [7, '/a.png', 'image/png', 7, 0, 'w1'],
      [7, '/large.png', 'image/png', 1024 * 1024, 0, 'w1'],
    ]);
    assert.deepEqual(second?.map(toAsset), [[7, '/larger.png', 'image/svg+xml', 2 * 1024 * 1024, 0, 'w1']]);
    assert.deepEqual(third?.map(toAsset), [[7, '/a.png', 'image/png', 7, 60_000, 'w1']]);
    assert.deepEqual(events.flat(), (await pages(false)).flat());
    assert.equal(events.flat().length, 4);
  });

  it('are fetched again when their objects are gone', async () => {
    await allow(site.origin);
    await record('s1', '1', picture('/a.png'));
    await mirror();
    for (const key of await objects()) await world.objects.delete(key);
    const request = create(ReplaySnapshotsRequestSchema, { sessionId: 's1', assets: true });
    const sent = JSON.parse(await world.events.page(request, world.reader(project))) as SentPage;
    assert.deepEqual(sent.events, []);
    assert.ok(sent.pagination.next_cursor);
    assert.deepEqual(await missing('s1'), ['/a.png image pending']);
    assert.equal(
      await world.relational.client.job.count({ where: { queue: 'recording-assets', key: String(project.number) } }),
      1,
    );
    await mirror();
    assert.equal(await copyOf('s1', '/a.png'), 'picture');
  });

  it('are paged by their place, if the last one of the page before is gone', async () => {
    const place = { windowId: '', fromMs: 0, timeMs: 0 };
    const copies = ['a', 'b', 'c'].map((name) => ({
      ...place,
      name,
      url: name,
      type: 'image/png',
      sha256: name.repeat(64),
    }));
    for (const { sha256 } of copies.slice(1))
      await world.objects.put(assetKey(project.number, sha256), Buffer.from('x'));
    const read = (after: AssetPosition | undefined, limit = 1) =>
      readAssetPage({
        objects: world.objects,
        projectNumber: project.number,
        copies,
        after,
        limit,
        isSpent: () => false,
      });
    const last = async (after: AssetPosition) => (await read(after)).last;
    assert.deepEqual(await last({ index: 0, name: 'a' }), { index: 1, name: 'b' });
    assert.deepEqual(await last({ index: 2, name: 'gone' }), { index: 2, name: 'c' });
    assert.deepEqual(await last({ index: 9, name: 'b' }), { index: 2, name: 'c' });
    assert.deepEqual(await read({ index: 2, name: 'c' }), { events: [], last: undefined, lost: [] });
    const { events, lost } = await read(undefined);
    assert.deepEqual(
      [events.map(({ text }) => (JSON.parse(text) as SentEvent['event']).data.url), lost],
      [['b'], ['a'.repeat(64)]],
    );
  });

  /** Rows that others have added; `key` is that of the n-th one. */
  const addRows = (count: number, row: Partial<ReplayAsset>): Promise<unknown> => {
    const at = new Date(Date.now() + world.time.aheadMs);
    const data = {
      projectNumber: project.number,
      pin: '',
      url: `${site.origin}/x`,
      kind: 'image',
      depth: 0,
      wantedUntil: new Date(at.getTime() + 30 * DAY),
      ...row,
    };
    return world.relational.client.replayAsset.createMany({
      data: Array.from({ length: count }, (_, nth) => ({ ...data, needs: [], key: `${row.key ?? 'x'}${nth}` })),
    });
  };

  it('are made although 50,000 others were given up, whose rows are deleted after a day', async () => {
    await allow(site.origin);
    await world.relational.client.$executeRaw`
      INSERT INTO replay_assets (project_number, key, pin, url, kind, depth, wanted_until, failure, attempts, attempted_at)
      SELECT ${project.number}, nth::text, '', ${site.origin} || '/x', 'image', 0, now() + interval '30 days', 'failed', 1, now() - interval '2 hours'
      FROM generate_series(1, 50000) AS nth`;
    await record('s1', '1', picture('/a.png'));
    await mirror();
    assert.equal(await copyOf('s1', '/a.png'), 'picture');
    const count = () => world.relational.client.replayAsset.count({ where: { projectNumber: project.number } });
    await expire();
    assert.equal(await count(), 50_001);
    world.time.aheadMs += DAY;
    await expire();
    assert.equal(await count(), 1);
  });

  it('are made of files that were not tried yet first, and of those that pages name themselves', async () => {
    const before = new Date(Date.now() - HOUR);
    await addRows(1, { key: 'failed', attempts: 1, nextAt: new Date(before.getTime() - HOUR) });
    await addRows(1, { key: 'deep', depth: 1, nextAt: new Date(before.getTime() - MINUTE) });
    await addRows(1, { key: 'late', nextAt: before });
    await addRows(1, { key: 'early', nextAt: new Date(before.getTime() - 1) });
    const due = await world.assetIndex.due(project.number, 10);
    assert.deepEqual(
      due.map(({ key }) => key),
      ['early0', 'late0', 'deep0', 'failed0'],
    );
  });

  it('wait for room without using up the attempts of the hour', async () => {
    await allow(site.origin);
    await addRows(1, { key: 'huge', sha256: 'huge', bytes: 2 ** 31 - 1 });
    await record('s1', '1', picture('/a.png'));
    const next = await mirror();
    assert.deepEqual(await missing('s1'), ['/a.png image limit The copies of the project have 2 GiB.']);
    assert.equal(await world.assetIndex.attemptsOfHour(project.number), 0);
    assert.ok(next && next.getTime() >= Date.now() + world.time.aheadMs + HOUR - MINUTE);
    await world.relational.client.replayAsset.deleteMany({ where: { projectNumber: project.number, key: 'huge0' } });
    world.time.aheadMs += HOUR;
    await mirror();
    assert.equal(await copyOf('s1', '/a.png'), 'picture');
  });

  it('expire with the last recording that needs them', async () => {
    await allow(site.origin);
    await record('s1', '1', picture('/a.png'));
    await mirror();
    world.time.aheadMs += 10 * DAY;
    await record('s2', '1', picture('/a.png'));
    world.time.aheadMs += 25 * DAY;
    await expire();
    assert.equal((await objects()).length, 1);
    world.time.aheadMs += 10 * DAY;
    await expire();
    assert.deepEqual(await objects(), []);
  });

  it('are not stored for a project that was deleted meanwhile', async () => {
    await allow(site.origin);
    await record('s1', '1', picture('/a.png'));
    const { client } = world.relational;
    const answer = { type: 'image/png', content: 'picture' };
    const deleted = () => client.project.delete({ where: { id: project.id } });
    site.files.set('/a.png', { ...answer, before: deleted });
    await mirror();
    assert.deepEqual(site.requests, ['/a.png']);
    assert.deepEqual(await objects(), []);
  });

  it('hold the bytes that the site sent', async () => {
    await allow(site.origin);
    const content = Buffer.from([0x89, 0x50, 0, 255, 254]);
    site.files.set('/bytes.png', { type: 'image/png', content });
    await record('s1', '1', picture('/bytes.png'));
    await mirror();
    const [key = ''] = await objects();
    const body = await world.objects.get(key);
    assert.ok(body);
    assert.deepEqual(await buffer(body.stream), content);
  });
});

interface SentPage {
  readonly events: SentEvent[];
  readonly pagination: { readonly next_cursor?: string };
}

interface SentEvent {
  readonly window_id: string;
  readonly offset_ms: number;
  readonly event: {
    readonly type: number;
    readonly data: {
      readonly url?: string;
      readonly payload?: { readonly type: string; readonly data: readonly { readonly base64: string }[] };
    };
  };
}
