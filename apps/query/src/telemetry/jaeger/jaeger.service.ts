import { create } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import {
  ServicesMapRequestSchema,
  TracesSearchRequestSchema,
  type JaegerQueryDependenciesRequest,
  type JaegerQueryFindRequest,
  type JaegerQueryGetRequest,
} from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { isTooExpensive, resolveWindow } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { MapService } from '../services/map/map.service.js';
import { TracesRepository } from '../traces/traces.repository.js';
import { TracesService } from '../traces/traces.service.js';
import { toSearchText } from './conditions.js';
import { JaegerTraces, notFoundNotice, type Part, type TimedTrace } from './jaeger-traces.js';
import { selectOperations, selectServiceNames, type OperationRow } from './jaeger.query.js';

/** A project has hundreds of services, and a service hundreds of operations. */
const MAX_NAMES = 10_000;
/** Widths of the windows whose operations are listed, until one is small enough to read. */
const OPERATION_WINDOWS = [NANOSECONDS_PER_DAY, NANOSECONDS_PER_HOUR, 5n * NANOSECONDS_PER_MINUTE];
const SERVICE = 'service:';

/** What the query interface of Jaeger asks, answered by the reads of traces and services. */
@Injectable()
export class JaegerService {
  constructor(
    private readonly traces: TracesService,
    private readonly repository: TracesRepository,
    private readonly writer: JaegerTraces,
    private readonly map: MapService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async services(reader: ProjectReader): Promise<string[]> {
    const range = resolveWindow({}, reader.scope, this.clock(), reader.scope.retention);
    const rows = await reader.rows(selectServiceNames(reader.scope, range, MAX_NAMES));
    return rows.map(({ name }) => name);
  }

  async operations(service: string, kind: string, reader: ProjectReader): Promise<OperationRow[]> {
    for (const [index, width] of OPERATION_WINDOWS.entries()) {
      const range = resolveWindow({}, reader.scope, this.clock(), width);
      try {
        return await reader.rows(selectOperations(reader.scope, service, kind, range, MAX_NAMES));
      } catch (error) {
        if (!isTooExpensive(error) || index === OPERATION_WINDOWS.length - 1) throw error;
      }
    }
    return [];
  }

  async *find(request: JaegerQueryFindRequest, reader: ProjectReader): AsyncGenerator<Part> {
    const { service, operation, startTime, endTime, limit, form } = request;
    const search = create(TracesSearchRequestSchema, {
      service: service === '' ? [] : [service],
      operation: operation === '' ? [] : [operation],
      ...(startTime && { startTime }),
      ...(endTime && { endTime }),
      q: toSearchText(request),
      limit,
    });
    const { rows } = await this.traces.search(search, reader);
    const found = rows.map((row) => ({
      id: row.id,
      from: BigInt(row.start),
      to: BigInt(row.finish),
      spans: Number(row.span_total),
    }));
    yield* this.writer.write(found, form, reader);
  }

  async *get({ traceIds, form }: JaegerQueryGetRequest, reader: ProjectReader): AsyncGenerator<Part> {
    const found: TimedTrace[] = [];
    for (const id of new Set(traceIds)) {
      const extent = await this.repository.extent(id, reader);
      if (extent) found.push({ id, ...extent });
      else yield notFoundNotice(id);
    }
    yield* this.writer.write(found, form, reader);
  }

  /** Calls between services. Jaeger does not count calls to databases, queues and hosts that send no spans. */
  async dependencies({ startTime, endTime }: JaegerQueryDependenciesRequest, reader: ProjectReader) {
    const request = create(ServicesMapRequestSchema, {
      ...(startTime && { startTime }),
      ...(endTime && { endTime }),
    });
    const { graph } = await this.map.map(request, reader);
    const isService = (id: string): boolean => id.startsWith(SERVICE);
    return graph.edges
      .filter(({ source, target }) => isService(source) && isService(target))
      .map(({ source, target, ...edge }) => ({
        parent: source.slice(SERVICE.length),
        child: target.slice(SERVICE.length),
        calls: BigInt(Math.round(edge.calls)),
      }));
  }
}
