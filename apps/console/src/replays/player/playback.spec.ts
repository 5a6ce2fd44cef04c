import assert from 'node:assert/strict';
import type { ReplaySnapshots } from '../../gen/api.js';
import type { FrameCommand } from './frame-messages.js';
import { Playback } from './playback.js';
import type { SliceQuery } from './slice-reader.js';

const SECOND = 1000;
const LENGTH = 600;
const TURNS = 100_000;

/** Lets everything that is due happen until the condition is true. */
async function eventually(name: string, isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < TURNS && !isTrue(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(isTrue(), name);
}

/** A recording with an event each second in the window `a`, and a snapshot each 100 seconds, read 20 events at a time. */
class Recording {
  readonly queries: SliceQuery[] = [];
  fails = false;

  readonly read = (query: SliceQuery): Promise<ReplaySnapshots> => {
    this.queries.push(query);
    if (this.fails) return Promise.reject(new Error('gone'));
    const from = Number(query.cursor ?? Math.floor(query.from_offset_ms / (100 * SECOND)) * 100);
    const to = Math.min(from + 20, LENGTH + 1);
    const events = Array.from({ length: to - from }, (_, nth) => {
      const offset_ms = (from + nth) * SECOND;
      return { window_id: nth % 2 === 0 ? 'a' : 'b', seq: 0, offset_ms, event: { type: 3, timestamp: offset_ms } };
    });
    const hasMore = to <= LENGTH;
    return Promise.resolve({
      events,
      unreadable_chunks: from === 40 ? 1 : 0,
      pagination: { has_more: hasMore, ...(hasMore && { next_cursor: String(to) }) },
    });
  };
}

function open(recording: Recording, offsetMs = 0, window = { beginMs: 0, endMs: LENGTH * SECOND }) {
  const sent: FrameCommand[] = [];
  const settings = { offsetMs, speed: 2, skips: true, isPlaying: true };
  const { read } = recording;
  const options = { windowId: 'a', ...window, startMs: 0, hasAssets: false, onEvents: () => undefined };
  const playback = new Playback({ ...options, read }, settings);
  playback.connect((command) => sent.push(command));
  const types = (): readonly string[] => sent.map(({ type }) => type);
  return { playback, sent, types };
}

describe('Playback', () => {
  let recording: Recording;
  let playback: Playback;
  beforeEach(() => {
    recording = new Recording();
  });
  afterEach(() => playback.stop());

  it('plays as soon as the first events of its window are there, and reads a minute ahead', async () => {
    const opened = open(recording);
    ({ playback } = opened);
    await eventually('a minute is read', () => playback.getState().toMs >= 60 * SECOND);
    assert.deepEqual(opened.types().slice(0, 3), ['load', 'skipInactive', 'play']);
    const [load] = opened.sent;
    assert.ok(load?.type === 'load' && load.events.every(({ timestamp }) => (timestamp / SECOND) % 2 === 0));
    assert.ok(recording.queries.length < 6);
    playback.receive({ type: 'state', offsetMs: 70 * SECOND, durationMs: 80 * SECOND, playing: true });
    await eventually('the next minute is read', () => playback.getState().toMs >= 130 * SECOND);
    assert.deepEqual(playback.getState().notes, ['A part of the events cannot be read any more.']);
  });

  it('begins in the middle at the snapshot before it, and shows nothing before the moment is read', async () => {
    const opened = open(recording, 350 * SECOND);
    ({ playback } = opened);
    await eventually('it plays', () => opened.types().includes('play'));
    assert.equal(playback.getState().fromMs, 300 * SECOND);
    const play = opened.sent.find(({ type }) => type === 'play');
    assert.deepEqual(play, { type: 'play', offsetMs: 350 * SECOND, speed: 2 });
    playback.seek(310 * SECOND);
    assert.deepEqual(opened.sent.at(-1), { type: 'play', offsetMs: 310 * SECOND, speed: 2 });
    assert.equal(opened.types().filter((type) => type === 'load').length, 1, 'what was read is not read again');
    playback.seek(20 * SECOND);
    await eventually('what was not read is', () => opened.types().filter((type) => type === 'load').length === 2);
  });

  it('keeps the moment of a seek while reports of the old one arrive', () => {
    const opened = open(recording, 350 * SECOND);
    ({ playback } = opened);
    playback.receive({ type: 'state', offsetMs: 0, durationMs: 0, playing: false });
    assert.equal(playback.getState().offsetMs, 350 * SECOND);
  });

  it('stops at the end, and begins again with the next play', async () => {
    const opened = open(recording, LENGTH * SECOND);
    ({ playback } = opened);
    await eventually('all is read', () => playback.getState().isRead);
    playback.receive({ type: 'state', offsetMs: LENGTH * SECOND, durationMs: LENGTH * SECOND, playing: false });
    assert.equal(playback.getState().isPlaying, false);
    playback.toggle();
    assert.deepEqual([playback.getState().isPlaying, playback.getState().offsetMs], [true, 0]);
  });

  it('ends with its window although another one goes on, and begins again with it', async () => {
    const opened = open(recording, 90 * SECOND, { beginMs: 80 * SECOND, endMs: 100 * SECOND });
    ({ playback } = opened);
    await eventually('all of the window is read', () => playback.getState().isRead);
    playback.receive({ type: 'state', offsetMs: 100 * SECOND, durationMs: 100 * SECOND, playing: false });
    const { isPlaying, isWaiting, hasEnded } = playback.getState();
    assert.deepEqual([isPlaying, isWaiting, hasEnded], [false, false, true]);
    playback.toggle();
    assert.deepEqual([playback.getState().offsetMs, playback.getState().hasEnded], [80 * SECOND, false]);
  });

  it('plays what is read although the next events cannot be, and stops after it', async () => {
    const opened = open(recording);
    ({ playback } = opened);
    await eventually('a minute is read', () => playback.getState().toMs >= 60 * SECOND);
    recording.fails = true;
    playback.receive({ type: 'state', offsetMs: 30 * SECOND, durationMs: 60 * SECOND, playing: true });
    await eventually('it fails', () => playback.getState().error !== undefined);
    assert.equal(playback.getState().isPlaying, true);
    playback.receive({ type: 'state', offsetMs: 60 * SECOND, durationMs: 60 * SECOND, playing: false });
    assert.deepEqual([playback.getState().isPlaying, playback.getState().isWaiting], [false, false]);
  });

  it('says that events cannot be read, keeps what is there, and goes on when asked', async () => {
    const opened = open(recording);
    ({ playback } = opened);
    await eventually('it plays', () => opened.types().includes('play'));
    recording.fails = true;
    playback.seek(500 * SECOND);
    await eventually('it fails', () => playback.getState().error !== undefined);
    assert.equal(playback.getState().isPlaying, false);
    recording.fails = false;
    playback.retry();
    await eventually('it is read', () => playback.getState().toMs >= 500 * SECOND);
    assert.equal(playback.getState().error, undefined);
  });
});
