import {
  Logs,
  type LogsAggregateRequest,
  type LogsContextRequest,
  type LogsDeleteRequest,
  type LogsFieldsRequest,
  type LogsPatternsRequest,
  type LogsQueryRequest,
  type LogsStreamRequest,
} from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toFields } from '../fields/fields.message.js';
import { toLogGroups } from './aggregate/aggregate.message.js';
import { AggregateService } from './aggregate/aggregate.service.js';
import { toLogContext } from './context/context.message.js';
import { ContextService } from './context/context.service.js';
import { FieldsService } from './fields/fields.service.js';
import { toLogRecord } from './log-record.message.js';
import { LogsService } from './logs.service.js';
import { toLogPatterns } from './patterns/patterns.message.js';
import { PatternsService } from './patterns/patterns.service.js';
import { toExplanation } from './query-explanation.message.js';
import { toStreamEvents } from './tail/tail-event.message.js';
import { TailService } from './tail/tail.service.js';

@RpcController(Logs)
export class LogsController implements Handlers<typeof Logs> {
  constructor(
    private readonly service: LogsService,
    private readonly counts: AggregateService,
    private readonly fieldList: FieldsService,
    private readonly patternList: PatternsService,
    private readonly contexts: ContextService,
    private readonly tail: TailService,
    private readonly readers: ProjectReaders,
  ) {}

  async query(request: LogsQueryRequest, call: Call) {
    const page = await this.service.query(request, this.readers.open(call));
    return {
      logs: page.rows.map((row) => toLogRecord(row, page.resources.get(row.resource_hash))),
      pagination: toPagination(page.nextCursor),
      ...(page.explanation ? { explanation: toExplanation(page.explanation) } : {}),
    };
  }

  async aggregate(request: LogsAggregateRequest, call: Call) {
    return toLogGroups(await this.counts.aggregate(request, this.readers.open(call)));
  }

  async fields(request: LogsFieldsRequest, call: Call) {
    return toFields(await this.fieldList.fields(request, this.readers.open(call)));
  }

  async stream(request: LogsStreamRequest, call: Call) {
    return toStreamEvents(await this.tail.open(request, call));
  }

  async patterns(request: LogsPatternsRequest, call: Call) {
    return toLogPatterns(await this.patternList.patterns(request, this.readers.open(call)));
  }

  async context(request: LogsContextRequest, call: Call) {
    return toLogContext(await this.contexts.context(request, this.readers.open(call)));
  }

  async delete({ logId }: LogsDeleteRequest, call: Call) {
    await this.service.delete(logId, this.readers.open(call));
    return {};
  }
}
