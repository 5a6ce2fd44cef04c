import assert from 'node:assert/strict';
import type { Replayer } from '@rrweb/replay';
import type { FrameCommand, FrameReport, RecordedEvent } from '../contract.js';
import { Player } from './player.js';

const meta: RecordedEvent = { type: 4, timestamp: 1_000, data: { width: 800, height: 600 } };
const full: RecordedEvent = { type: 2, timestamp: 1_000, data: { node: { type: 0, id: 1, childNodes: [] } } };
const later = (timestamp: number): RecordedEvent => ({ type: 5, timestamp, data: {} });

/** Stands in for the player of rrweb, which needs a browser: it adds events in microtasks, and keeps where and what it plays. */
class FakeReplayer {
  readonly iframe = { getAttribute: () => 'allow-same-origin' };
  readonly calls: string[] = [];
  readonly #listeners = new Map<string, () => void>();
  #nowMs = 0;

  constructor(readonly events: unknown[]) {}

  on(name: string, listener: () => void): void {
    this.#listeners.set(name, listener);
  }

  addEvent(event: unknown): void {
    void Promise.resolve().then(() => this.events.push(event));
  }

  play(offsetMs: number): void {
    this.calls.push(`play ${offsetMs} of ${this.events.length}`);
  }

  pause(offsetMs: number): void {
    this.calls.push(`pause ${offsetMs}`);
  }

  getCurrentTime(): number {
    return this.#nowMs;
  }

  destroy(): void {
    this.calls.push('destroy');
  }

  finish(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#listeners.get('finish')?.();
  }
}

describe('Player', () => {
  let replayers: FakeReplayer[];
  let states: boolean[];
  let player: Player;
  beforeEach(() => {
    replayers = [];
    states = [];
    const report = (sent: FrameReport) => void (sent.type === 'state' && states.push(sent.playing));
    player = new Player({} as HTMLElement, report, (events) => {
      const replayer = new FakeReplayer(events);
      replayers.push(replayer);
      return replayer as unknown as Replayer;
    });
  });
  afterEach(() => player.handle({ type: 'pause' }));

  const handle = async (...commands: readonly FrameCommand[]): Promise<void> => {
    for (const command of commands) player.handle(command);
    await Promise.resolve();
    await Promise.resolve();
  };
  const load: FrameCommand = { type: 'load', events: [meta, full, later(1_500)] };
  const append: FrameCommand = { type: 'append', events: [later(2_000), later(3_000)] };

  it('goes on when events are appended after the end of what was there', async () => {
    await handle(load, { type: 'play', offsetMs: 0 });
    const [replayer] = replayers;
    replayer?.finish(500);
    assert.equal(states.at(-1), false);
    await handle({ type: 'append', events: [] });
    assert.deepEqual(replayer?.calls, ['play 0 of 3']);
    await handle(append);
    assert.deepEqual(replayer?.calls, ['play 0 of 3', 'play 500 of 5']);
    assert.equal(states.at(-1), true);
    replayer?.finish(2_000);
    await handle({ type: 'append', events: [later(4_000)] });
    assert.equal(replayer?.calls.at(-1), 'play 2000 of 6');
  });

  it.each<[string, FrameCommand[]]>([
    ['during a pause', [{ type: 'pause' }]],
    ['after a search', [{ type: 'seek', offsetMs: 100 }]],
  ])('does not go on %s', async (_, commands) => {
    await handle(load, { type: 'play', offsetMs: 0 });
    replayers[0]?.finish(500);
    await handle(...commands);
    await handle(append);
    await handle(append, ...commands);
    assert.deepEqual(
      replayers[0]?.calls.filter((call) => call.startsWith('play')),
      ['play 0 of 3'],
    );
    assert.equal(states.at(-1), false);
  });

  it('does not go on with the next recording', async () => {
    await handle(load, { type: 'play', offsetMs: 0 });
    replayers[0]?.finish(500);
    await handle(append, load, append);
    assert.deepEqual(replayers[1]?.calls, []);
    assert.equal(states.at(-1), false);
  });

  it('is not started by the end of a paused recording', async () => {
    await handle(load, { type: 'seek', offsetMs: 500 });
    replayers[0]?.finish(500);
    await handle(append);
    assert.deepEqual(replayers[0]?.calls, ['pause 500']);
  });
});
