import { Inject, Injectable } from '@nestjs/common';
import type { TracesFieldsRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { FIELD_SAMPLE, MAX_FIELDS, readFields, type FoundFields } from '../../fields/read-fields.js';
import { spanConditions, toTraceFilters } from '../filters/trace-filters.js';
import { FIELDS_OF_SPANS } from './fields-of-spans.js';
import { selectSpanSampleStart, selectSpanTotal } from './span-sample.query.js';

@Injectable()
export class SpanFieldsService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** @throws ServiceError invalid_request */
  fields(request: TracesFieldsRequest, reader: ProjectReader, sample = FIELD_SAMPLE): Promise<FoundFields> {
    const { scope } = reader;
    const range = resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    const records = { scope, range, filter: spanConditions(toTraceFilters(request), scope), sample };
    return readFields(
      {
        source: FIELDS_OF_SPANS,
        records,
        sampleStart: selectSpanSampleStart(records),
        total: selectSpanTotal(records),
        prefix: request.prefix,
        limit: pageLimit(request.limit, { default: MAX_FIELDS, max: MAX_FIELDS }),
      },
      reader,
    );
  }
}
