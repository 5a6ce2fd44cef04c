import assert from 'node:assert/strict';
import { EvidenceEngine } from '../engine/engine.js';
import type { Conclusion, EngineEvent, EngineRequest, Evidence, Hypothesis } from '../model.js';
import { END, ONSET, Shop, type Outage } from './shop.js';
import { ALONE } from './turns.js';

/** Mulberry32: the same numbers in every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The request of an investigation of the shop, in whose service `web` the symptom was seen. */
export const REQUEST: EngineRequest = {
  projectId: 'project',
  scope: { window: { start: ONSET + 5 * 60_000, end: END }, isWindowGiven: false, services: ['web'] },
  omittedKinds: [],
  known: [],
  budget: { queries: 25, bytesPerQuery: 200_000_000, queryMs: 10_000, totalMs: 60_000 },
  now: END,
};

export interface Investigated {
  readonly conclusion: Conclusion;
  readonly onset: number | undefined;
  readonly hypotheses: readonly Hypothesis[];
  readonly evidence: readonly Evidence[];
  readonly events: readonly EngineEvent[];
}

/** Runs an investigation of the shop with an outage, with the random numbers of the seed. */
export async function investigate(
  outage: Outage,
  others: Partial<EngineRequest> = {},
  seed = 1,
): Promise<Investigated> {
  const engine = new EvidenceEngine(new Shop(outage, random(seed)), ALONE, () => 0);
  const events: EngineEvent[] = [];
  for await (const event of engine.run({ ...REQUEST, ...others }, new AbortController().signal)) events.push(event);
  const last = events.at(-1);
  assert.equal(last?.type, 'conclusion');
  return {
    conclusion: last.conclusion,
    onset: last.onset,
    hypotheses: events.flatMap((event) => (event.type === 'hypotheses' ? event.hypotheses : [])),
    evidence: events.flatMap((event) => (event.type === 'evidence' ? [event.evidence] : [])),
    events,
  };
}

export const SEEDS = [1, 2, 3, 4, 5];
