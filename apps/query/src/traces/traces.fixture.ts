import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { TracesSearchRequestSchema } from '@svc/contract';
import { ResourcesRepository } from '../resources/resources.repository.js';
import type { Scope } from '../statement/index.js';
import { startTestColumnStore } from '../testing/column-store.js';
import { clock, testCursors } from '../testing/requests.js';
import { ampleBudget } from '../testing/scope.js';
import { TelemetryWriter } from '../testing/telemetry-writer.js';
import { toCriticalPath } from './critical-path.message.js';
import { toTraceStats } from './trace-stats.message.js';
import { toTrace } from './trace.message.js';
import { TracesRepository } from './traces.repository.js';
import { TracesService } from './traces.service.js';

export type TracesRequest = MessageInitShape<typeof TracesSearchRequestSchema>;

export const traceIdOf = (number: number): string => number.toString(16).padStart(32, '0');
export const spanIdOf = (number: number): string => number.toString(16).padStart(16, '0');

/** The traces domain on an engine of its own. */
export async function startTraces() {
  const engine = await startTestColumnStore();
  const repository = new TracesRepository(engine.store);
  const service = new TracesService(repository, new ResourcesRepository(engine.store), testCursors(), clock);

  const search = (request: TracesRequest, scope: Scope) =>
    service.search(create(TracesSearchRequestSchema, request), scope, ampleBudget());
  return {
    store: engine.store,
    writer: new TelemetryWriter(engine.store),
    search,
    idsOf: async (request: TracesRequest, scope: Scope): Promise<string[]> =>
      (await search(request, scope)).rows.map((row) => row.id),
    /** Ids of all pages, one after the other. */
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
    get: async (traceId: string, scope: Scope) => toTrace(await service.get(traceId, scope, ampleBudget())),
    stats: async (traceId: string, scope: Scope) => toTraceStats(await service.stats(traceId, scope, ampleBudget())),
    criticalPath: async (traceId: string, scope: Scope) =>
      toCriticalPath(await service.criticalPath(traceId, scope, ampleBudget())),
    delete: (traceId: string, scope: Scope) => service.delete(traceId, scope, ampleBudget()),
    stop: () => engine[Symbol.asyncDispose](),
  };
}

export type TracesSubject = Awaited<ReturnType<typeof startTraces>>;
