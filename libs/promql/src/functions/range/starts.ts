/** Tells by start times whether a counter began anew between two samples. 0 is an unknown start time. */
export function isStartReset(previousStart: number, previousTime: number, start: number, time: number): boolean {
  if (previousStart === start || start === 0 || start >= time || start < previousTime) return false;
  if (start > previousTime) return true;
  // The counter starts at the sample before: a series of deltas, unless that sample has no valid start time itself.
  return previousStart <= previousTime && previousStart !== 0 && previousStart !== previousTime;
}

/** Tells whether a counter began anew after a time. */
export function startsAfter(time: number, start: number, sampleTime: number): boolean {
  return start > time && sampleTime > time && isStartReset(time, time, start, sampleTime);
}

/** Tells whether a sample counts since a time that the sample before covers, which is a fault of the data. */
export function overlaps(previousStart: number, previousTime: number, start: number): boolean {
  return start !== 0 && start < previousTime && start !== previousStart;
}
