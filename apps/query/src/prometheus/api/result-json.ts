import { formatValue, type Labels, type Result } from '@svc/promql';
import { EventLoopYielder } from '@svc/runtime';

type ResultSeries = Extract<Result['value'], { readonly type: 'matrix' }>['series'][number];

/** Samples that are written at once. */
const SAMPLES = 1_000;

/** Writes the value of a query in pieces, between which other work can be done. */
export async function* writeValue(value: Result['value'], limit: number | undefined): AsyncGenerator<string> {
  if (value.type === 'scalar') {
    yield `{"resultType":"scalar","result":${sample(value.time, formatValue(value.value))}}`;
    return;
  }
  if (value.type === 'string') {
    yield `{"resultType":"string","result":${sample(value.time, value.value)}}`;
    return;
  }
  const yielder = new EventLoopYielder(1);
  yield `{"resultType":"${value.type}","result":[`;
  let separator = '';
  for (const series of limit === undefined ? value.series : value.series.slice(0, limit)) {
    for (const piece of value.type === 'vector' ? [vectorItem(series)] : matrixItem(series)) {
      yield separator + piece;
      separator = '';
      if (yielder.isDue()) await yielder.yield();
    }
    separator = ',';
  }
  yield ']}';
}

/** Labels as a JSON object. */
export function metricJson(labels: Labels): string {
  return JSON.stringify(Object.fromEntries(labels.entries()));
}

function vectorItem({ labels, times, values }: ResultSeries): string {
  return `{"metric":${metricJson(labels)},"value":${sample(times[0] ?? 0, formatValue(values[0] ?? NaN))}}`;
}

function* matrixItem({ labels, times, values }: ResultSeries): Generator<string> {
  yield `{"metric":${metricJson(labels)},"values":[`;
  for (let start = 0; start < times.length; start += SAMPLES) {
    const samples: string[] = [];
    for (let at = start; at < Math.min(start + SAMPLES, times.length); at++)
      samples.push(sample(times[at] ?? 0, formatValue(values[at] ?? NaN)));
    yield (start === 0 ? '' : ',') + samples.join(',');
  }
  yield ']}';
}

/** A sample as an array of its time in seconds and its value as text. */
function sample(milliseconds: number, value: string): string {
  return `[${milliseconds / 1_000},${JSON.stringify(value)}]`;
}
