import type { RecordedEvent } from '../contract.js';

/** Changes of nodes in a period, above which a page is not recorded until it is calm: recording them would slow it down further. */
const MAX_MUTATIONS = 10_000;
const PERIOD_MS = 5_000;
/** A page with fewer changes in a period is calm. */
const CALM_MUTATIONS = 1_000;

export interface MutationLimit {
  /** Counts the changes of an event. */
  isExceededBy(event: RecordedEvent): boolean;
  /** Calls `resume` after the first period in which the page is calm. */
  waitUntilCalm(): void;
  stop(): void;
}

export function createMutationLimit(resume: () => void): MutationLimit {
  let since = 0;
  let count = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let observer: MutationObserver | undefined;
  const stop = (): void => {
    clearInterval(timer);
    observer?.disconnect();
    count = 0;
  };
  return {
    stop,
    isExceededBy(event) {
      const changes = countMutations(event);
      if (event.timestamp - since > PERIOD_MS) {
        since = event.timestamp;
        count = 0;
      }
      count += changes;
      return count > MAX_MUTATIONS;
    },
    waitUntilCalm() {
      stop();
      observer = new MutationObserver((records) => (count += records.length));
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
      timer = setInterval(() => {
        const isCalm = count < CALM_MUTATIONS;
        count = 0;
        if (!isCalm) return;
        stop();
        resume();
      }, PERIOD_MS);
    },
  };
}

/** The nodes and attributes that an event changes. */
export function countMutations({ data }: RecordedEvent): number {
  const { source, adds, removes, texts, attributes } = data as Record<string, unknown[] | undefined> & {
    source?: number;
  };
  if (source !== 0) return 0;
  return [adds, removes, texts, attributes].reduce((sum, list) => sum + (list?.length ?? 0), 0);
}
