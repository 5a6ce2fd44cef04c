import assert from 'node:assert/strict';
import type { ApiRequest } from '../http/api.js';
import { EXIT, Failure } from '../runtime/failure.js';
import type { Json, JsonObject } from '../runtime/values/json.js';
import { pollTimeline, type Polling } from './poll-timeline.js';

/** A service whose timeline grows, fails and is cut off as a test says, with a clock that moves only while the client waits. */
class Service {
  nowMs = 0;
  readonly entries: number[] = [];
  readonly requests: ApiRequest[] = [];
  readonly waits: number[] = [];
  /** Runs before the request of this number, from 1; a thrown error is the outcome of the request. */
  before: (request: number) => void = () => {};
  pageSize = 500;

  readonly io = {
    now: () => this.nowMs,
    sleep: (ms: number) => {
      this.waits.push(ms);
      this.nowMs += ms;
      return Promise.resolve();
    },
  };

  readonly api = {
    send: async (request: ApiRequest): Promise<Json> => {
      await Promise.resolve();
      this.requests.push(request);
      this.before(this.requests.length);
      const after = Number(new Map(request.query).get('cursor') ?? '0');
      const following = this.entries.filter((seq) => seq > after);
      const page = following.slice(0, this.pageSize);
      const resume = String(page.at(-1) ?? after);
      return {
        entries: page.map((seq) => ({ seq, cursor: String(seq) })),
        pagination: { has_more: following.length > page.length },
        resume_cursor: resume,
      };
    },
  };
}

const POLLING: Polling = {
  path: '/incidents/i/timeline',
  query: [],
  cursor: undefined,
  includeExisting: false,
  intervalMs: 2_000,
  maxEvents: 0,
  maxPolls: 10,
  maxTransientErrors: 3,
  timeoutMs: 3_600_000,
};

async function watch(service: Service, polling: Partial<Polling> = {}) {
  const seen: number[] = [];
  const end = await pollTimeline(
    { ...POLLING, ...polling },
    {
      api: service.api,
      io: service.io,
      onEntry: (entry: JsonObject) => void seen.push(entry['seq'] as number),
      onTransientError: () => {},
    },
  );
  return { seen, end };
}

const busy = (status: number, retryAfter?: number) =>
  new Failure('unavailable', 'busy', EXIT.failure, { status, ...(retryAfter !== undefined && { retryAfter }) });
const cut = () => new Failure('unreachable', 'The connection was lost');

describe('pollTimeline', () => {
  it('passes on only entries added after the start, and ends with the cursor after them', async () => {
    const service = new Service();
    service.entries.push(1, 2, 3);
    service.pageSize = 2;
    service.before = (request) => void (request === 4 && service.entries.push(4, 5));
    const { seen, end } = await watch(service, { maxPolls: 6 });
    assert.deepEqual(seen, [4, 5]);
    assert.deepEqual(end, { reason: 'max_polls', cursor: '5' });
    // The pages of existing entries follow each other immediately.
    assert.deepEqual(service.waits, [2_000, 2_000, 2_000, 2_000]);
  });

  it('begins with existing entries if they are included, and ends after the requested number within a page', async () => {
    const service = new Service();
    service.entries.push(1, 2, 3);
    const { seen, end } = await watch(service, { includeExisting: true, maxEvents: 2 });
    assert.deepEqual([seen, end], [[1, 2], { reason: 'max_events', cursor: '2' }]);
    const resumed = await watch(service, { cursor: end.cursor, maxEvents: 1 });
    assert.deepEqual([resumed.seen, resumed.end.cursor], [[3], '3']);
  });

  it('neither repeats nor loses an entry when requests fail and connections are cut', async () => {
    const service = new Service();
    service.before = (request) => {
      service.entries.push(request);
      if (request % 3 === 1) throw busy(503);
      if (request % 3 === 2) throw cut();
    };
    const { seen } = await watch(service, { cursor: '0', maxPolls: 30, maxTransientErrors: 2 });
    assert.deepEqual(
      seen,
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it('does not take the entries that it skipped for new ones when the first requests fail', async () => {
    const service = new Service();
    service.entries.push(1, 2);
    service.before = (request) => {
      if (request === 1) throw cut();
      if (request === 3) service.entries.push(3);
    };
    assert.deepEqual((await watch(service, { maxPolls: 4 })).seen, [3]);
  });

  it('gives up only after more temporary failures in a row than are tolerated', async () => {
    const service = new Service();
    service.before = (request) => {
      if (request % 3 !== 0) throw busy(429);
    };
    assert.equal((await watch(service, { maxTransientErrors: 2, maxPolls: 30 })).end.reason, 'max_polls');
    await assert.rejects(watch(new ServiceThatFails(busy(429)), { maxTransientErrors: 2 }), { error: 'unavailable' });
    const intolerant = new ServiceThatFails(cut());
    await assert.rejects(watch(intolerant, { maxTransientErrors: 0 }), { error: 'unreachable' });
    assert.equal(intolerant.requests.length, 1);
  });

  it('gives up immediately after a permanent refusal', async () => {
    const service = new ServiceThatFails(new Failure('not_found', 'Gone', EXIT.notFound, { status: 404 }));
    await assert.rejects(watch(service), { exitCode: EXIT.notFound });
    assert.equal(service.requests.length, 1);
  });

  it('waits as long as the service demands', async () => {
    const service = new Service();
    service.before = (request) => {
      if (request === 1) throw busy(429, 30);
    };
    await watch(service, { maxPolls: 3 });
    assert.deepEqual(service.waits, [30_000, 2_000]);
  });

  it('ends when the time is up, also in the middle of a wait or of a request', async () => {
    const waiting = new Service();
    assert.equal((await watch(waiting, { timeoutMs: 5_000 })).end.reason, 'timeout');
    assert.deepEqual([waiting.nowMs, waiting.requests.length], [5_000, 3]);
    const hanging = new Service();
    hanging.before = (request) => {
      if (request < 2) return;
      hanging.nowMs += hanging.requests.at(-1)?.timeoutMs ?? 0;
      throw new Failure('timeout', 'no answer');
    };
    const { end } = await watch(hanging, { timeoutMs: 5_000, cursor: '7' });
    assert.deepEqual(end, { reason: 'timeout', cursor: '7' });
    assert.equal(hanging.nowMs, 5_000);
  });

  it('counts every request as a poll, also a failed one', async () => {
    const service = new Service();
    service.before = () => {
      throw cut();
    };
    assert.deepEqual((await watch(service, { maxPolls: 3 })).end, { reason: 'max_polls', cursor: undefined });
    assert.equal(service.requests.length, 3);
  });
});

class ServiceThatFails extends Service {
  constructor(error: Failure) {
    super();
    this.before = () => {
      throw error;
    };
  }
}
