import type { DescMessage, DescMethod, DescService, MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Module, type DynamicModule, type Type } from '@nestjs/common';
import { ConnectionAuthorizations, operations, type LogsStreamEventSchema } from '@svc/contract';
import { RpcController, startRpcServer, type Call, type RpcServer } from '@svc/rpc';
import { findOwners } from '../operations/owners.js';

/** One call that the gateway passed on. */
export interface Arrival {
  readonly operation: string;
  readonly request: unknown;
  readonly call: Call;
}

/** Records the calls that a simulated query service receives, and controls its behavior. */
export class Recorder {
  readonly arrivals: Arrival[] = [];
  /** Runs before each answer; may wait or throw. */
  behave: (arrival: Arrival) => Promise<void> = () => Promise.resolve();

  /** The answer of a call; the usual one if it is undefined. */
  answer: (arrival: Arrival) => MessageInitShape<DescMessage> | undefined = () => undefined;

  /** The events that a stream sends after its call was recorded. */
  events: (call: Call) => AsyncIterable<StreamEvent> = oneEvent;

  async record(arrival: Arrival): Promise<void> {
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

const RECORDER = Symbol('Recorder');

/** Answers that specs look into; every other operation answers an empty message. */
const ANSWERS: Readonly<Record<string, (call: Call) => MessageInitShape<DescMessage>>> = {
  'logs.query': () => ({ logs: [{ body: 'a line' }], pagination: { hasMore: false } }),
  'saved_searches.list': () => ({ savedSearches: [], pagination: { hasMore: false } }),
  ...Object.fromEntries(
    ['get', 'create', 'update', 'duplicate'].map((name) => [`saved_searches.${name}`, savedSearch]),
  ),
};

function savedSearch(call: Call): MessageInitShape<DescMessage> {
  return { id: 'saved-1', projectId: call.project.id, name: 'a search', signal: 'logs', version: 1n };
}

/** A controller that implements a service by its descriptor. */
function recordingController(service: DescService): Type {
  class RecordingController {
    constructor(@Inject(RECORDER) readonly recorder: Recorder) {}
  }
  for (const rpc of service.methods) {
    Object.defineProperty(RecordingController.prototype, rpc.localName, {
      value: async function (this: RecordingController, request: unknown, call: Call) {
        const operation = operationId(rpc);
        const arrival = { operation, request, call };
        await this.recorder.record(arrival);
        if (rpc.methodKind === 'server_streaming') return this.recorder.events(call);
        return this.recorder.answer(arrival) ?? ANSWERS[operation]?.(call) ?? {};
      },
    });
  }
  RpcController(service)(RecordingController as never);
  return RecordingController;
}

function operationId(rpc: DescMethod): string {
  return operations.find((operation) => operation.rpc === rpc)?.id ?? rpc.toString();
}

const OWNED = [...findOwners()].filter(([, app]) => app !== 'gateway').map(([service]) => service);
const CONTROLLERS = [...OWNED, ConnectionAuthorizations].map(recordingController);

@Module({ controllers: CONTROLLERS })
class RecordingModule {
  static with(recorder: Recorder): DynamicModule {
    return { module: RecordingModule, providers: [{ provide: RECORDER, useValue: recorder }] };
  }
}

/**
 * All other services in one server that records the calls that reach it, so that a test can check the requests of the
 * gateway.
 */
export function startRecordingQuery(address: string, recorder: Recorder): Promise<RpcServer> {
  return startRpcServer({ module: RecordingModule.with(recorder), address });
}
