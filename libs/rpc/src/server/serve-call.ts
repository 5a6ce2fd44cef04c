import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethod,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import type { sendUnaryData, ServerUnaryCall, StatusObject } from '@grpc/grpc-js';
import { invalidRequest, validate, type CallContext } from '@svc/contract';
import { ServiceError, toServiceError } from '@svc/service-error';
import type { Call } from '../call.js';
import { requireProject, readContext } from '../context.js';
import { unaryDeadline, startCallLife } from '../deadline.js';
import { serializeMessage } from '../large-message.js';
import type { RpcLog } from '../log.js';
import { toStatus } from '../status.js';
import { traceServerCall } from '../tracing.js';

/** A handler as Nest provides it: receives a message and returns a value that `create` accepts. */
export type UnaryHandler = (request: Message, call: Call) => Promise<MessageInitShape<DescMessage>>;

export interface ServeOptions {
  readonly log: RpcLog;
  readonly now: () => number;
}

/**
 * Serves a call in these steps: trace, context, deadline, parsing, validation, handler, serialization. Every failure becomes a
 * status.
 */
export function serveUnary(rpc: DescMethod, handler: UnaryHandler, options: ServeOptions) {
  return (wire: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>): void => {
    const deadlineMs = unaryDeadline(wire.getDeadline(), options.now());
    const life = startCallLife(deadlineMs, options.now);
    wire.on('cancelled', () => life.leave());
    let context: CallContext | undefined;

    traceServerCall(rpc, wire.metadata, async () => {
      context = readContext(wire.metadata, rpc);
      const request = readRequest(rpc, wire.request);
      const call = makeCall(rpc, context, life.signal, deadlineMs);
      return serializeMessage(rpc.output, await handler(request, call));
    })
      .then(
        (bytes) => answer(null, bytes),
        (error: unknown) => answer(failedStatus(error, { rpc, context, signal: life.signal, log: options.log })),
      )
      .finally(() => life.end());
  };
}

/** Returns the status of a failed call; internal failures are logged with their cause. */
export function failedStatus(
  error: unknown,
  {
    rpc,
    context,
    signal,
    log,
  }: { rpc: DescMethod; context: CallContext | undefined; signal: AbortSignal; log: RpcLog },
): Partial<StatusObject> {
  const failure = publicError(error, signal);
  if (isOurs(failure)) log.error(describe(rpc, context, failure), 'rpc handler failed');
  return toStatus(failure);
}

export function makeCall(
  rpc: DescMethod,
  context: CallContext | undefined,
  signal: AbortSignal,
  deadlineMs: number,
): Call {
  return {
    signal,
    deadlineMs,
    get context() {
      if (!context) throw new ServiceError('internal', { cause: new Error(`${rpc.toString()} has no context`) });
      return context;
    },
    get project() {
      return requireProject(rpc, this.context);
    },
  };
}

/** @throws ServiceError `invalid_request` if the bytes are not a valid message or violate its rules. */
export function readRequest(rpc: DescMethod, bytes: Uint8Array): Message {
  const request = parse(rpc, bytes);
  const details = validate(rpc.input, request);
  if (details.length > 0) throw invalidRequest(details);
  return request;
}

function parse(rpc: DescMethod, bytes: Uint8Array): Message {
  try {
    return fromBinary(rpc.input, bytes);
  } catch (cause) {
    throw new ServiceError('invalid_request', { cause });
  }
}

/** A response that cannot be serialized is a bug of the handler and fails like one. */
export function toBytes(rpc: DescMethod, answer: MessageInitShape<DescMessage>): Buffer {
  return Buffer.from(toBinary(rpc.output, create(rpc.output, answer)));
}

/** An error of a handler whose signal is aborted is a consequence of the abort, so the reason of the abort is reported. */
function publicError(error: unknown, signal: AbortSignal): ServiceError {
  if (!(error instanceof ServiceError) && signal.aborted) return toServiceError(signal.reason);
  return toServiceError(error);
}

/** Refusals and deadlines concern the caller; internal failures concern an operator and are logged. */
function isOurs({ code, httpStatus }: ServiceError): boolean {
  return httpStatus >= 500 && code !== 'timeout';
}

function describe(rpc: DescMethod, context: CallContext | undefined, failure: ServiceError) {
  const name = `${rpc.parent.typeName}/${rpc.name}`;
  return { rpc: name, code: failure.code, request_id: context?.requestId, err: failure.cause ?? failure };
}
