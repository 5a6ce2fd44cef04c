import { fieldSet, pushRange, Ranges, type WireReader } from '@svc/otlp/wire';
import { invalidField } from '@svc/service-error';
import { Metadata } from './metadata.js';
import type { Series, SeriesSource } from './series.js';

const REQUEST = 'request';
const SERIES = 'timeseries';
const LABEL = 'timeseries.labels';
const METADATA = 'metadata';
const REQUEST_FIELDS = fieldSet(1, 3);
const SERIES_FIELDS = fieldSet(1, 2, 3, 4);
const LABEL_FIELDS = fieldSet(1, 2);
const METADATA_FIELDS = fieldSet(1, 2, 4, 5);
/** The endings that series add to the name of their family. */
const SUFFIX = /_(?:total|bucket|count|sum|created|gcount|gsum|info)$/;

/** A `prometheus.WriteRequest`. */
export class RequestV1 implements SeriesSource {
  readonly sharesTexts = false;
  /** Metadata by the name of the family. Prometheus sends them in requests of their own. */
  private readonly metadata = new Map<string, Metadata>();
  private readonly series = new Ranges();
  private start = 0;
  private end = 0;

  constructor(private readonly reader: WireReader) {
    const end = reader.bytes.length;
    while (reader.pos < end) {
      const tag = reader.tag(end, REQUEST);
      if (tag === 0x0a) pushRange(reader, end, this.series, REQUEST);
      else if (tag === 0x1a) this.#readMetadata(end);
      else if (tag >>> 3 === 4 || tag >>> 3 === 5) throw invalidField(REQUEST, 'its fields are those of version 2');
      else reader.skip(tag, REQUEST_FIELDS, end, REQUEST);
    }
  }

  get count(): number {
    return this.series.count;
  }

  /** Number of metadata that no series had which was read. */
  get unusedMetadata(): number {
    return [...this.metadata.values()].filter(({ isUsed }) => !isUsed).length;
  }

  read(index: number, series: Series): void {
    const { reader } = this;
    const end = this.series.end(index);
    reader.pos = this.series.start(index);
    series.clear();
    while (reader.pos < end) {
      const tag = reader.tag(end, SERIES);
      if (tag === 0x0a) this.#readLabel(series, end);
      else if (tag === 0x12) pushRange(reader, end, series.samples, SERIES);
      else if (tag === 0x1a) {
        const length = reader.length(end, SERIES);
        reader.pos += length;
        series.exemplars++;
      } else if (tag === 0x22) pushRange(reader, end, series.histograms, SERIES);
      else reader.skip(tag, SERIES_FIELDS, end, SERIES);
    }
    series.labels.complete(reader.bytes, false);
    if (this.metadata.size > 0) this.#describe(series);
  }

  #readLabel({ labels }: Series, seriesEnd: number): void {
    const { reader } = this;
    const end = reader.length(seriesEnd, SERIES) + reader.pos;
    let [nameStart, nameEnd, valueStart, valueEnd] = [0, 0, 0, 0];
    while (reader.pos < end) {
      const tag = reader.tag(end, LABEL);
      if (tag === 0x0a) {
        this.#readText(end, LABEL);
        [nameStart, nameEnd] = [this.start, this.end];
      } else if (tag === 0x12) {
        this.#readText(end, LABEL);
        [valueStart, valueEnd] = [this.start, this.end];
      } else reader.skip(tag, LABEL_FIELDS, end, LABEL);
    }
    labels.push(nameStart, nameEnd, valueStart, valueEnd);
  }

  #readMetadata(requestEnd: number): void {
    const { reader } = this;
    const end = reader.length(requestEnd, REQUEST) + reader.pos;
    const metadata = new Metadata();
    let family = '';
    while (reader.pos < end) {
      const tag = reader.tag(end, METADATA);
      if (tag === 0x08) metadata.type = reader.uint32(end, METADATA);
      else if (tag === 0x12) {
        this.#readText(end, METADATA);
        family = reader.bytes.toString('latin1', this.start, this.end);
      } else if (tag === 0x22) {
        this.#readText(end, METADATA);
        [metadata.helpStart, metadata.helpEnd] = [this.start, this.end];
      } else if (tag === 0x2a) {
        this.#readText(end, METADATA);
        [metadata.unitStart, metadata.unitEnd] = [this.start, this.end];
      } else reader.skip(tag, METADATA_FIELDS, end, METADATA);
    }
    this.metadata.set(family, metadata);
  }

  #describe({ labels, metadata }: Series): void {
    if (labels.name < 0) return;
    const name = this.reader.bytes.toString('latin1', labels.values.start(labels.name), labels.values.end(labels.name));
    const found = this.metadata.get(name) ?? this.metadata.get(name.replace(SUFFIX, ''));
    if (found === undefined) return;
    found.isUsed = true;
    metadata.copy(found);
  }

  #readText(end: number, path: string): void {
    const length = this.reader.length(end, path);
    this.start = this.reader.pos;
    this.end = this.reader.pos += length;
  }
}
