import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import {
  ErrorsSearchRequestSchema,
  LogsQueryRequestSchema,
  TracesSearchRequestSchema,
  type WidgetDataSchema,
  type WidgetQuery,
} from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { toTimestamp, type TimeRange } from '@svc/reading/time';
import { ErrorsService, toErrorEvent } from '../../../../errors/index.js';
import { LogsService, toLogRecord, toTraceSummary, TracesService } from '../../../../telemetry/index.js';
import { toLimit } from './widget-questions.js';

type Shown = MessageInitShape<typeof WidgetDataSchema>;

/** The first page of a list, from the services that answer the list operations. */
@Injectable()
export class WidgetLists {
  constructor(
    private readonly logs: LogsService,
    private readonly traces: TracesService,
    private readonly errors: ErrorsService,
  ) {}

  async read(query: WidgetQuery, { from, to }: TimeRange, reader: ProjectReader): Promise<Shown> {
    const { signal, q } = query;
    const asked = { q, limit: toLimit(query), startTime: toTimestamp(from), endTime: toTimestamp(to) };
    if (signal === 'logs') {
      const page = await this.logs.query(create(LogsQueryRequestSchema, asked), reader);
      const logs = page.rows.map((row) => toLogRecord(row, page.resources.get(row.resource_hash)));
      return { logs, truncated: page.nextCursor !== undefined };
    }
    if (signal === 'traces') {
      const { rows, nextCursor } = await this.traces.search(create(TracesSearchRequestSchema, asked), reader);
      return { traces: rows.map(toTraceSummary), truncated: nextCursor !== undefined };
    }
    const page = await this.errors.search(create(ErrorsSearchRequestSchema, asked), reader);
    const errors = page.rows.map((row) => toErrorEvent(row, page.variants.get(row.variant_hex)));
    return { errors, truncated: page.nextCursor !== undefined };
  }
}
