import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { CONSOLE_PLUGIN, type RecordingOptions } from './contract.js';
import { recordPage, type RecordedPage } from './recorded-page.js';
import { keepSession, openSession } from './session/session.js';
import { openStore, type Store } from './session/store.js';
import type { Settings } from './settings.js';
import { MemoryStorage } from './testing/memory-storage.js';
import { takeUnsent } from './transport/unsent.js';

const MI = 1024 * 1024;

describe('a recorded page', () => {
  /** The bodies of chunks, and the answers to them. */
  const chunks: string[] = [];
  let answer: (chunk: string) => { readonly status?: number; readonly closed?: string };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const chunk = (request.headers['content-encoding'] ? gunzipSync(body) : body).toString();
      chunks.push(chunk);
      const { status = 200, ...rest } = answer(chunk);
      response.writeHead(status).end(JSON.stringify(rest));
    });
  });
  const place = Object.getOwnPropertyDescriptor(globalThis, 'location');
  beforeAll(async () => {
    Object.defineProperty(globalThis, 'location', { value: { href: 'https://page.example/' }, configurable: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    if (place) Object.defineProperty(globalThis, 'location', place);
    else Reflect.deleteProperty(globalThis, 'location');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  let storage: MemoryStorage;
  let local: Store;
  let tab: Store;
  let page: RecordedPage;
  let snapshots: number;
  let emit: RecordingOptions['emit'];
  const event = (type: number, data: object): void => emit({ type, data, timestamp: Date.now() });
  const change = (text = ''): void => event(3, { source: 0, text });
  const fail = (): void => event(6, { plugin: CONSOLE_PLUGIN, payload: { level: 'error' } });
  /** Records a page whose full snapshots have this many characters. */
  const record = (settings: Partial<Settings> = {}, length = 10): void => {
    const snapshot = (): void => {
      snapshots++;
      event(4, {});
      event(2, { text: 'x'.repeat(length) });
    };
    const startRecording = (options: RecordingOptions) => {
      ({ emit } = options);
      return { snapshot, stop: () => undefined };
    };
    const { port } = server.address() as AddressInfo;
    page = recordPage(
      { startRecording },
      {
        settings: { key: 'k', host: `http://127.0.0.1:${port}`, ...settings },
        sdk: 'test',
        local,
        tab,
        distinctId: 'ada',
      },
    );
    snapshot();
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue(); turn++) {
      assert.ok(turn < 1_000_000, 'it did not come about');
      await setImmediate();
    }
  };
  /** Gives answers that were sent time to arrive: they take some turns of the event loop. */
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 2_000; turn++) await setImmediate();
  };
  beforeEach(() => {
    chunks.length = 0;
    answer = () => ({});
    snapshots = 0;
    storage = new MemoryStorage();
    local = openStore(() => storage);
    const tabStorage = new MemoryStorage();
    tab = openStore(() => tabStorage);
  });
  afterEach(() => page.leave());
  const { setTimeout } = globalThis;
  afterEach(() => {
    globalThis.setTimeout = setTimeout;
  });

  it('with a full snapshot above 10 Mi characters takes the next one after as many of other events', () => {
    record({}, 11 * MI);
    for (let count = 0; count < 5; count++) change();
    assert.equal(snapshots, 1);
    for (let count = 0; count < 2; count++) change('x'.repeat(6 * MI));
    assert.equal(snapshots, 2);
  });

  it('is no longer recorded if its full snapshots are refused, though other chunks are accepted', async () => {
    answer = (chunk) => ({ status: chunk.includes('"type":2') ? 400 : 200 });
    record();
    for (let round = 1; round <= 3; round++) {
      change();
      page.hide();
      await until(() => !page.isRecording || snapshots === round + 1);
      // The accepted chunk of this round has to be answered before the next refusal.
      await turns();
    }
    assert.equal(page.isRecording, false);
    assert.ok(chunks.some((chunk) => !chunk.includes('"type":2')));
  });

  it('is still recorded after refusals between full snapshots that are accepted', async () => {
    answer = (chunk) => ({ status: chunk.includes('refuse') ? 400 : 200 });
    record();
    for (let round = 1; round <= 4; round++) {
      page.hide();
      change('refuse');
      page.hide();
      await until(() => snapshots === round + 1);
    }
    assert.equal(page.isRecording, true);
  });

  it('stops after 30 minutes without an answer, and keeps for the next page what it can', async () => {
    // The client of Node passes values to its timers; a chunk is complete after five seconds.
    globalThis.setTimeout = ((action: () => void, ms?: number, ...values: []) =>
      setTimeout(action, values.length > 0 || ms === 5_000 ? ms : 0, ...values)) as typeof setTimeout;
    answer = () => ({ status: 503 });
    record();
    await until(() => !page.isRecording);
    page.hide();
    page.leave();
    const kept = takeUnsent(tab);
    assert.ok(kept[0]?.text.includes('"type":2'));
  });

  describe('whose session is closed by the service', () => {
    const close = async (closed: string, isDone: (first: string) => boolean): Promise<string> => {
      answer = (chunk) => (chunk.includes(first) ? { closed } : {});
      const first = openSession(local, Date.now()).id;
      record();
      await until(() => isDone(first));
      return first;
    };

    it('as too long stops alone', async () => {
      const first = await close('too_long', () => !page.isRecording);
      const { id, isClosed } = openSession(local, Date.now());
      assert.deepEqual([id, isClosed], [first, undefined]);
    });

    it('as deleted stops all pages', async () => {
      const first = await close('deleted', () => !page.isRecording);
      const { id, isClosed } = openSession(local, Date.now());
      assert.deepEqual([id, isClosed], [first, true]);
    });

    it('as ended begins another session', async () => {
      await close('ended', (first) => page.session.id !== first);
      assert.deepEqual([page.isRecording, snapshots], [true, 2]);
      assert.equal(openSession(local, Date.now()).id, page.session.id);
    });
  });

  describe('that waits for an error', () => {
    it('sends what came before together with the error', async () => {
      record({ buffer: 'error' });
      change('before');
      assert.deepEqual(page.session.hasError, undefined);
      fail();
      // The page of the spec before may still send a chunk.
      const sent = (): string | undefined => chunks.find((chunk) => chunk.includes(page.session.id));
      await until(() => sent() !== undefined);
      for (const part of ['"type":4', '"type":2', 'before', CONSOLE_PLUGIN]) assert.ok(sent()?.includes(part), part);
    });

    it('leaves the session alone that another tab has begun, and what another tab has written to its own', () => {
      for (const changed of [{ id: 'other' }, { activeAt: Date.now() + 7 }]) {
        record({ buffer: 'error' });
        const stored = keepSession(local, { ...page.session, ...changed });
        fail();
        assert.equal(page.session.hasError, true);
        const expected = 'id' in changed ? stored : { ...stored, hasError: true };
        assert.deepEqual(openSession(local, Date.now()), expected);
        page.leave();
      }
    });

    it('takes a full snapshot if an event before is larger than any chunk', () => {
      record({ buffer: 'error' });
      // Takes a snapshot by itself, so that the event is still held after it.
      change('x'.repeat(16 * MI));
      const before = snapshots;
      fail();
      assert.equal(snapshots, before + 1);
    });

    it('stops if its full snapshot is larger than any chunk', () => {
      record({ buffer: 'error' }, 16 * MI);
      fail();
      assert.equal(page.isRecording, false);
    });
  });
});
