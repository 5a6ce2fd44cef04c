/** The first of ascending times that is not before `from`; infinity if all are. */
export function firstFrom(times: readonly number[], from: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return times[low] ?? Infinity;
}
