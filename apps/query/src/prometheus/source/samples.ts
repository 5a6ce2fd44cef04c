/** Samples of a series in the order of time. */
export interface Samples {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Reads doubles from base64. */
export function decodeDoubles(text: string): Float64Array {
  const doubles = new Float64Array(Math.floor(Buffer.byteLength(text, 'base64') / 8));
  Buffer.from(doubles.buffer).write(text, 'base64');
  return doubles;
}

/** Samples that follow each other in time, as one. */
export function concatenate(pieces: readonly Samples[]): Samples {
  const [first, ...others] = pieces;
  if (first && others.length === 0) return first;
  return { times: joined(pieces.map(({ times }) => times)), values: joined(pieces.map(({ values }) => values)) };
}

/** Keeps the first of several samples at the same time. */
export function withoutRepeats({ times, values }: Samples): Samples {
  let kept = 0;
  for (let at = 0; at < times.length; at++) {
    if (at > 0 && times[at] === times[kept - 1]) continue;
    times[kept] = times[at] ?? NaN;
    values[kept++] = values[at] ?? NaN;
  }
  return { times: times.subarray(0, kept), values: values.subarray(0, kept) };
}

/** Samples of two streams in the order of time; the first one wins at the same time. Takes some 10 ms for a million. */
export function merge(one: Samples, other: Samples): Samples {
  const length = one.times.length + other.times.length;
  const [times, values] = [new Float64Array(length), new Float64Array(length)];
  let [left, right, end] = [0, 0, 0];
  while (left < one.times.length || right < other.times.length) {
    const [first, second] = [one.times[left] ?? Infinity, other.times[right] ?? Infinity];
    const isFirst = first <= second;
    times[end] = isFirst ? first : second;
    values[end++] = (isFirst ? one.values[left] : other.values[right]) ?? NaN;
    if (first <= second) left++;
    if (second <= first) right++;
  }
  return { times: times.subarray(0, end), values: values.subarray(0, end) };
}

/** Makes totals of changes, counted from the first of them. */
export function accumulate({ times, values }: Samples): Samples {
  let total = 0;
  return { times, values: values.map((value) => (total += value)) };
}

function joined(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((length, array) => length + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
