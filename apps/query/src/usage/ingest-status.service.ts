import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { floorTo, fromMilliseconds, NANOSECONDS_PER_HOUR, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { selectReceipts, type ReceiptRow } from './ingest-status.query.js';

export interface Receipts {
  /** The window of the counts, in nanoseconds since 1970. */
  readonly range: TimeRange;
  readonly rows: readonly ReceiptRow[];
}

@Injectable()
export class IngestStatusService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Usage is counted by hour, so the window begins with the hour that contains the moment one hour ago. */
  async get(reader: ProjectReader): Promise<Receipts> {
    const to = fromMilliseconds(this.clock());
    const from = floorTo(to - NANOSECONDS_PER_HOUR, NANOSECONDS_PER_HOUR);
    return { range: { from, to }, rows: await reader.rows(selectReceipts(reader.scope, from)) };
  }
}
