import type { Interval, Layer } from './schedule.js';
import { addMonths, DAY_MS, dayStart, MINUTE_MS, monthsBetween } from './wall-calendar.js';
import type { Zone } from './zone.js';

/** The turns of a layer, numbered from 0. Turn 0 begins when the layer starts. */
export class Rotation {
  /** Local time of the hand-off that all others are counted from. */
  readonly #originWall: number;
  readonly #originMs: number;
  /** Hand-offs from the origin until the start of the layer. */
  readonly #before: number;

  constructor(
    private readonly layer: Layer,
    private readonly zone: Zone,
  ) {
    const startWall = zone.wallAt(layer.startMs);
    const { handoffMinute } = layer;
    this.#originWall = handoffMinute === undefined ? startWall : dayStart(startWall) + handoffMinute * MINUTE_MS;
    this.#originMs = handoffMinute === undefined ? layer.startMs : zone.firstMomentAt(this.#originWall);
    this.#before = Math.max(0, this.#periodAt(layer.startMs));
  }

  /** @param ms not before the start of the layer. */
  turnAt(ms: number): number {
    return Math.max(0, this.#periodAt(ms)) - this.#before;
  }

  /** The time of a turn, whether or not the layer covers it. */
  turn(number: number): Interval {
    const start = number === 0 ? this.layer.startMs : this.#handoff(this.#before + number);
    return { start, end: this.#handoff(this.#before + number + 1) };
  }

  /** The users who are on duty in a turn. */
  users(turn: number): readonly string[] {
    const { anchor } = this.layer;
    if (turn === anchor?.turn) return anchor.held;
    return this.window(anchor ? anchor.next + turn - anchor.turn - 1 : turn);
  }

  /** As many users as are on duty at the same time, from a position of the list, which continues at its start. */
  window(position: number): readonly string[] {
    const { users, concurrency } = this.layer;
    const first = ((position % users.length) + users.length) % users.length;
    const only = users[first];
    if (concurrency === 1 && only !== undefined) return [only];
    const places = Array.from(
      { length: Math.min(concurrency, users.length) },
      (_, nth) => (first + nth) % users.length,
    );
    return [...new Set(places.flatMap((place) => users[place] ?? []))];
  }

  /** The last period that has begun; negative before the origin. */
  #periodAt(ms: number): number {
    let period = this.#estimate(ms);
    while (this.#handoff(period + 1) <= ms) period++;
    while (this.#handoff(period) > ms) period--;
    return period;
  }

  /** Estimates the turn; the result is off by a few periods at most. */
  #estimate(ms: number): number {
    const { unit, count } = this.layer.length;
    if (unit === 'months') return Math.floor(monthsBetween(this.#originWall, this.zone.wallAt(ms)) / count);
    const from = this.#isElapsed ? this.#originMs : this.#originWall;
    const to = this.#isElapsed ? ms : this.zone.wallAt(ms);
    return Math.floor((to - from) / (count * MINUTE_MS));
  }

  #handoff(period: number): number {
    const { unit, count } = this.layer.length;
    if (unit === 'months') return this.zone.firstMomentAt(addMonths(this.#originWall, period * count));
    const away = period * count * MINUTE_MS;
    return this.#isElapsed ? this.#originMs + away : this.zone.firstMomentAt(this.#originWall + away);
  }

  get #isElapsed(): boolean {
    const { unit, count } = this.layer.length;
    return unit === 'minutes' && count * MINUTE_MS < DAY_MS;
  }
}
