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
export function withoutRepeats(samples: Samples): Samples {
  const { times, values } = samples;
  let isStrict = true;
  for (let at = 1; at < times.length && isStrict; at++) isStrict = (times[at] ?? 0) > (times[at - 1] ?? 0);
  if (isStrict) return samples;
  const kept = [...times.keys()].filter((at) => at === 0 || times[at] !== times[at - 1]);
  return { times: pick(times, kept), values: pick(values, kept) };
}

/** Samples of several streams in the order of time. */
export function merge(streams: readonly Samples[]): Samples {
  const { times, values } = concatenate(streams);
  const order = [...times.keys()].sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  return withoutRepeats({ times: pick(times, order), values: pick(values, order) });
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

function pick(array: Float64Array, indexes: readonly number[]): Float64Array {
  return Float64Array.from(indexes, (index) => array[index] ?? NaN);
}
