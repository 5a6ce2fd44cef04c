import type { Failure, Scenario } from './scenario.js';

/** Length of a step in seconds. */
export const STEP = 0.5;
/** Rows that wait no longer than this are not late. */
export const SETTLED_SECONDS = 5;

export interface Simulation {
  /** Rows that were sent and are not stored, at the end of each step. */
  readonly lag: readonly number[];
  readonly maxLag: number;
  /** Seconds from the failure, or the start, until no more waits than arrives within five seconds; undefined if that did not happen. */
  readonly recoverySeconds: number | undefined;
  /** Like `recoverySeconds`, but until no partition has a backlog that exceeds its own arrivals of five seconds. */
  readonly lateSeconds: number | undefined;
  /** The part of the sinks' capacity that was used in the last tenth of the time. */
  readonly utilisation: number;
}

/** Simulates the backlogs of a scenario over time. Deterministic. */
export function simulateIngestion(scenario: Scenario): Simulation {
  const { rowsPerSecond, shares, sinks, shards, failure, seconds } = scenario;
  const partitions = shares.length;
  const waiting = new Array<number>(partitions).fill(0);
  const lag: number[] = [];
  const steps = Math.round(seconds / STEP);
  let used = 0;
  let lastLate = -1;
  for (let step = 0; step < steps; step += 1) {
    const now = step * STEP;
    // Rows that cannot be appended wait at the senders, which retry them.
    shares.forEach(
      (share, partition) => (waiting[partition] = (waiting[partition] ?? 0) + rowsPerSecond * share * STEP),
    );
    const owners = ownersAt(scenario, now);
    const wanted = Array.from({ length: sinks.count }, (_, sink) =>
      takeFair(waiting, owners, sink, sinks.rowsPerSecond * STEP),
    );
    const all = wanted.flat().reduce((sum, { rows }) => sum + rows, 0);
    const limit = isAway(failure, 'shard', now) ? 0 : shards.count * shards.rowsPerSecond * STEP;
    const part = all > limit ? limit / all : 1;
    for (const { partition, rows } of wanted.flat()) waiting[partition] = (waiting[partition] ?? 0) - rows * part;
    if (step >= steps * 0.9) used += all * part;
    if (waiting.some((rows, partition) => rows > rowsPerSecond * (shares[partition] ?? 0) * SETTLED_SECONDS))
      lastLate = step;
    lag.push(waiting.reduce((sum, rows) => sum + rows, 0));
  }
  const from = Math.round((failure?.at ?? 0) / STEP);
  const until = (step: number): number | undefined =>
    step === steps - 1 ? undefined : Math.max(0, step + 1 - from) * STEP;
  return {
    lag,
    maxLag: Math.max(...lag.slice(from)),
    recoverySeconds: until(lag.findLastIndex((rows) => rows > rowsPerSecond * SETTLED_SECONDS)),
    lateSeconds: until(lastLate),
    utilisation: used / (Math.min(sinks.count, partitions) * sinks.rowsPerSecond * seconds * 0.1),
  };
}

/** The sink of each partition; undefined while it has none. */
function ownersAt({ shares, sinks, failure }: Scenario, now: number): (number | undefined)[] {
  const assign = (alive: readonly number[]): (number | undefined)[] =>
    shares.map((_, partition) => alive[partition % alive.length]);
  const all = Array.from({ length: sinks.count }, (_, sink) => sink);
  const owners = assign(all);
  if (!failure || now < failure.at) return owners;
  const since = now - failure.at;
  if (failure.kind === 'broker')
    return owners.map((owner, partition) => (isLedByLost(failure, partition, since) ? undefined : owner));
  if (failure.kind !== 'sink') return owners;
  // The first process is the one that is lost.
  if (since < Math.min(sinks.takeoverSeconds, failure.seconds))
    return owners.map((owner) => (owner === 0 ? undefined : owner));
  if (since < failure.seconds) return assign(all.slice(1));
  return since < failure.seconds + sinks.joinSeconds ? owners.map(() => undefined) : owners;
}

function isLedByLost(failure: Extract<Failure, { kind: 'broker' }>, partition: number, since: number): boolean {
  const away = failure.electionSeconds ?? failure.seconds;
  return partition % failure.brokers === 0 && since < Math.min(away, failure.seconds);
}

function isAway(failure: Failure | undefined, kind: 'shard', now: number): boolean {
  if (failure?.kind !== kind || now < failure.at) return false;
  return now - failure.at < Math.min(failure.failoverSeconds ?? failure.seconds, failure.seconds);
}

/** A sink takes the same amount from each of its partitions, and makes up for an empty one with the others. */
function takeFair(waiting: readonly number[], owners: readonly (number | undefined)[], sink: number, capacity: number) {
  const taken: { readonly partition: number; readonly rows: number }[] = [];
  const mine = owners.flatMap((owner, partition) => (owner === sink ? [partition] : []));
  let [left, others] = [capacity, mine.length];
  for (const partition of mine.toSorted((one, other) => (waiting[one] ?? 0) - (waiting[other] ?? 0))) {
    const rows = Math.min(waiting[partition] ?? 0, left / others);
    taken.push({ partition, rows });
    left -= rows;
    others -= 1;
  }
  return taken;
}
