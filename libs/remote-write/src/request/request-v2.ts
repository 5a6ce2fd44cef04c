import { fieldSet, pushRange, Ranges, type WireReader } from '@svc/otlp/wire';
import { invalidField } from '@svc/service-error';
import type { Metadata } from './metadata.js';
import type { Series, SeriesSource } from './series.js';

const REQUEST = 'request';
const SERIES = 'timeseries';
const METADATA = 'timeseries.metadata';
const REQUEST_FIELDS = fieldSet(4, 5);
const SERIES_FIELDS = fieldSet(1, 2, 3, 4, 5, 6);
const METADATA_FIELDS = fieldSet(1, 3, 4);
/** The numbers of version 1, which version 2 leaves free so that neither is taken for the other. */
const LAST_FIELD_OF_V1 = 3;

/** An `io.prometheus.write.v2.Request`: its texts are in one table, to which everything else refers. */
export class RequestV2 implements SeriesSource {
  readonly sharesTexts = true;
  private readonly symbols = new Ranges();
  private readonly series = new Ranges();
  /** The symbol that is the name of a label whose value comes next; -1 if a name comes next. */
  private pending = -1;

  constructor(private readonly reader: WireReader) {
    const end = reader.bytes.length;
    while (reader.pos < end) {
      const tag = reader.tag(end, REQUEST);
      if (tag === 0x22) pushRange(reader, end, this.symbols, REQUEST);
      else if (tag === 0x2a) pushRange(reader, end, this.series, REQUEST);
      else if (tag >>> 3 <= LAST_FIELD_OF_V1) throw invalidField(REQUEST, 'its fields are those of version 1');
      else reader.skip(tag, REQUEST_FIELDS, end, REQUEST);
    }
  }

  get count(): number {
    return this.series.count;
  }

  read(index: number, series: Series): void {
    const { reader } = this;
    const end = this.series.end(index);
    reader.pos = this.series.start(index);
    this.pending = -1;
    series.clear();
    while (reader.pos < end) {
      const tag = reader.tag(end, SERIES);
      if (tag === 0x0a) {
        const refsEnd = reader.length(end, SERIES) + reader.pos;
        while (reader.pos < refsEnd) this.#pushReference(series, refsEnd);
      } else if (tag === 0x08) this.#pushReference(series, end);
      else if (tag === 0x12) pushRange(reader, end, series.samples, SERIES);
      else if (tag === 0x1a) pushRange(reader, end, series.histograms, SERIES);
      else if (tag === 0x22) {
        const length = reader.length(end, SERIES);
        reader.pos += length;
        series.exemplars++;
      } else if (tag === 0x2a) this.#readMetadata(series.metadata, end);
      else if (tag === 0x30) series.created.read(reader, end, SERIES);
      else reader.skip(tag, SERIES_FIELDS, end, SERIES);
    }
    series.labels.complete(reader.bytes, true);
    if (this.pending >= 0) series.labels.areValid = false;
  }

  /** The references are to a name and a value in turn. */
  #pushReference({ labels }: Series, end: number): void {
    const symbol = this.#readReference(end, 'timeseries.labels_refs');
    const { symbols, pending } = this;
    if (pending < 0) {
      this.pending = symbol;
      return;
    }
    labels.push(symbols.start(pending), symbols.end(pending), symbols.start(symbol), symbols.end(symbol));
    this.pending = -1;
  }

  #readMetadata(metadata: Metadata, seriesEnd: number): void {
    const { reader, symbols } = this;
    const end = reader.length(seriesEnd, SERIES) + reader.pos;
    while (reader.pos < end) {
      const tag = reader.tag(end, METADATA);
      if (tag === 0x08) metadata.type = reader.uint32(end, METADATA);
      else if (tag === 0x18) {
        const help = this.#readReference(end, 'timeseries.metadata.help_ref');
        metadata.helpStart = symbols.start(help);
        metadata.helpEnd = symbols.end(help);
      } else if (tag === 0x20) {
        const unit = this.#readReference(end, 'timeseries.metadata.unit_ref');
        metadata.unitStart = symbols.start(unit);
        metadata.unitEnd = symbols.end(unit);
      } else reader.skip(tag, METADATA_FIELDS, end, METADATA);
    }
  }

  #readReference(end: number, path: string): number {
    const symbol = this.reader.uint32(end, path);
    if (symbol >= this.symbols.count) throw invalidField(path, 'refers to a symbol that the request does not have');
    return symbol;
  }
}
