import { create } from '@bufbuild/protobuf';
import { Module, type OnModuleDestroy } from '@nestjs/common';
import {
  CallContextSchema,
  SavedSearches,
  type CallContext,
  type SavedSearchesDeleteRequest,
  type SavedSearchesListRequest,
} from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { Call, Handlers } from '../call.js';
import { RpcController } from '../server/rpc-controller.js';

export const SECRET = 'row 17 of the customer table';

/** A caller of organization o1 in project p1. */
export const CONTEXT: CallContext = create(CallContextSchema, {
  requestId: 'r1',
  organizationId: 'o1',
  principalType: 'api_key',
  principalId: 'k1',
  project: { id: 'p1', number: 7, retentionDays: 30 },
});

/** Records the calls of the handlers below; one object per process, because Nest creates the controllers. */
export const seen: { calls: Call[]; abortReasons: unknown[]; events: string[] } = {
  calls: [],
  abortReasons: [],
  events: [],
};

/** Allows calls with cursor `gate` to finish. */
export const gate = { open: (): void => undefined };

/** Each method ends in a different way. The `cursor` of list selects one of several outcomes. */
@RpcController(SavedSearches)
class EndingsController implements Handlers<typeof SavedSearches> {
  async list(request: SavedSearchesListRequest, call: Call) {
    seen.calls.push(call);
    if (request.cursor === 'hang') await hang(call.signal);
    if (request.cursor === 'hang-deaf') await hang(AbortSignal.timeout(60_000));
    if (request.cursor === 'gate') {
      await new Promise<void>((resolve) => (gate.open = resolve));
      seen.events.push('answered');
    }
    return { savedSearches: [{ id: call.project.id, version: 3n, query: { a: null, b: [1] } }] };
  }

  get(): Promise<never> {
    const details = [{ path: 'search_id', reason: 'is gone' }];
    throw new ServiceError('rate_limited', { message: 'Slow down.', details, retryAfterSeconds: 7, cause: SECRET });
  }

  async create(): Promise<never> {
    return Promise.reject(new Error(SECRET));
  }

  async update() {
    return Promise.resolve({ version: -1n, name: SECRET });
  }

  async duplicate(): Promise<never> {
    const details = Array.from({ length: 500 }, (_, i) => ({ path: `filters[${i}].value`, reason: 'is not a number' }));
    return Promise.reject(new ServiceError('invalid_request', { details }));
  }

  async delete(_request: SavedSearchesDeleteRequest, call: Call) {
    seen.calls.push(call);
    await new Promise<void>((resolve) => (gate.open = resolve));
    return {};
  }
}

@Module({ controllers: [EndingsController] })
export class EndingsModule implements OnModuleDestroy {
  onModuleDestroy(): void {
    seen.events.push('stores closed');
  }
}

/** Simulates work in a store that is cancelled by the signal. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      seen.abortReasons.push(signal.reason);
      reject(new Error('The store cancelled the work'));
    });
  });
}
