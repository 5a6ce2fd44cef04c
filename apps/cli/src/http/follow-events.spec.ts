import assert from 'node:assert/strict';
import { EXIT, Failure } from '../runtime/failure.js';
import type { ServerEvent } from '../runtime/server-event.js';
import { fakeIo } from '../testing/fake-io.js';
import { followEvents } from './follow-events.js';

/** An event of the connection: data that arrives, or its end. */
type Step = string | Failure | typeof CUT | typeof SILENT;
const CUT = Symbol('cut');
const SILENT = Symbol('silent');

/** A service that does one list of steps for each connection, then answers 404. */
function service(connections: readonly (readonly Step[])[]) {
  const lastIds: (string | undefined)[] = [];
  const waits: number[] = [];
  const open = (headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> => {
    const steps = connections[lastIds.length];
    lastIds.push(headers['last-event-id']);
    const [first] = steps ?? [new Failure('not_found', 'No.', EXIT.notFound, { status: 404 })];
    if (first instanceof Failure) return Promise.reject(first);
    return Promise.resolve(new Response(ReadableStream.from(bytesOf(steps ?? [], signal))));
  };
  const io = { ...fakeIo(), random: () => 1, sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
  const read = async (count: number): Promise<ServerEvent[]> => {
    const events: ServerEvent[] = [];
    for await (const event of followEvents(open, { io, timeoutMs: 50, silenceMs: 50 })) {
      if (events.push(event) === count) break;
    }
    return events;
  };
  return { lastIds, waits, read };
}

async function* bytesOf(steps: readonly Step[], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const step of steps) {
    if (step === CUT) throw new TypeError('terminated');
    if (step === SILENT) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason as Error;
    }
    yield new TextEncoder().encode(String(step));
  }
}

const log = (id: number): string => `id: ${id}\nevent: log\ndata: {"n":${id}}\n\n`;
const unreachable = (): Failure => new Failure('unreachable', 'Nobody.');
const status = (code: number): Failure => new Failure('code', 'No.', EXIT.failure, { status: code });

describe('followEvents', () => {
  it('resumes after the opening event if the connection breaks before the first record', async () => {
    const { lastIds, read } = service([['id: 0\nevent: heartbeat\ndata: {}\n\n', CUT], [log(1)]]);
    assert.deepEqual(
      (await read(2)).map(({ name }) => name),
      ['heartbeat', 'log'],
    );
    assert.deepEqual(lastIds, [undefined, '0']);
  });

  it('yields whole events across chunks and resumes after the last one', async () => {
    const text = log(1) + log(2) + log(3);
    const { lastIds, read } = service([
      [text.slice(0, 17), text.slice(17, 40), CUT],
      [': comment\n\n', log(2), 'event: dropped\ndata: {"count":4}\n\n'],
      [log(3)],
    ]);
    assert.deepEqual(
      (await read(4)).map(({ name, data }) => [name, data]),
      [
        ['log', { n: 1 }],
        ['log', { n: 2 }],
        ['dropped', { count: 4 }],
        ['log', { n: 3 }],
      ],
    );
    assert.deepEqual(lastIds, [undefined, '1', '2']);
  });

  it('treats a silent connection as dead', async () => {
    const { lastIds, read } = service([[log(1), SILENT], [log(2)]]);
    assert.equal((await read(2)).length, 2);
    assert.deepEqual(lastIds, [undefined, '1']);
  });

  it('retries temporary failures with increasing, bounded delays once the stream was open', async () => {
    const down = [unreachable(), status(503), status(429), ...Array.from({ length: 6 }, unreachable)];
    const { waits, read } = service([[log(1), CUT], ...down.map((failure) => [failure]), [log(2)]]);
    assert.equal((await read(2)).length, 2);
    assert.equal(waits.length, 10);
    assert.deepEqual(waits, [2000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it('uses the retry delay of the service', async () => {
    const { waits, read } = service([['retry: 100\n\n', log(1)], [log(2)]]);
    await read(2);
    assert.deepEqual(waits, [100]);
  });

  it('ends with a refusal', async () => {
    for (const code of [400, 401, 403, 404]) {
      const { lastIds, read } = service([[log(1)], [status(code)]]);
      await assert.rejects(read(2), (error: Failure) => error.response?.status === code);
      assert.equal(lastIds.length, 2);
    }
  });

  it('starts again and reports a gap if its last event is too old to resume after', async () => {
    const tooOld = new Failure('invalid_request', 'No.', EXIT.failure, { status: 400, details: [{ path: 'resume' }] });
    const { lastIds, read } = service([[log(1)], [tooOld], [log(2)]]);
    assert.deepEqual(
      (await read(3)).map(({ name, data }) => [name, data]),
      [
        ['log', { n: 1 }],
        ['dropped', { count: 0, gap: true }],
        ['log', { n: 2 }],
      ],
    );
    assert.deepEqual(lastIds, [undefined, '1', undefined]);
  });

  it('gives up a stream that could never be opened', async () => {
    const { lastIds, read } = service(Array.from({ length: 10 }, () => [unreachable()]));
    await assert.rejects(read(1), (error: Failure) => error.error === 'unreachable');
    assert.equal(lastIds.length, 4);
  });
});
