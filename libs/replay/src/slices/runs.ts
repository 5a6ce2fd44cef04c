import { pageGroup, type JoinedEvent } from './join.js';

/** Limits of a run: events, and characters of their JSON unless it is a single event. */
const MAX_RUN = { events: 5_000, characters: 4 * 1024 * 1024 } as const;

/** Events of one page whose numbers follow each other, which become one chunk. */
export type Run = readonly [JoinedEvent, ...JoinedEvent[]];

export interface Runs {
  readonly runs: readonly Run[];
  /** Events that were recorded in the session before, see `isEarlier`. */
  readonly earlier: readonly JoinedEvent[];
}

/** Divides the events of a request, which are by page and number, into runs. They depend on nothing but the events. */
export function toRuns(events: readonly JoinedEvent[]): Runs {
  const all: Run[] = [];
  const earlier: JoinedEvent[] = [];
  for (const ofPage of Map.groupBy(events, pageGroup).values()) {
    const [first, ...others] = divide(ofPage);
    if (!first) continue;
    all.push(first);
    for (const run of others) {
      if (isEarlier(run, first)) earlier.push(...run);
      else all.push(run);
    }
  }
  return { runs: all, earlier };
}

/**
 * Whether a run was recorded before the first run of its page began, although its numbers are higher. The recorder of HyperDX begins to
 * count again when the session changes, and sends what waited until then with the ID of the new session.
 */
function isEarlier([event]: Run, [first]: Run): boolean {
  return first.event === 1 && event.timeMs > 0 && event.timeMs < first.timeMs;
}

function divide(events: readonly JoinedEvent[]): Run[] {
  const runs: [JoinedEvent, ...JoinedEvent[]][] = [];
  let characters = 0;
  for (const event of events) {
    const run = runs.at(-1);
    characters += event.text.length;
    const isNext = run?.at(-1)?.event === event.event - 1;
    if (run && isNext && run.length < MAX_RUN.events && characters <= MAX_RUN.characters) run.push(event);
    else {
      runs.push([event]);
      characters = event.text.length;
    }
  }
  return runs;
}
