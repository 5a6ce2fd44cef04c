import assert from 'node:assert/strict';
import type { Evidence } from '@svc/investigations';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { INVESTIGATION_QUEUE } from '../terms/investigation-queue.js';
import { openInvestigations, type InvestigationWorld } from '../testing/investigation-world.js';
import { concluded, found, scriptedEvidence, untilAborted } from '../testing/scripted-engine.js';

const WEB = scriptedEvidence('web');
const LOG = scriptedEvidence('db', {
  kind: 'log_pattern',
  query: { check: 'log_pattern', parameters: {}, bytesRead: 10, durationMs: 1 },
  scopes: ['logs:read'],
});

describe('the rounds of an investigation', () => {
  let world: InvestigationWorld;
  beforeAll(async () => {
    world = await openInvestigations();
  });
  beforeEach(() => {
    world.engine.requests.splice(0);
    world.engine.again = (evidence) => evidence;
    world.engine.script = () => [...found(WEB), concluded(WEB)];
  });
  afterAll(() => world.stop());

  const ids = (evidence: readonly Pick<Evidence, 'id'>[]): string[] => evidence.map(({ id }) => id);

  it('store what the engine finds, and complete with its conclusion', async () => {
    const call = world.caller();
    const { id, status } = await world.start(call, { question: 'why is checkout slow in production' });
    assert.equal(status, 'queued');
    await world.run(id);
    const done = await world.get(call, id);
    assert.deepEqual([done.status, done.conclusion?.level, done.version], ['completed', 'likely', 3n]);
    assert.deepEqual(done.conclusion?.claims[0]?.evidenceIds, [WEB.id]);
    assert.deepEqual(ids(done.evidence), [WEB.id]);
    assert.deepEqual(
      done.steps.map(({ check, status: end, evidenceIds }) => [check, end, evidenceIds]),
      [['own_errors', 'done', [WEB.id]]],
    );
    assert.deepEqual([done.scope?.services, done.scope?.environment], [['checkout'], 'production']);
    assert.deepEqual([done.budget?.queries?.used, done.budget?.queries?.limit], [1n, 25n]);
    assert.equal(done.budget?.bytesRead?.used, 1_000n);
    assert.equal(done.model, undefined);
  });

  it('repeat after a process ended, and find the same evidence once', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    const killed = new AbortController();
    world.engine.script = async function* (_, signal) {
      yield* found(WEB);
      killed.abort(new Error('killed'));
      await untilAborted(signal);
    };
    await assert.rejects(world.run(id, killed.signal));
    assert.equal((await world.get(call, id)).status, 'running');
    world.time.nowMs += 60_000;
    world.engine.script = () => [...found(WEB), ...found(LOG), concluded(WEB)];
    await world.run(id);
    const done = await world.get(call, id);
    assert.deepEqual([done.status, ids(done.evidence)], ['completed', [WEB.id, LOG.id]]);
    assert.deepEqual(
      done.steps.map(({ check }) => check),
      ['own_errors', 'log_pattern'],
    );
    const [first, second] = world.engine.requests.slice(-2).map(({ now }) => now);
    assert.equal(second, first, 'windows that end now are the same');
    assert.deepEqual(world.engine.requests.at(-1)?.known, [], 'the evidence of this round is looked for again');
  });

  it('end within two seconds of a cancellation, and add nothing afterwards', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    world.engine.script = async function* (_, signal) {
      yield* found(WEB);
      await untilAborted(signal);
    };
    const running = world.run(id);
    await eventually('evidence was found', async () => (await world.get(call, id)).evidence.length === 1);
    const before = performance.now();
    assert.equal((await world.reads.cancel(id, call)).status, 'cancelled');
    await running;
    assert.ok(performance.now() - before < 2_000);
    const { status, conclusion, error } = await world.get(call, id);
    assert.deepEqual([status, conclusion, error], ['cancelled', undefined, undefined]);
    await assert.rejects(world.reads.cancel(id, call), { code: 'state_conflict' });
    await world.run(id);
    assert.equal((await world.get(call, id)).status, 'cancelled');
  });

  it('run two of a project at a time', async () => {
    const call = world.caller();
    const started: { readonly id: string }[] = [];
    for (let nth = 0; nth < 3; nth += 1) started.push(await world.start(call));
    world.engine.script = (_, signal) => {
      return (async function* () {
        yield* found(WEB);
        await untilAborted(signal);
      })();
    };
    const stopping = new AbortController();
    const running = started.slice(0, 2).map(({ id }) => world.run(id, stopping.signal));
    await eventually('two run', async () => {
      const all = await Promise.all(started.map(({ id }) => world.get(call, id)));
      return all.filter(({ status }) => status === 'running').length === 2;
    });
    const next = await world.run(started[2]?.id ?? '');
    assert.ok(next instanceof Date && next.getTime() > world.time.nowMs);
    assert.equal((await world.get(call, started[2]?.id ?? '')).status, 'queued');
    stopping.abort(new Error('stopped'));
    await Promise.allSettled(running);
  });

  it('do not look for what the starter may not read, and say so', async () => {
    const reader = world.caller(['investigations:read', 'investigations:write', 'traces:read']);
    const { id } = await world.start(reader);
    world.engine.script = () => [...found(WEB), ...found(LOG), concluded(WEB, LOG)];
    await world.run(id);
    assert.ok(world.engine.requests.at(-1)?.omittedKinds.includes('log_pattern'));
    assert.ok(!world.engine.requests.at(-1)?.omittedKinds.includes('own_errors'));
    // Whoever may read everything sees what was stored: nothing that the starter could not read.
    const done = await world.get(world.caller(undefined, reader.project.id), id);
    assert.deepEqual(ids(done.evidence), [WEB.id]);
    assert.deepEqual(
      done.conclusion?.claims.map(({ evidenceIds }) => evidenceIds),
      [[WEB.id]],
    );
    const omission = done.omitted.find(({ kind, missingFor }) => kind === 'log_pattern' && missingFor === 'starter');
    assert.deepEqual(omission?.scopes, ['logs:read', 'traces:read']);
  });

  it('conclude nothing from what the starter may not read', async () => {
    const reader = world.caller(['investigations:read', 'investigations:write', 'traces:read']);
    const propose = (name: string, ...cited: readonly Evidence[]) =>
      ({
        id: name,
        cause: { type: 'service', name },
        text: `${name} fails`,
        status: 'supported',
        score: 1,
        evidenceIds: ids(cited),
      }) as const;
    const shown = async (...hypotheses: readonly ReturnType<typeof propose>[]) => {
      const { id } = await world.start(reader);
      world.engine.script = () => [
        ...found(WEB),
        ...found(LOG),
        { type: 'hypotheses', hypotheses },
        concluded(WEB, LOG),
      ];
      await world.run(id);
      return world.get(world.caller(undefined, reader.project.id), id);
    };
    const both = await shown(propose('web', WEB), propose('db', WEB, LOG), propose('cart'));
    assert.deepEqual([both.conclusion?.level, both.conclusion?.text, both.onset], ['likely', WEB.title, undefined]);
    assert.deepEqual(
      both.conclusion?.causes.map(({ name }) => name),
      ['web'],
    );
    assert.deepEqual(
      both.hypotheses.map(({ text }) => text),
      ['web fails'],
    );
    const { conclusion, hypotheses } = await shown(propose('db', LOG));
    assert.deepEqual([conclusion?.level, conclusion?.causes, hypotheses], ['inconclusive', [], []]);
    assert.ok(!`${conclusion?.text} ${conclusion?.reason}`.includes('db'));
  });

  it('show a reader only evidence of scopes that the reader has', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    world.engine.script = () => [...found(WEB), ...found(LOG), concluded(WEB, LOG)];
    await world.run(id);
    const reader = world.caller(['investigations:read', 'traces:read'], call.project.id);
    const { evidence, conclusion, omitted, steps } = await world.get(reader, id);
    assert.deepEqual(ids(evidence), [WEB.id]);
    assert.deepEqual([conclusion?.text, conclusion?.reason, conclusion?.claims.length], [undefined, undefined, 1]);
    assert.ok(steps.every(({ text }) => text === undefined));
    assert.deepEqual(
      omitted.map(({ kind, scopes, missingFor }) => [kind, scopes, missingFor]),
      [['log_pattern', ['logs:read'], 'reader']],
    );
    await assert.rejects(world.get(world.caller(), id), { code: 'not_found' });
  });

  it('end inconclusively if the engine uses more checks than it may, or ends without a conclusion', async () => {
    const call = world.caller();
    world.engine.script = () => [
      ...Array.from({ length: 30 }, (_, nth) => ({ type: 'step', check: `c${nth}`, text: '' }) as const),
      concluded(WEB),
    ];
    const many = await world.start(call);
    await world.run(many.id);
    const { conclusion, steps } = await world.get(call, many.id);
    assert.deepEqual([conclusion?.level, steps.length], ['inconclusive', 26]);
    assert.match(conclusion?.reason ?? '', /25 checks/);
    world.engine.script = () => found(WEB);
    const none = await world.start(call);
    await world.run(none.id);
    assert.equal((await world.get(call, none.id)).conclusion?.level, 'inconclusive');
  });

  it('drop claims without evidence', async () => {
    const call = world.caller();
    world.engine.script = () => [concluded(WEB)];
    const { id } = await world.start(call);
    await world.run(id);
    const { conclusion } = await world.get(call, id);
    assert.deepEqual([conclusion?.level, conclusion?.causes, conclusion?.claims], ['inconclusive', [], []]);
  });

  it('fail when they have failed three times, with the code of the failure', async () => {
    const call = world.caller();
    world.engine.script = () => {
      throw new ServiceError('unavailable');
    };
    const { id } = await world.start(call);
    const jobs = world.newJobs();
    world.newRunner(jobs);
    const workers = jobs.start();
    try {
      await eventually('it has failed', async () => {
        world.time.nowMs += 5_000;
        jobs.wake(INVESTIGATION_QUEUE);
        return (await world.get(call, id)).status === 'failed';
      });
    } finally {
      await workers.stop();
    }
    const { error, completedAt } = await world.get(call, id);
    assert.equal(error?.code, 'unavailable');
    assert.ok(completedAt);
  });

  it('stream every event once, also to a client that reconnects, and end', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    const following = world.follow(call, id);
    world.engine.script = () => [...found(WEB), ...found(LOG), concluded(WEB, LOG)];
    await world.run(id);
    const events = await following;
    assert.deepEqual(
      events.map(({ event }) => event?.case),
      ['status', 'status', 'step', 'evidence', 'step', 'evidence', 'conclusion', 'status'],
    );
    assert.deepEqual(
      events.map((event) => event.id),
      ['1', '2', '3', '4', '5', '6', '7', '8'],
    );
    const rest = await world.follow(call, id, '5');
    assert.deepEqual(rest, events.slice(5));
    await assert.rejects(world.follow(call, id, '9'), { code: 'invalid_request' });
    const reader = world.caller(['investigations:read', 'traces:read'], call.project.id);
    const shown = await world.follow(reader, id, '5');
    assert.deepEqual(
      shown.map(({ event }) => event?.case),
      ['omission', 'conclusion', 'status'],
    );
    assert.ok(!JSON.stringify(shown, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)).includes('db'));
  });
});
