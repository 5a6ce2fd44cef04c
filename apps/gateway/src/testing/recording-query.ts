import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Module, type DynamicModule } from '@nestjs/common';
import {
  Logs,
  SavedSearches,
  type LogsQueryRequest,
  type LogsQueryResponseSchema,
  type LogsStreamEventSchema,
  type SavedSearchesListResponseSchema,
  type SavedSearchSchema,
} from '@svc/contract';
import { RpcController, startRpcServer, type Call, type Handlers, type RpcServer } from '@svc/rpc';

/** One call that arrived behind the gateway. */
export interface Arrival {
  readonly operation: string;
  readonly request: unknown;
  readonly call: Call;
}

/** What the query service behind the gateway saw, and what it shall do. */
export class Recorder {
  readonly arrivals: Arrival[] = [];
  /** Runs before each answer; may wait or throw. */
  behave: (arrival: Arrival) => Promise<void> = () => Promise.resolve();

  /** What a stream sends after it was recorded. */
  events: (call: Call) => AsyncIterable<StreamEvent> = oneEvent;

  async record(operation: string, request: unknown, call: Call): Promise<void> {
    const arrival = { operation, request, call };
    this.arrivals.push(arrival);
    await this.behave(arrival);
  }
}

async function* oneEvent(): AsyncGenerator<StreamEvent> {
  yield await Promise.resolve({ id: 'an-id', event: { case: 'log', value: { body: 'a line' } } } as const);
}

/** A stream in which nothing happens. */
export async function* silentEvents({ signal }: Call): AsyncGenerator<StreamEvent> {
  yield await new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

type StreamEvent = MessageInitShape<typeof LogsStreamEventSchema>;

const RECORDER = Symbol('recorder');
type SearchAnswer = Promise<MessageInitShape<typeof SavedSearchSchema>>;

@RpcController(Logs)
class RecordingLogs implements Handlers<typeof Logs> {
  constructor(@Inject(RECORDER) private readonly recorder: Recorder) {}

  async query(request: LogsQueryRequest, call: Call): Promise<MessageInitShape<typeof LogsQueryResponseSchema>> {
    await this.recorder.record('logs.query', request, call);
    return { logs: [{ body: 'a line' }], pagination: { hasMore: false } };
  }
  aggregate(request: unknown, call: Call): Promise<Record<string, never>> {
    return this.#answerEmpty('logs.aggregate', request, call);
  }
  async stream(request: unknown, call: Call): Promise<AsyncIterable<StreamEvent>> {
    await this.recorder.record('logs.stream', request, call);
    return this.recorder.events(call);
  }
  fields(request: unknown, call: Call): Promise<Record<string, never>> {
    return this.#answerEmpty('logs.fields', request, call);
  }
  patterns(request: unknown, call: Call): Promise<Record<string, never>> {
    return this.#answerEmpty('logs.patterns', request, call);
  }
  context(request: unknown, call: Call): Promise<Record<string, never>> {
    return this.#answerEmpty('logs.context', request, call);
  }
  delete(request: unknown, call: Call): Promise<Record<string, never>> {
    return this.#answerEmpty('logs.delete', request, call);
  }

  async #answerEmpty(operation: string, request: unknown, call: Call): Promise<Record<string, never>> {
    await this.recorder.record(operation, request, call);
    return {};
  }
}

@RpcController(SavedSearches)
class RecordingSavedSearches implements Handlers<typeof SavedSearches> {
  constructor(@Inject(RECORDER) private readonly recorder: Recorder) {}

  async list(request: unknown, call: Call): Promise<MessageInitShape<typeof SavedSearchesListResponseSchema>> {
    await this.recorder.record('saved_searches.list', request, call);
    return { savedSearches: [], pagination: { hasMore: false } };
  }
  get(request: unknown, call: Call): SearchAnswer {
    return this.#answer('saved_searches.get', request, call);
  }
  create(request: unknown, call: Call): SearchAnswer {
    return this.#answer('saved_searches.create', request, call);
  }
  update(request: unknown, call: Call): SearchAnswer {
    return this.#answer('saved_searches.update', request, call);
  }
  duplicate(request: unknown, call: Call): SearchAnswer {
    return this.#answer('saved_searches.duplicate', request, call);
  }
  async delete(request: unknown, call: Call): Promise<Record<string, never>> {
    await this.recorder.record('saved_searches.delete', request, call);
    return {};
  }

  async #answer(operation: string, request: unknown, call: Call): SearchAnswer {
    await this.recorder.record(operation, request, call);
    return { id: 'saved-1', projectId: call.project.id, name: 'a search', signal: 'logs', version: 1n };
  }
}

@Module({ controllers: [RecordingLogs, RecordingSavedSearches] })
class RecordingModule {
  static with(recorder: Recorder): DynamicModule {
    return { module: RecordingModule, providers: [{ provide: RECORDER, useValue: recorder }] };
  }
}

/** A query service that keeps what reaches it, so that a test sees what the gateway let through. */
export function startRecordingQuery(address: string, recorder: Recorder): Promise<RpcServer> {
  return startRpcServer({ module: RecordingModule.with(recorder), address });
}
