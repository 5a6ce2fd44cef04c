import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { ServiceError } from '@svc/service-error';
import { Erasables } from '../../erasure/index.js';
import { investigationCleanup } from '../erasure/investigation-cleanup.js';
import { InvestigationErasure } from '../erasure/investigation-erasure.js';
import { LATE_ERASURES, type LateErasure } from '../erasure/late-erasure.js';
import { INVESTIGATION_QUEUE } from '../terms/investigation-queue.js';
import { firingAlert } from '../testing/firing-alert.js';
import { openInvestigations, type InvestigationWorld } from '../testing/investigation-world.js';
import { concluded, found, scriptedEvidence } from '../testing/scripted-engine.js';

const MINUTE = 60_000;
const WEB = scriptedEvidence('web');

describe('the starts of investigations', () => {
  let world: InvestigationWorld;
  beforeAll(async () => {
    world = await openInvestigations();
  });
  beforeEach(() => {
    world.engine.again = (evidence) => evidence;
    world.engine.script = () => [...found(WEB), concluded(WEB)];
  });
  afterAll(() => world.stop());

  const startOf = (window: { start?: Parameters<typeof timestampDate>[0] } | undefined): number =>
    window?.start ? timestampDate(window.start).getTime() : NaN;

  it('return the first response for a repeated key, and start one investigation', async () => {
    const call = world.caller();
    const first = await world.start(call, { idempotencyKey: 'k' });
    assert.deepEqual(await world.start(call, { idempotencyKey: 'k' }), first);
    await assert.rejects(world.start(call, { idempotencyKey: 'k', question: 'other' }), {
      code: 'idempotency_conflict',
    });
    const { investigations } = await world.reads.list({ cursor: '' } as never, call);
    assert.equal(investigations.length, 1);
    const jobs = await world.relational.client.job.count({ where: { queue: INVESTIGATION_QUEUE.name, key: first.id } });
    assert.equal(jobs, 1);
  });

  it('are limited to 20 of a project within an hour', async () => {
    const call = world.caller();
    for (let nth = 0; nth < 20; nth += 1) await world.start(call);
    await assert.rejects(world.start(call), { code: 'rate_limited' });
    await world.start(world.caller());
    world.time.nowMs += 60 * MINUTE;
    await world.start(call);
  });

  it('look at the window of the request, else at that of the question, else at the last hour', async () => {
    const call = world.caller();
    const now = world.time.nowMs;
    const plain = await world.start(call);
    assert.deepEqual([plain.scope?.windowGiven, startOf(plain.scope?.window)], [false, now - 60 * MINUTE]);
    const asked = await world.start(call, { question: 'why did checkout fail in the last 10 minutes' });
    assert.deepEqual([asked.scope?.windowGiven, startOf(asked.scope?.window)], [true, now - 10 * MINUTE]);
    const window = { start: timestampFromMs(now - 5 * MINUTE), end: timestampFromMs(now + MINUTE) };
    const given = await world.start(call, { question: 'why did checkout fail in the last 10 minutes', window });
    assert.deepEqual(startOf(given.scope?.window), now - 5 * MINUTE);
    assert.equal(given.scope?.window?.end && timestampDate(given.scope.window.end).getTime(), now);
  });

  it.each([
    ['window.start', 'is in the future', 1, 2],
    ['window.end', 'is before its start', -2, -3],
    ['window', 'is longer than a day', -1_500, -1],
  ])('refuse %s if it %s', async (path, _, start, end) => {
    const at = (minutes: number) => timestampFromMs(world.time.nowMs + minutes * MINUTE);
    const started = world.start(world.caller(), { window: { start: at(start), end: at(end) } });
    await assert.rejects(started, (error: { details?: { path: string }[] }) => error.details?.[0]?.path === path);
  });

  it('refuse a subject that does not exist and one that the caller may not read in the same words', async () => {
    const subject = { type: 'issue', ref: randomUUID() };
    const refusals = await Promise.all(
      [world.caller(), world.caller(['investigations:write'])].map((call) =>
        world.start(call, { subject }).then(
          () => 'started',
          (error: Error) => error.message,
        ),
      ),
    );
    assert.equal(refusals[0], refusals[1]);
    assert.match(refusals[0] ?? '', /^subject\.ref: .*issues:read$/);
  });

  it('take place, time and metric from an alert, and hide them from those who may not read alerts', async () => {
    const call = world.caller();
    const { client } = world.relational;
    const [projectId, ruleId, id] = [call.project.id, randomUUID(), randomUUID()];
    const now = new Date(world.time.nowMs);
    const startedAt = new Date(world.time.nowMs - 30 * MINUTE);
    const common = { projectId, name: 'Slow', severity: 'warning', createdBy: 'ann', createdAt: now, updatedAt: now };
    await client.alertRule.create({
      data: {
        ...common,
        id: ruleId,
        kind: 'threshold',
        isEnabled: true,
        definition: { query: { metricName: 'queue.depth' } },
      } as never,
    });
    const labels = { service_name: 'checkout', environment: 'production', alertname: 'Slow' };
    await client.alert.create({ data: firingAlert({ id, projectId, ruleId, labels, startedAt, now }) });
    const request = { subject: { type: 'alert', ref: id }, idempotencyKey: 'alert' };
    const started = await world.start(call, request);
    const { scope, subject } = started;
    assert.deepEqual([subject?.type, subject?.ref], ['alert', id]);
    assert.deepEqual([scope?.services, scope?.environment, scope?.metric], [['checkout'], 'production', 'queue.depth']);
    assert.equal(startOf(scope?.window), startedAt.getTime() - 15 * MINUTE);
    await client.alert.delete({ where: { id } });
    assert.deepEqual(await world.start(call, request), started, 'a repeated request does not look for the alert again');
    const hidden = await world.get(world.caller(['investigations:read'], projectId), started.id);
    assert.deepEqual([hidden.subject?.type, hidden.subject?.ref, hidden.scope?.services], ['alert', undefined, []]);
    assert.ok(hidden.omitted.some(({ kind, scopes }) => kind === 'subject' && scopes[0] === 'alerts:read'));
  });

  it('take the operation from an alert whose rule tells the operations of spans apart, and from no other', async () => {
    const { client } = world.relational;
    const now = new Date(world.time.nowMs);
    const common = { name: 'Slow', severity: 'warning', createdBy: 'ann', createdAt: now, updatedAt: now };
    const operationOf = async (signal: string, label: string) => {
      const call = world.caller();
      const [projectId, ruleId, id] = [call.project.id, randomUUID(), randomUUID()];
      const definition = { query: { signal } };
      await client.alertRule.create({
        data: { ...common, projectId, id: ruleId, kind: 'threshold', isEnabled: true, definition } as never,
      });
      const labels = { service_name: 'checkout', [label]: 'POST /order' };
      await client.alert.create({ data: firingAlert({ id, projectId, ruleId, labels, startedAt: now, now }) });
      return (await world.start(call, { subject: { type: 'alert', ref: id } })).scope?.operation;
    };
    assert.equal(await operationOf('traces', 'operation'), 'POST /order');
    assert.equal(await operationOf('traces', 'name'), 'POST /order');
    assert.equal(await operationOf('llm_calls', 'operation'), undefined);
  });

  it('continue with messages that narrow, check and run again, and keep earlier evidence', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    await assert.rejects(world.continue(call, id, 'check metric'), { code: 'state_conflict' });
    await world.run(id);
    await assert.rejects(world.continue(call, id, 'thanks a lot'), { code: 'invalid_request' });
    await assert.rejects(world.continue(call, id, 'rerun ffffffffffff'), { code: 'invalid_request' });

    const narrowed = await world.continue(call, id, 'only checkout, and check log patterns');
    assert.deepEqual([narrowed.status, narrowed.scope?.services], ['queued', ['checkout']]);
    assert.equal(narrowed.messages[0]?.understood, 'Look at checkout; check log_pattern.');
    world.engine.script = () => [...found(scriptedEvidence('db')), concluded(WEB)];
    await world.run(id);
    const { known, onlyKinds, scope } = world.engine.requests.at(-1) ?? {};
    assert.deepEqual(
      [known?.map((each) => each.id), onlyKinds, scope?.services],
      [[WEB.id], ['log_pattern'], ['checkout']],
    );

    world.engine.again = (evidence) => ({ ...evidence, resultHash: 'f'.repeat(64), title: 'It is different now.' });
    const asked = world.engine.requests.length;
    await world.continue(call, id, `rerun ${WEB.id.slice(0, 12)}`);
    await world.run(id);
    world.engine.again = () => undefined;
    await world.continue(call, id, `rerun ${WEB.id}`);
    await world.run(id);
    const done = await world.get(call, id);
    assert.equal(world.engine.requests.length, asked, 'the engine does not look again');
    assert.deepEqual(
      done.reruns.map(({ outcome, title }) => [outcome, title]),
      [
        ['different', 'It is different now.'],
        ['expired', undefined],
      ],
    );
    assert.deepEqual(
      done.evidence.map(({ id: each, title, expired, round }) => [each, title, expired, round]),
      [
        [WEB.id, WEB.title, true, 1],
        [scriptedEvidence('db').id, scriptedEvidence('db').title, true, 2],
      ],
    );
    assert.deepEqual([done.status, done.conclusion?.level], ['completed', 'likely']);
  });

  it('name evidence that could not be run again, and complete with the conclusion before', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    const others = ['a', 'b', 'c', 'd'].map((name) => scriptedEvidence(name));
    world.engine.script = () => [...others.flatMap(found), concluded(...others)];
    await world.run(id);
    const codes = ['timeout', 'query_too_expensive', 'unavailable'] as const;
    world.engine.again = (evidence) => {
      const code = codes[others.findIndex((other) => other.id === evidence.id)];
      if (code) throw new ServiceError(code);
      return evidence;
    };
    await world.continue(call, id, `rerun ${others.map((each) => each.id).join(', ')}`);
    await world.run(id);
    const { status, conclusion, reruns, steps } = await world.get(call, id);
    assert.deepEqual([status, conclusion?.level, reruns.length], ['completed', 'likely', 1]);
    assert.deepEqual(
      steps.filter((step) => step.status === 'failed').map(({ check, reason }) => [check, reason]),
      ['timeout', 'too_expensive', 'unavailable'].map((reason, nth) => [`rerun/${others[nth]?.id}`, reason]),
    );
  });

  it('refuse a message that names more evidence to run again than a round has checks', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    const many = Array.from({ length: 26 }, (_, nth) => scriptedEvidence(`many-${nth}`));
    world.engine.script = () => [
      ...many.map((evidence) => ({ type: 'evidence', evidence }) as const),
      concluded(...many),
    ];
    await world.run(id);
    const message = `rerun ${many.map((each) => each.id.slice(0, 10)).join(', ')}`;
    await assert.rejects(world.continue(call, id, message), { code: 'invalid_request' });
  });

  it('let who continues look only at what both may read', async () => {
    const call = world.caller();
    const { id } = await world.start(call);
    await world.run(id);
    const other = world.caller(['investigations:read', 'investigations:write', 'logs:read'], call.project.id);
    await assert.rejects(world.continue(other, id, `rerun ${WEB.id}`), { code: 'invalid_request' });
    await world.continue(other, id, 'check log_pattern');
    await world.run(id);
    assert.ok(world.engine.requests.at(-1)?.omittedKinds.includes('own_errors'));
  });

  it('forget an erased person, and expire with their evidence', async () => {
    const call = world.caller();
    const { id } = await world.start(call, { question: 'why does ann-1 see errors' });
    const evidence = scriptedEvidence('web', { title: 'ann-1 is affected.', rows: [{ distinct_id: 'ann-1' }] });
    world.engine.script = () => [...found(evidence), concluded(evidence)];
    await world.run(id);
    const own = await world.start(call, { subject: { type: 'person', ref: 'ann-1' }, idempotencyKey: 'own' });
    const erasables = new Erasables();
    const erasure = new InvestigationErasure(world.relational, () => world.time.nowMs, erasables, world.newJobs());
    await erasables.erasePerson(['ann-1'], call.project);
    const left = await world.get(call, id);
    const text = JSON.stringify(left, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    assert.ok(!text.includes('ann-1'), text);
    assert.equal(left.title, 'why does [erased] see errors');
    await assert.rejects(world.get(call, own.id), { code: 'not_found' });
    const [answer] = await world.relational.client.idempotencyRecord.findMany({
      where: { projectId: call.project.id },
    });
    assert.ok(answer && !JSON.stringify(answer.response).includes('ann-1'));

    const late = await world.start(call, { question: 'why does ann-1 wait' });
    const job = await world.relational.client.job.findFirstOrThrow({
      where: { queue: LATE_ERASURES.name, projectId: call.project.id },
    });
    assert.ok(job.runAt.getTime() >= world.time.nowMs + 4 * MINUTE, 'rounds have ended by then');
    await erasure.handle({ job: { ...job, payload: job.payload as unknown as LateErasure } });
    assert.equal((await world.get(call, late.id)).title, 'why does [erased] wait');

    const now = new Date(world.time.nowMs + 31 * 24 * 60 * MINUTE);
    const { signal } = new AbortController();
    await investigationCleanup().run({ relational: world.relational, now, signal });
    await assert.rejects(world.get(call, id), { code: 'not_found' });
    const where = { projectId: call.project.id };
    assert.equal(await world.relational.client.investigationEntry.count({ where }), 0);
  });
});
