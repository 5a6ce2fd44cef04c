import { isStartReset } from './starts.js';
import type { RangeFunction, Window } from './window.js';

/** Counts neighbours; an anchored range begins with the latest sample at its start or before. */
function countPairs(window: Window, counts: (index: number) => boolean): number | undefined {
  let { first } = window;
  if (window.extension === 'anchored') {
    if (window.time(window.end - 1) <= window.from) return undefined;
    while (first + 1 < window.end && window.time(first + 1) <= window.from) first++;
  }
  let found = 0;
  for (let index = first + 1; index < window.end; index++) if (counts(index)) found++;
  return found;
}

export const changes: RangeFunction = (window) =>
  countPairs(window, (index) => {
    const [previous, value] = [window.value(index - 1), window.value(index)];
    return value !== previous && !(Number.isNaN(value) && Number.isNaN(previous));
  });

export const resets: RangeFunction = (window) =>
  countPairs(
    window,
    (index) =>
      window.value(index) < window.value(index - 1) ||
      isStartReset(window.startOf(index - 1), window.time(index - 1), window.startOf(index), window.time(index)),
  );
