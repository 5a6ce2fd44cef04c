import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { decodeRecord, type CapturedEvent } from '@svc/capture';
import { ReplayListRequestSchema } from '@svc/contract';
import { TOPICS, type Consumer } from '@svc/event-log';
import { TelemetryWriter, writeErrors } from '@svc/reading/testing';
import { eventually } from '@svc/test-servers';
import { RECORDING_SUMMARIES, type RecordingToSummarize } from '@svc/work';
import { toDetails, toRecording } from '../reads/recording.message.js';
import { click, meta, openReplayWorld, type ReplayWorld } from '../replay.fixture.js';

const MINUTE = 60_000;

/** A page with a button, and an element that moves the pointer. */
const page = (timestamp: number) => ({
  type: 2,
  timestamp,
  data: {
    node: {
      type: 0,
      id: 1,
      childNodes: [
        {
          type: 2,
          id: 2,
          tagName: 'button',
          attributes: { id: 'pay' },
          childNodes: [{ type: 3, id: 3, textContent: 'Pay now' }],
        },
      ],
    },
    initialOffset: { left: 0, top: 0 },
  },
});
const movement = (timestamp: number) => ({ type: 3, timestamp, data: { source: 1, positions: [] } });
const mutation = (timestamp: number) => ({
  type: 3,
  timestamp,
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [] },
});

