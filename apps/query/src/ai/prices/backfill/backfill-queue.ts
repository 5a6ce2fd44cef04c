import { Queue } from '@svc/work';

/** A price that stored calls get too. */
export interface Backfill {
  readonly projectNumber: number;
  readonly priceId: string;
  /** Milliseconds since 1970: only calls that began in this time are priced again. */
  readonly from: number;
  readonly to: number;
}

export const PRICE_BACKFILLS = new Queue<Backfill>({ name: 'llm-price-backfill', maxAttempts: 20 });
