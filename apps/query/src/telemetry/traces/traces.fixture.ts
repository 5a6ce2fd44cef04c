import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore } from '@svc/columnar/testing';
import { TracesSearchRequestSchema } from '@svc/contract';
import { MissingStore } from '@svc/objects/open';
import { ResourcesRepository } from '@svc/reading/resources';
import type { Scope } from '@svc/reading/statement';
import { clock, TelemetryWriter, testCursors, testReader } from '@svc/reading/testing';
import { ContentErasure } from '../../agent-content/index.js';
import { toCriticalPath } from './critical-path/critical-path.message.js';
import { toTraceStats } from './stats/trace-stats.message.js';
import { toTrace } from './trace/trace.message.js';
import { TracesRepository } from './traces.repository.js';
import { TracesService } from './traces.service.js';

export type TracesRequest = MessageInitShape<typeof TracesSearchRequestSchema>;

export const testTraceId = (number: number): string => number.toString(16).padStart(32, '0');
export const testSpanId = (number: number): string => number.toString(16).padStart(16, '0');

/** The traces domain on an engine of its own. */
export async function startTraces() {
  const engine = await sharedStore();
  const repository = new TracesRepository();
  const service = new TracesService(
    repository,
    new ResourcesRepository(),
    testCursors(),
    new ContentErasure(new MissingStore()),
    clock,
  );

  const search = (request: TracesRequest, scope: Scope) =>
    service.search(create(TracesSearchRequestSchema, request), testReader(engine.store, scope));
  return {
    service,
    store: engine.store,
    writer: new TelemetryWriter(engine.store),
    search,
    queryIds: async (request: TracesRequest, scope: Scope): Promise<string[]> =>
      (await search(request, scope)).rows.map((row) => row.id),
    /** IDs of all pages, one after the other. */
    allPages: async (request: TracesRequest, scope: Scope): Promise<string[]> => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = await search({ ...request, cursor }, scope);
        ids.push(...page.rows.map((row) => row.id));
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      return ids;
    },
    get: async (traceId: string, scope: Scope) => toTrace(await service.get(traceId, testReader(engine.store, scope))),
    stats: async (traceId: string, scope: Scope) =>
      toTraceStats(await service.stats(traceId, testReader(engine.store, scope))),
    criticalPath: async (traceId: string, scope: Scope) =>
      toCriticalPath(await service.criticalPath(traceId, testReader(engine.store, scope))),
    delete: (traceId: string, scope: Scope) => service.delete(traceId, testReader(engine.store, scope)),
    stop: () => engine[Symbol.asyncDispose](),
  };
}

export type TracesSubject = Awaited<ReturnType<typeof startTraces>>;