describe('summaries of recordings', () => {
  let world: ReplayWorld;
  let telemetry: TelemetryWriter;
  let consumer: Consumer;
  const captured: CapturedEvent[] = [];
  let project: Awaited<ReturnType<ReplayWorld['newProject']>>;
  const start = Date.now() - 10 * MINUTE;
  beforeAll(async () => {
    world = await openReplayWorld();
    telemetry = new TelemetryWriter(world.store);
    consumer = await world.eventLog.consume(
      { topic: TOPICS.capture, group: 'spec', maxBytes: 1e6, maxRecords: 100, maxWaitMs: 10, from: 'earliest' },
      ({ records }) => {
        for (const { value } of records) captured.push(...decodeRecord(value));
        return Promise.resolve();
      },
    );
  });
  afterAll(async () => {
    await consumer.stop();
    await world.stop();
  });
  beforeEach(async () => {
    project = await world.newProject();
    world.time.aheadMs = 0;
  });

  const { signal } = new AbortController();
  const summarize = (sessionId = 's1') =>
    world.summaries.handle({
      job: {
        id: '1',
        queue: RECORDING_SUMMARIES.name,
        key: sessionId,
        payload: { projectNumber: project.number, sessionId } satisfies RecordingToSummarize,
        projectId: project.id,
        attempts: 1,
        lastError: null,
      },
      signal,
      fence: () => Promise.resolve(),
    });
  const get = async (sessionId = 's1') => toDetails(await world.recordings.open(sessionId, world.reader(project)));
  const list = async (request: MessageInitShape<typeof ReplayListRequestSchema>) => {
    const { recordings, nextCursor } = await world.recordings.list(
      create(ReplayListRequestSchema, request),
      world.reader(project),
    );
    const found = recordings.map(({ row, summary }) => toRecording(row, summary));
    return { ids: found.map(({ sessionId }) => sessionId), found, nextCursor };
  };
  const named = (sessionId: string) => captured.filter((event) => event.sessionId === sessionId);
  /** Stores events as the sink does. */
  const store = (events: readonly CapturedEvent[]) =>
    telemetry.insert(
      'events',
      [
        ['project_number', 'UInt32'],
        ['retention_days', 'UInt16'],
        ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
        ...['event', 'distinct_id', 'session_id', 'message_id'].map((name): [string, string] => [name, 'String']),
      ],
      events.map(({ event, distinctId, sessionId, messageId, timestampNs }) => ({
        project_number: project.number,
        retention_days: 30,
        timestamp: timestampNs,
        event,
        distinct_id: distinctId,
        session_id: sessionId,
        message_id: messageId,
      })),
    );
  const burst = (from: number) => [0, 100, 200, 300].map((ms) => click(from + ms));

  it('find rage, dead and error clicks over all chunks of a window, with reasons, and record each as an event once', async () => {
    const sessionId = `rage-${project.number}`;
    // The burst is cut by the border of the chunks.
    const [one, two, ...others] = burst(start + 1_000);
    const chunks = [
      [meta(start), page(start + 1), one, two].filter((event) => event !== undefined),
      [...others, movement(start + 20_000), click(start + 21_000), mutation(start + 21_500), movement(start + 60_000)],
    ];
    for (const [seq, events] of chunks.entries()) await world.record(project, { session_id: sessionId, seq, events });
    await writeErrors(telemetry, [
      { project: project.number, timestamp: BigInt(start + 21_700) * 1_000_000n, sessionId, type: 'TypeError' },
    ]);
    await summarize(sessionId);
    const { signals, recording } = await get(sessionId);
    assert.deepEqual(
      signals?.map(({ kind, offsetMs, clickCount, selector, text, reason }) => [
        kind,
        offsetMs,
        clickCount,
        selector,
        text,
        reason,
      ]),
      [
        [
          'rage_click',
          1_000n,
          4,
          'button#pay',
          'Pay now',
          '4 clicks at one place, each at most 1000 ms after the one before and 30 pixels from it; 4 are enough',
        ],
        ['dead_click', 1_000n, 1, 'button#pay', 'Pay now', 'nothing happened for 3 seconds'],
        ['error_click', 21_000n, 1, 'button#pay', 'Pay now', 'an error was reported, 700 ms later'],
      ],
    );
    const { summary } = recording ?? {};
    assert.deepEqual(
      [summary?.isFinal, summary?.rageClickCount, summary?.deadClickCount, summary?.errorClickCount],
      [false, 1n, 1n, 1n],
    );
    const events = await eventually('the events are recorded', () => named(sessionId).length === 3 && named(sessionId));
    assert.deepEqual(
      events.map(({ event, distinctId }) => [event, distinctId]),
      [
        ['$rageclick', 'ada'],
        ['$dead_click', 'ada'],
        ['$error_click', 'ada'],
      ],
    );
    assert.match(events[0]?.properties ?? '', /"offset_ms":1000,.*"selector":"button#pay"/);
  });

  it('count bursts of clicks by the thresholds of the project, and say them', async () => {
    const sessionId = `thresholds-${project.number}`;
    const clicks = burst(start + 1_000).slice(0, 3);
    const events = [meta(start), page(start + 1), ...clicks, mutation(start + 1_400), movement(start + 60_000)];
    await world.record(project, { session_id: sessionId, events });
    await summarize(sessionId);
    assert.deepEqual((await get(sessionId)).signals, []);
    const now = new Date();
    const stamps = { createdAt: now, updatedAt: now, updatedBy: 'key' };
    await world.relational.client.configEntry.create({
      data: {
        projectId: project.id,
        key: 'replay',
        configType: 'json',
        value: { rage: { clicks: 3, px: 5 } },
        ...stamps,
      },
    });
    world.time.aheadMs = 6 * MINUTE;
    await world.record(project, { session_id: sessionId, seq: 1, events: [movement(start + 61_000)] });
    await summarize(sessionId);
    assert.deepEqual(
      (await get(sessionId)).signals?.map(({ kind, reason }) => [kind, reason]),
      [
        [
          'rage_click',
          '3 clicks at one place, each at most 1000 ms after the one before and 5 pixels from it; 3 are enough',
        ],
      ],
    );
  });

  it('is read from a list by its filters, and ranks it', async () => {
    const record = async (session_id: string, clicks: object[]) => {
      const events = [
        meta(start, `https://shop.example/${session_id}`),
        page(start + 1),
        ...clicks,
        movement(start + 60_000),
      ];
      await world.record(project, { session_id, events });
      await summarize(session_id);
    };
    await record('calm', [click(start + 5_000), mutation(start + 5_100)]);
    await record('angry', burst(start + 5_000));
    await record('furious', [...burst(start + 5_000), ...burst(start + 20_000)]);
    assert.deepEqual((await list({ rage: true })).ids.toSorted(), ['angry', 'furious']);
    assert.deepEqual((await list({ rage: false })).ids, ['calm']);
    assert.deepEqual((await list({ dead: false })).ids, ['calm']);
    assert.deepEqual((await list({ url: 'EXAMPLE/ang' })).ids, ['angry']);
    assert.deepEqual((await list({ q: 'calm' })).ids, ['calm']);
    assert.deepEqual((await list({ q: 'ADA' })).ids.length, 3);
    assert.deepEqual((await list({ minDuration: '60s' })).ids.length, 3);
    assert.deepEqual((await list({ minDuration: '61s' })).ids, []);
    assert.deepEqual((await list({ minActive: '1s' })).ids.length, 0);
    assert.deepEqual((await list({ traceId: 'ab'.repeat(16) })).ids, []);
    await assert.rejects(list({ minActive: 'soon' }), { code: 'invalid_request' });
    const first = await list({ sort: 'rage', limit: 1 });
    assert.deepEqual([first.ids, first.found[0]?.summary?.rageClickCount], [['furious'], 2n]);
    const second = await list({ sort: 'rage', limit: 5, cursor: first.nextCursor ?? '' });
    assert.deepEqual([second.ids, second.nextCursor], [['angry'], undefined]);
    assert.deepEqual((await list({ sort: 'rage', q: 'angry' })).ids, ['angry']);
    assert.deepEqual((await list({ sort: 'duration' })).ids.length, 3);
    await assert.rejects(list({ sort: 'dead', cursor: first.nextCursor ?? '' }), { code: 'InvalidArgument' });
  });

  it('waits with the events of signals beside missing chunks until these arrive, or the recording has ended', async () => {
    const sessionId = `gap-${project.number}`;
    const first = [meta(start), page(start + 1), click(start + 5_000), movement(start + 6_000)];
    await world.record(project, { session_id: sessionId, seq: 0, events: first });
    await world.record(project, { session_id: sessionId, seq: 2, events: [movement(start + 60_000)] });
    await summarize(sessionId);
    // What happened within three seconds after the click is not known.
    assert.deepEqual((await get(sessionId)).signals, []);
    await world.record(project, { session_id: sessionId, seq: 1, events: [movement(start + 12_000)] });
    world.time.aheadMs = 10 * MINUTE;
    await summarize(sessionId);
    assert.deepEqual(
      (await get(sessionId)).signals?.map(({ kind }) => kind),
      ['dead_click'],
    );
    await eventually('the event is recorded', () => named(sessionId).length === 1);
  });

  it('is repeated only while chunks arrive, is final after the end, and records no event twice', async () => {
    const sessionId = `end-${project.number}`;
    const events = [meta(start), page(start + 1), ...burst(start + 5_000), movement(start + 60_000)];
    await world.record(project, { session_id: sessionId, events });
    const next = await summarize(sessionId);
    assert.ok(next && next.getTime() > Date.now() + 4 * MINUTE);
    await eventually('the events are recorded', () => named(sessionId).length === 2);
    await store(named(sessionId));
    world.time.aheadMs = 40 * MINUTE;
    await summarize(sessionId);
    const { summary } = (await get(sessionId)).recording ?? {};
    assert.equal(summary?.isFinal, true);
    world.time.aheadMs = 25 * 60 * MINUTE;
    assert.equal(await summarize(sessionId), undefined);
    assert.deepEqual((await get(sessionId)).recording?.summary?.summarizedAt, summary?.summarizedAt);
    await eventually('what was recorded is read', async () => {
      const lag = await world.eventLog.lag(TOPICS.capture, 'spec');
      return lag.every(({ committedOffset, endOffset }) => committedOffset === endOffset);
    });
    assert.deepEqual(named(sessionId).length, 2);
  });

  it('is deleted with its recording, and not written again', async () => {
    await world.record(project, {
      events: [meta(start), page(start + 1), ...burst(start + 5_000), movement(start + 60_000)],
    });
    await summarize();
    assert.deepEqual((await list({ rage: true })).ids, ['s1']);
    await world.deletion.delete('s1', world.reader(project));
    assert.equal(await summarize(), undefined);
    assert.deepEqual((await list({ sort: 'rage' })).ids, []);
  });
});
