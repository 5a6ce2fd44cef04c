import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore } from '@svc/columnar/testing';
import { LogsQueryRequestSchema } from '@svc/contract';
import { ResourcesRepository } from '@svc/reading/resources';
import type { Scope } from '@svc/reading/statement';
import { ampleBudget, clock, TelemetryWriter, testCursors, testReader } from '@svc/reading/testing';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';

export type LogsRequest = MessageInitShape<typeof LogsQueryRequestSchema>;

/** The logs domain on an engine of its own. */
export async function startLogs() {
  const engine = await sharedStore();
  const resources = new ResourcesRepository();
  const service = new LogsService(new LogsRepository(), resources, testCursors(), clock);

  const query = (request: LogsRequest, scope: Scope, budget = ampleBudget()) =>
    service.query(create(LogsQueryRequestSchema, request), testReader(engine.store, scope, budget));
  return {
    store: engine.store,
    writer: new TelemetryWriter(engine.store),
    query,
    queryIds: async (request: LogsRequest, scope: Scope): Promise<string[]> =>
      (await query(request, scope)).rows.map((row) => row.log_id_hex.toUpperCase()),
    /** IDs of all pages, one after the other. */
    allPages: async (request: LogsRequest, scope: Scope): Promise<string[]> => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = await query({ ...request, cursor }, scope);
        ids.push(...page.rows.map((row) => row.log_id_hex.toUpperCase()));
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      return ids;
    },
    delete: (id: string, scope: Scope): Promise<void> => service.delete(id, testReader(engine.store, scope)),
    stop: () => engine[Symbol.asyncDispose](),
  };
}

export type LogsSubject = Awaited<ReturnType<typeof startLogs>>;
