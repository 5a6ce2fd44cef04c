import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { LogsQueryRequestSchema } from '@svc/contract';
import { ResourcesRepository } from '../resources/resources.repository.js';
import type { Scope } from '../statement/index.js';
import { startTestColumnStore } from '../testing/column-store.js';
import { clock, testCursors } from '../testing/requests.js';
import { ampleBudget } from '../testing/scope.js';
import { TelemetryWriter } from '../testing/telemetry-writer.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';

export type LogsRequest = MessageInitShape<typeof LogsQueryRequestSchema>;

/** The logs domain on an engine of its own. */
export async function startLogs() {
  const engine = await startTestColumnStore();
  const resources = new ResourcesRepository(engine.store);
  const service = new LogsService(new LogsRepository(engine.store), resources, testCursors(), clock);

  const query = (request: LogsRequest, scope: Scope, budget = ampleBudget()) =>
    service.query(create(LogsQueryRequestSchema, request), scope, budget);
  return {
    store: engine.store,
    writer: new TelemetryWriter(engine.store),
    query,
    idsOf: async (request: LogsRequest, scope: Scope): Promise<string[]> =>
      (await query(request, scope)).rows.map(({ id }) => id),
    /** Ids of all pages, one after the other. */
    allPages: async (request: LogsRequest, scope: Scope): Promise<string[]> => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = await query({ ...request, cursor }, scope);
        ids.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      return ids;
    },
    delete: (id: string, scope: Scope): Promise<void> => service.delete(id, scope, ampleBudget()),
    stop: () => engine[Symbol.asyncDispose](),
  };
}

export type LogsSubject = Awaited<ReturnType<typeof startLogs>>;
