import { Inject, Injectable } from '@nestjs/common';
import type { LogsFieldsRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { FIELD_SAMPLE, readFields, type FoundFields } from '../../fields/read-fields.js';
import { logFilters, needsOnlyMinutes, toLogFilters } from '../log-filters.js';
import { selectLogCount, selectSampleStart } from '../log-sample.query.js';
import { FIELDS_OF_LOGS } from './fields-of-logs.js';

@Injectable()
export class FieldsService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  fields(request: LogsFieldsRequest, reader: ProjectReader, sample = FIELD_SAMPLE): Promise<FoundFields> {
    const { scope } = reader;
    const range = resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    const filters = toLogFilters(request);
    const records = { scope, range, filter: logFilters(filters, scope), sample };
    const total = selectLogCount({ ...records, isByMinute: needsOnlyMinutes(filters) });
    return readFields({ source: FIELDS_OF_LOGS, records, sampleStart: selectSampleStart(records), total }, reader);
  }
}
