import { Metadata, Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { extractCredential } from '@svc/auth';
import { ServiceError, toServiceError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { exportResponse, statusBody, type Signal, type SkimResult } from '@svc/otlp';
import { selectProject } from '../receive/project-selector.js';
import { requireScope } from '../receive/scope.js';
import type { OtlpHttpOptions } from './http.js';
import { partialSuccess } from './partial-success.js';
import { retryInfo } from './retry-info.js';

/** Full names of OTLP's three collector services. */
const SERVICES: Readonly<Record<Signal, string>> = {
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
};

export interface OtlpGrpcServer {
  readonly port: number;
  /** Lets running calls finish for `graceMs`, then ends them. */
  stop(graceMs: number): Promise<void>;
}

/** OTLP/gRPC: the same acceptance as over HTTP. Requests stay bytes; nothing decodes them into messages. */
export async function startOtlpGrpc(
  address: { host: string; port: number },
  options: OtlpHttpOptions & { logger: Logger },
): Promise<OtlpGrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': options.maxBodyBytes,
    'grpc.max_send_message_length': 4 * 1024 * 1024,
  });
  for (const signal of Object.keys(SERVICES) as Signal[]) {
    server.addService(serviceOf(signal), { export: exportHandler(signal, options) });
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${address.host}:${address.port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    port,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}

function serviceOf(signal: Signal): ServiceDefinition {
  const identity = (bytes: Buffer): Buffer => bytes;
  return {
    export: {
      path: `/${SERVICES[signal]}/Export`,
      requestStream: false,
      responseStream: false,
      requestSerialize: identity,
      requestDeserialize: identity,
      responseSerialize: identity,
      responseDeserialize: identity,
    },
  };
}

function exportHandler(signal: Signal, { keys, receiver, admission, logger, onOutcome }: OtlpHttpOptions) {
  const accept = async ({ request, metadata }: ServerUnaryCall<Buffer, Buffer>): Promise<SkimResult> => {
    const secret = extractCredential(rawHeaders(metadata));
    if (secret === undefined) throw new ServiceError('unauthenticated');
    const key = await keys.resolve(secret, selectProject('', text(metadata, 'x-svc-project')));
    requireScope(key, 'telemetry:write');
    const reservation = admission.open();
    try {
      reservation.grow(request.byteLength);
      return await receiver.accept({
        signal,
        key,
        body: request,
        encoding: 'identity',
        format: 'protobuf',
        reservation,
      });
    } finally {
      reservation.release();
    }
  };

  return (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>): void => {
    accept(call).then(
      (result) => {
        onOutcome(signal, result.rejected > 0 ? 'partial' : 'accepted');
        done(null, exportResponse(signal, partialSuccess(signal, result), 'protobuf'));
      },
      (cause: unknown) => {
        const error = toServiceError(cause);
        onOutcome(signal, error.code);
        if (error.httpStatus >= 500) logger.error({ err: error, cause: error.cause, signal }, 'export refused');
        done({ code: error.grpcStatus, details: error.message, metadata: statusMetadata(error) });
      },
    );
  };
}

/** Overload is retryable only as RESOURCE_EXHAUSTED with RetryInfo; without it exporters drop the data. */
function statusMetadata(error: ServiceError): Metadata {
  const metadata = new Metadata();
  if (error.retryAfterSeconds !== undefined) {
    const details = Buffer.concat([statusBody(error, 'protobuf'), retryInfo(error.retryAfterSeconds)]);
    metadata.set('grpc-status-details-bin', details);
  }
  return metadata;
}

function rawHeaders(metadata: Metadata): string[] {
  return ['x-svc-api-key', 'x-api-key', 'authorization'].flatMap((name) =>
    metadata.get(name).flatMap((value) => [name, value.toString()]),
  );
}

function text(metadata: Metadata, name: string): string | undefined {
  return metadata.get(name)[0]?.toString();
}
