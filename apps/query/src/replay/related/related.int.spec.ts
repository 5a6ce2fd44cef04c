import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { ReplayRelatedRequestSchema } from '@svc/contract';
import { TelemetryWriter, testCursors, writeAgentRuns, writeErrors, type SpanFixture } from '@svc/reading/testing';
import { TimelineService } from '../../customers/index.js';
import { AffectingIncidents } from '../../customers/timeline/affecting-incidents.js';
import { TracesRepository } from '../../telemetry/index.js';
import { TraceVisits } from '../reads/trace-visits.js';
import { click, openReplayWorld, snapshot, type ReplayWorld } from '../replay.fixture.js';
import { toMatches } from './matches.message.js';
import { RelatedService } from './related.service.js';
import { TraceRecordingsService } from './trace-recordings.service.js';

const MINUTE = 60_000;
const traceId = (nth: number): string => nth.toString(16).padStart(32, '0');

describe('what belongs to a recording', () => {
  let world: ReplayWorld;
  let telemetry: TelemetryWriter;
  let project: Awaited<ReturnType<ReplayWorld['newProject']>>;
  let related: RelatedService;
  const finder = new TraceRecordingsService(new TraceVisits(new TracesRepository()));
  const start = Date.now() - 10 * MINUTE;
  beforeAll(async () => {
    world = await openReplayWorld();
    telemetry = new TelemetryWriter(world.store);
    const incidents = new AffectingIncidents(world.relational, Date.now);
    const timelines = new TimelineService(testCursors(), incidents, Date.now);
    related = new RelatedService(world.recordings, timelines);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    project = await world.newProject();
  });

  const ns = (ms: number): bigint => BigInt(start + ms) * 1_000_000n;
  const span = (nth: number, ms: number, rest: Partial<SpanFixture>) =>
    telemetry.spans([
      {
        project: project.number,
        timestamp: ns(ms),
        traceId: traceId(nth),
        spanId: String(nth).padStart(16, '0'),
        ...rest,
      },
    ]);
  const read = async (
    request: { sessionId?: string; kinds?: string[]; limit?: number; cursor?: string } = {},
    scopes: readonly string[] = ['replay:read', 'agent_runs:read'],
  ) => related.read(create(ReplayRelatedRequestSchema, { sessionId: 's1', ...request }), scopes, world.reader(project));
  const forTrace = async (nth: number) => toMatches(await finder.find(traceId(nth), world.reader(project)));

  it('is everything that names its session, with the place in the recording, and nothing of another session', async () => {
    await world.record(project, { events: [snapshot(start), click(start + MINUTE)] });
    await span(1, 2_000, { name: 'GET /cart', sessionId: 's1' });
    await span(2, 3_000, { name: 'GET /other', sessionId: 's2' });
    await writeErrors(telemetry, [
      { project: project.number, timestamp: ns(5_000), sessionId: 's1', type: 'TypeError' },
    ]);
    const { entries } = await read();
    assert.deepEqual(
      entries.map(({ offsetMs, entry }) => [offsetMs, entry.kind]),
      [
        [5_000n, 'error'],
        [2_000n, 'trace'],
      ],
    );
    assert.deepEqual(
      (await read({ kinds: ['trace'] })).entries.map(({ entry }) => entry.title),
      ['GET /cart'],
    );
    const { pagination } = await read({ limit: 1 });
    const rest = await read({ limit: 1, cursor: pagination.nextCursor ?? '' });
    assert.deepEqual(
      rest.entries.map(({ entry }) => entry.kind),
      ['trace'],
    );
    await assert.rejects(read({ sessionId: 's2' }), { code: 'not_found' });
  });

  it('has runs of agents only for those who may read runs, and names the missing scope', async () => {
    await world.record(project, { events: [snapshot(start), click(start + MINUTE)] });
    await span(1, 2_000, { sessionId: 's1' });
    await writeAgentRuns(telemetry, [
      { project: project.number, runId: 'run', timestamp: ns(3_000), sessionId: 's1', cost: '0.5' },
    ]);
    const brief = async (scopes: readonly string[], kinds: string[] = []) => {
      const { entries, omitted } = await read({ kinds }, scopes);
      return [entries.map(({ entry }) => entry.kind), omitted];
    };
    assert.deepEqual(await brief(['replay:read', 'agent_runs:read']), [['agent_run', 'trace'], []]);
    assert.deepEqual(await brief(['replay:read']), [['trace'], ['agent_runs:read']]);
    assert.deepEqual(await brief(['replay:read'], ['agent_run']), [[], ['agent_runs:read']]);
    assert.deepEqual(await brief(['replay:read'], ['trace']), [['trace'], []], 'no run was requested');
  });

  it('is found by a trace that names the session, exactly, with the place of the trace in the recording', async () => {
    await world.record(project, { events: [snapshot(start), click(start + MINUTE)] });
    await world.record(project, { session_id: 's2', events: [snapshot(start), click(start + MINUTE)] });
    await span(1, 4_000, { sessionId: 's1', distinctId: 'ada' });
    const { matches, explanation } = await forTrace(1);
    assert.deepEqual(
      matches?.map(({ recording, match, offsetMs }) => [recording?.sessionId, match, offsetMs]),
      [['s1', 'exact', 4_000n]],
    );
    assert.equal(explanation, 'The trace names the session.');
  });

  it('is inferred from the person of a trace if they were recorded at that time, and says so', async () => {
    await world.record(project, { events: [snapshot(start), click(start + MINUTE)] });
    await world.record(project, { session_id: 'later', events: [snapshot(start + 5 * MINUTE)] });
    await world.record(project, {
      session_id: 'other',
      distinct_id: 'bob',
      events: [snapshot(start), click(start + MINUTE)],
    });
    await span(1, 4_000, { distinctId: 'ada' });
    await span(2, 3 * MINUTE, { distinctId: 'ada' });
    await span(3, 4_000, {});
    const { matches, explanation } = await forTrace(1);
    assert.deepEqual(
      matches?.map(({ recording, match }) => [recording?.sessionId, match]),
      [['s1', 'inferred']],
    );
    assert.match(explanation ?? '', /names a session.*The person of the trace was recorded at that time\.$/);
    const [late, nobody] = [await forTrace(2), await forTrace(3)];
    assert.deepEqual([late.matches, nobody.matches], [[], []]);
    assert.match(late.explanation ?? '', /was not recorded at that time/);
    assert.match(nobody.explanation ?? '', /none names a person/);
  });

  it('is not found for unknown traces and those of other projects', async () => {
    await span(1, 0, { sessionId: 's1' });
    const other = await world.newProject();
    for (const [nth, of] of [
      [9, project],
      [1, other],
    ] as const)
      await assert.rejects(finder.find(traceId(nth), world.reader(of)), { code: 'not_found' });
  });
});
