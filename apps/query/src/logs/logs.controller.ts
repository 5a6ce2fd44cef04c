import { Inject } from '@nestjs/common';
import { Logs, type LogsAggregateRequest, type LogsQueryRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { paginationOf } from '../paging/pagination.message.js';
import { Budget, Scope } from '../statement/index.js';
import { toLogGroups } from './aggregate/aggregate.message.js';
import { AggregateService } from './aggregate/aggregate.service.js';
import { toLogRecord } from './log-record.message.js';
import { LogsService } from './logs.service.js';

@RpcController(Logs)
export class LogsController implements Handlers<typeof Logs> {
  constructor(
    @Inject(LogsService) private readonly service: LogsService,
    @Inject(AggregateService) private readonly counts: AggregateService,
  ) {}

  async query(request: LogsQueryRequest, call: Call) {
    const { rows, resources, nextCursor } = await this.service.query(request, Scope.of(call.project), Budget.of(call));
    return { logs: rows.map((row) => toLogRecord(row, resources)), pagination: paginationOf(nextCursor) };
  }

  async aggregate(request: LogsAggregateRequest, call: Call) {
    return toLogGroups(await this.counts.aggregate(request, Scope.of(call.project), Budget.of(call)));
  }
}
