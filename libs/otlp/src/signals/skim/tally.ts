import { ServiceError } from '@svc/service-error';
import { REASON_NAMES, type Rejection } from '../../rules.js';

/** Elements inside items (events, links, buckets, quantiles) that a request may have, per allowed item. */
const ELEMENTS_PER_ITEM = 4;

/** Counts items by result and enforces the limits of the request. */
export class Tally {
  /** Items that are stored without an id of a wrong length. */
  withoutIds = 0;
  private readonly counts = new Float64Array(REASON_NAMES.length);
  private items = 0;
  private elements = 0;
  private maxItems = 0;

  start(maxItems: number): void {
    this.counts.fill(0);
    this.items = 0;
    this.withoutIds = 0;
    this.elements = 0;
    this.maxItems = maxItems;
  }

  item(verdict: Rejection): void {
    this.counts[verdict]++;
    if (++this.items > this.maxItems) throw tooLarge('The request has too many items.');
  }

  addElements(count: number): void {
    this.elements += count;
    if (this.elements > this.maxItems * ELEMENTS_PER_ITEM) {
      throw tooLarge('The items of the request have too many events, links or buckets.');
    }
  }

  count(verdict: Rejection): number {
    return this.counts[verdict];
  }
}

function tooLarge(message: string): ServiceError {
  return new ServiceError('payload_too_large', { message });
}
