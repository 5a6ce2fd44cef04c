import { Inject, Injectable } from '@nestjs/common';
import type { LogsFieldsRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { logFilters, needsOnlyMinutes, toLogFilters } from '../log-filters.js';
import { FieldsRepository, type SampledFields } from './fields.repository.js';

/** All values of every record are counted, so records are expensive; this many take a third of a second. */
const SAMPLE = 20_000;
const VALUES = 10;
/** Some senders put IDs into names; a longer list is of no use. */
const FIELDS = 500;

export interface FoundFields extends SampledFields {
  readonly isTruncated: boolean;
}

@Injectable()
export class FieldsService {
  constructor(
    private readonly repository: FieldsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async fields(request: LogsFieldsRequest, reader: ProjectReader, sample = SAMPLE): Promise<FoundFields> {
    const range = resolveWindow(request, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
    const filters = toLogFilters(request);
    const filter = logFilters(filters, reader.scope);
    if (isEmpty(range)) return { rows: [], scanned: 0, total: 0, isTruncated: false };
    const found = await this.repository.read(
      { scope: reader.scope, range, filter, isByMinute: needsOnlyMinutes(filters), sample },
      VALUES,
      FIELDS + 1,
      reader,
    );
    return { ...found, rows: found.rows.slice(0, FIELDS), isTruncated: found.rows.length > FIELDS };
  }
}
