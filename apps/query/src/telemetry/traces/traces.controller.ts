import {
  Traces,
  type TracesAggregateRequest,
  type TracesCriticalPathRequest,
  type TracesDeleteRequest,
  type TracesFieldsRequest,
  type TracesGetRequest,
  type TracesSearchRequest,
  type TracesStatsRequest,
} from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ChangedPeriods } from '../../changed-periods/index.js';
import { toFields } from '../fields/fields.message.js';
import { toSpanGroups } from './aggregate/span-groups.message.js';
import { SpanGroupsService } from './aggregate/span-groups.service.js';
import { toCriticalPath } from './critical-path/critical-path.message.js';
import { SpanFieldsService } from './fields/span-fields.service.js';
import { toOutline } from './outline/outline.message.js';
import { OutlineService } from './outline/outline.service.js';
import { toTraceSummary } from './search/trace-summary.message.js';
import { toTraceStats } from './stats/trace-stats.message.js';
import { stepsOfTrace } from './trace-deletion.query.js';
import { toTrace } from './trace/trace.message.js';
import { TracesService } from './traces.service.js';

@RpcController(Traces)
export class TracesController implements Handlers<typeof Traces> {
  constructor(
    private readonly service: TracesService,
    private readonly outlines: OutlineService,
    private readonly groups: SpanGroupsService,
    private readonly fieldList: SpanFieldsService,
    private readonly readers: ProjectReaders,
    private readonly changes: ChangedPeriods,
  ) {}

  async search(request: TracesSearchRequest, call: Call) {
    const { rows, nextCursor } = await this.service.search(request, this.readers.open(call));
    return { traces: rows.map(toTraceSummary), pagination: toPagination(nextCursor) };
  }

  async aggregate(request: TracesAggregateRequest, call: Call) {
    return toSpanGroups(await this.groups.aggregate(request, this.readers.open(call)));
  }

  async fields(request: TracesFieldsRequest, call: Call) {
    return toFields(await this.fieldList.fields(request, this.readers.open(call)));
  }

  async get(request: TracesGetRequest, call: Call) {
    const reader = this.readers.open(call);
    if (request.view === 'outline') return toOutline(await this.outlines.get(request.traceId, reader));
    return toTrace(await this.service.get(request.traceId, reader));
  }

  async stats(request: TracesStatsRequest, call: Call) {
    return toTraceStats(await this.service.stats(request.traceId, this.readers.open(call)));
  }

  async criticalPath(request: TracesCriticalPathRequest, call: Call) {
    return toCriticalPath(await this.service.criticalPath(request.traceId, this.readers.open(call)));
  }

  async delete(request: TracesDeleteRequest, call: Call) {
    const reader = this.readers.open(call);
    const { traceId } = request;
    await this.changes.whileDeleting(stepsOfTrace(traceId), reader, () => this.service.delete(traceId, reader));
    return {};
  }
}
