import { create, fromBinary, toBinary, type DescService } from '@bufbuild/protobuf';
import { status, type Server, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus as ServingStatus,
  HealthCheckResponseSchema,
} from '@svc/contract';
import { methodDefinition } from '../service-definition.js';

/**
 * The health protocol of gRPC, for probes: it needs neither token nor context and only reports whether the service is serving. Only Check
 * is implemented; the other methods are optional.
 */
export function addHealthService(
  server: Server,
  services: readonly DescService[],
  isServing: () => Promise<boolean>,
): void {
  const known: ReadonlySet<string> = new Set(['', ...services.map((service) => service.typeName)]);
  const check = (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>): void => {
    const name = serviceName(call.request);
    if (name === undefined || !known.has(name)) return answer({ code: status.NOT_FOUND, details: 'No such service.' });
    isServing().then(
      (serving) => answer(null, toResponse(serving)),
      () => answer(null, toResponse(false)),
    );
  };
  server.addService({ check: methodDefinition(Health.method.check) }, { check });
}

function serviceName(request: Uint8Array): string | undefined {
  try {
    return fromBinary(HealthCheckRequestSchema, request).service;
  } catch {
    return undefined;
  }
}

function toResponse(serving: boolean): Buffer {
  const answered = serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
  return Buffer.from(toBinary(HealthCheckResponseSchema, create(HealthCheckResponseSchema, { status: answered })));
}
