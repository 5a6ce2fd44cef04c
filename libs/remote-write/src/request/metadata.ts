/** The types of metrics, with the numbers that both versions of the protocol give them. */
export const METADATA_TYPE = {
  unknown: 0,
  counter: 1,
  gauge: 2,
  histogram: 3,
  gaugeHistogram: 4,
  summary: 5,
  info: 6,
  stateSet: 7,
} as const;

/** The metadata of a metric, as positions in the request. */
export class Metadata {
  /** Whether a series of the request has it. */
  isUsed = false;
  type = 0;
  helpStart = 0;
  helpEnd = 0;
  unitStart = 0;
  unitEnd = 0;

  clear(): void {
    this.type = this.helpStart = this.helpEnd = this.unitStart = this.unitEnd = 0;
  }

  copy(other: Metadata): void {
    this.type = other.type;
    this.helpStart = other.helpStart;
    this.helpEnd = other.helpEnd;
    this.unitStart = other.unitStart;
    this.unitEnd = other.unitEnd;
  }
}
