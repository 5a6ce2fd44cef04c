import { Ranges } from '@svc/otlp/wire';
import { Labels } from './labels.js';
import { Metadata } from './metadata.js';
import { Nanoseconds } from './time.js';

/** One series of a request of either version: positions in the request and numbers, valid until the next one is read. */
export class Series {
  readonly labels = new Labels();
  readonly samples = new Ranges();
  readonly histograms = new Ranges();
  readonly metadata = new Metadata();
  /** The moment at which its counters began; not set if unknown. */
  readonly created = new Nanoseconds();
  exemplars = 0;

  clear(): void {
    this.labels.clear();
    this.samples.clear();
    this.histograms.clear();
    this.metadata.clear();
    this.created.clear();
    this.exemplars = 0;
  }
}

/** A request whose series can be read in any order. */
export interface SeriesSource {
  readonly count: number;
  /** Whether series refer to texts that are in the request once each, so that equal texts have equal positions. */
  readonly sharesTexts: boolean;
  /** Reads a series. @throws ServiceError invalid_request if it is malformed. */
  read(index: number, series: Series): void;
}
