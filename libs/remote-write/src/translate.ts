import { closeMessage, WireReader, type BackWriter, type Translation, type TranslationLimits } from '@svc/otlp/wire';
import { ServiceError } from '@svc/service-error';
import { snappyDecode } from '@svc/snappy';
import { Drops } from './drops.js';
import { KIND, sampleKind, type Kind } from './metric/kind.js';
import { Histogram } from './request/histogram.js';
import { RequestV1 } from './request/request-v1.js';
import { RequestV2 } from './request/request-v2.js';
import { isStaleMarker, Sample } from './request/sample.js';
import { Series } from './request/series.js';
import { writeExplicit, writeExponential } from './write/histogram-writer.js';
import { MetricsWriter } from './write/metrics-writer.js';
import { writeAttributes, writeTimes } from './write/point-writer.js';

/** The version of Prometheus' remote write protocol. */
export type RemoteWriteVersion = 1 | 2;

/**
 * Translates a remote write, a block of Snappy, to OTLP metrics. Of version 2, `carried` has the `samples` and `histograms` in the body.
 * Stale markers count too: they are understood though they have no value.
 *
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function translateRemoteWrite(
  version: RemoteWriteVersion,
  body: Uint8Array,
  limits: TranslationLimits,
): Translation {
  return new WriteTranslation(version, snappyDecode(body, limits.maxBytes), limits).run();
}

class WriteTranslation {
  readonly #reader = new WireReader();
  readonly #source: RequestV1 | RequestV2;
  readonly #writer: MetricsWriter;
  readonly #drops = new Drops();
  readonly #series = new Series();
  readonly #sample = new Sample();
  readonly #histogram = new Histogram();
  #items = 0;
  #samples = 0;
  #histograms = 0;

  constructor(
    private readonly version: RemoteWriteVersion,
    plain: Uint8Array,
    private readonly limits: TranslationLimits,
  ) {
    this.#reader.reset(plain);
    this.#source = version === 1 ? new RequestV1(this.#reader) : new RequestV2(this.#reader);
    this.#writer = new MetricsWriter(this.#reader.bytes, this.#source.sharesTexts, limits.maxBytes);
  }

  run(): Translation {
    const source = this.#source;
    // The writer begins at the end.
    for (let index = source.count - 1; index >= 0; index--) {
      source.read(index, this.#series);
      this.#writeSeries();
    }
    if (source instanceof RequestV1) this.#drops.add('metadata', source.unusedMetadata);
    return {
      body: this.#writer.finish(),
      dropped: this.#drops.counts(),
      // Answers to version 1 do not state them.
      carried: this.version === 2 ? { samples: this.#samples, histograms: this.#histograms } : {},
    };
  }

  #writeSeries(): void {
    const { labels, samples, histograms, exemplars } = this.#series;
    const points = samples.count + histograms.count;
    this.#items += points;
    if (this.#items > this.limits.maxItems)
      throw new ServiceError('payload_too_large', { message: 'The request has too many samples.' });
    this.#drops.add('exemplar', exemplars);
    if (points === 0) return this.#drops.add('empty_series');
    if (!labels.areValid) return this.#drops.add('invalid_labels', points);
    if (labels.name < 0) return this.#drops.add('metric_name_missing', points);
    for (let i = histograms.count - 1; i >= 0; i--) this.#writeHistogram(histograms.start(i), histograms.end(i));
    if (samples.count === 0) return;
    const kind = sampleKind(this.#reader.bytes, this.#series);
    for (let i = samples.count - 1; i >= 0; i--) this.#writeSample(kind, samples.start(i), samples.end(i));
  }

  #writeSample(kind: Kind, start: number, end: number): void {
    const sample = this.#sample;
    sample.read(this.#reader, start, end);
    this.#samples++;
    if (isStaleMarker(sample.low, sample.high)) return this.#drops.add('stale_marker');
    const { out } = this.#writer;
    const before = this.#openPoint(kind);
    out.fixed64(sample.low, sample.high);
    out.varint(NUMBER_VALUE);
    this.#closePoint(kind, NUMBER_ATTRIBUTES, sample, before);
  }

  #writeHistogram(start: number, end: number): void {
    const histogram = this.#histogram;
    histogram.read(this.#reader, start, end);
    const fault = histogram.judge();
    if (fault === undefined || fault === 'stale_marker') this.#histograms++;
    if (fault !== undefined) return this.#drops.add(fault);
    const isCustom = histogram.isCustom;
    const kind = isCustom ? KIND.histogram : KIND.exponentialHistogram;
    const before = this.#openPoint(kind);
    const write: (out: BackWriter, histogram: Histogram) => void = isCustom ? writeExplicit : writeExponential;
    write(this.#writer.out, histogram);
    this.#closePoint(kind, isCustom ? HISTOGRAM_ATTRIBUTES : EXPONENTIAL_ATTRIBUTES, histogram, before);
  }

  /** @returns the length of what is written, before the point. */
  #openPoint(kind: Kind): number {
    this.#writer.open(this.#series, kind);
    return this.#writer.out.length;
  }

  #closePoint(kind: Kind, attributes: number, { time, start }: Pick<Sample, 'time' | 'start'>, before: number): void {
    const { out } = this.#writer;
    const { labels, created } = this.#series;
    // A gauge has no start, whatever its sender says.
    if (kind === KIND.gauge) start.clear();
    else if (!start.isSet) start.copy(created);
    writeTimes(out, time, start);
    writeAttributes(out, attributes, this.#reader.bytes, labels);
    closeMessage(out, 1, before);
  }
}

/** Field numbers of attributes, which differ between kinds of points, and the tag of a number. */
const NUMBER_ATTRIBUTES = 7;
const HISTOGRAM_ATTRIBUTES = 9;
const EXPONENTIAL_ATTRIBUTES = 1;
const NUMBER_VALUE = 0x21;
