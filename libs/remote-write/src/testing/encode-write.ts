import { encodeRequest } from './schema.js';

/** The value with which Prometheus says that a series has ended. */
export const STALE = 'stale';
const STALE_BITS = 0x7ff0_0000_0000_0002n;

export type SentValue = number | typeof STALE;

/** The fields of a native histogram in lowerCamelCase, by the names of the published schemas. */
export interface SentHistogram {
  readonly sum: SentValue;
  readonly timestamp: number;
  readonly [field: string]: unknown;
}

export interface SentSample {
  readonly value: SentValue;
  readonly timestamp: number;
  readonly startTimestamp?: number;
}

export interface SentSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** Times are in milliseconds. Version 1 has no start. */
  readonly samples?: readonly SentSample[];
  readonly histograms?: readonly SentHistogram[];
  readonly exemplars?: readonly { readonly value: number; readonly timestamp: number }[];
  readonly type?: number;
  readonly help?: string;
  readonly unit?: string;
  /** Version 2 only, in milliseconds. */
  readonly created?: number;
}

/** Encodes a remote write as a sender does: a message of protobuf, compressed with Snappy. */
export function encodeWrite(version: 1 | 2, series: readonly SentSeries[]): Buffer {
  return toBlock(encodeRequest(version, version === 1 ? toV1(series) : toV2(series)));
}

/** A block of Snappy with literals only. */
export function toBlock(plain: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from(toVarint(plain.length))];
  for (let at = 0; at < plain.length; at += 0x10000) {
    const literal = plain.subarray(at, at + 0x10000);
    const size = literal.length - 1;
    parts.push(Buffer.from([61 << 2, size & 0xff, size >> 8]), literal);
  }
  return Buffer.concat(parts);
}

function toVarint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...toVarint(value >>> 7)];
}

function toV1(series: readonly SentSeries[]): object {
  return {
    timeseries: series
      .filter((one) => one.samples || one.histograms || one.type === undefined)
      .map(({ labels, samples, histograms, exemplars }) => ({
        labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
        ...toPoints({ samples, histograms }),
        exemplars,
      })),
    metadata: series
      .filter(({ type }) => type !== undefined)
      .map(({ labels, type, help, unit }) => ({ metricFamilyName: labels['__name__'], type, help, unit })),
  };
}

function toV2(series: readonly SentSeries[]): object {
  const symbols: string[] = [''];
  const refs = new Map([['', 0]]);
  const ref = (text: string): number => {
    const found = refs.get(text);
    if (found !== undefined) return found;
    refs.set(text, symbols.length);
    return symbols.push(text) - 1;
  };
  const timeseries = series.map(({ labels, type = 0, help = '', unit = '', created = 0, exemplars, ...points }) => ({
    ...toPoints(points),
    exemplars,
    labelsRefs: Object.entries(labels).flatMap(([name, value]) => [ref(name), ref(value)]),
    metadata: { type, helpRef: ref(help), unitRef: ref(unit) },
    createdTimestamp: created,
  }));
  return { symbols, timeseries };
}

function toPoints({ samples = [], histograms = [] }: Pick<SentSeries, 'samples' | 'histograms'>): object {
  return {
    samples: samples.map((sample) => ({ ...sample, value: toBits(sample.value) })),
    histograms: histograms.map((histogram) => ({ ...histogram, sum: toBits(histogram.sum) })),
  };
}

function toBits(value: SentValue): string {
  const bits = value === STALE ? STALE_BITS : new BigUint64Array(new Float64Array([value]).buffer)[0];
  return String(bits);
}
