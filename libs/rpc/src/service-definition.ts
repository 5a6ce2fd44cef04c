import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';

/** The path of a method on the wire, which also names its handler: `/svc.v1.SavedSearches/List`. */
export function rpcPath(rpc: DescMethod): string {
  return `/${rpc.parent.typeName}/${rpc.name}`;
}

/**
 * A service as grpc-js knows it. Answers may be streamed. Messages stay bytes here: grpc-js would answer a message it cannot read or write with the
 * serializer's own text, which can hold what a caller sent, so both ends do that themselves.
 *
 * @throws Error when a method streams its requests; no handler could be registered for it.
 */
export function serviceDefinition(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((rpc) => [rpc.localName, methodDefinition(rpc)]));
}

/** @throws Error when the method streams its requests. */
export function methodDefinition(rpc: DescMethod): MethodDefinition<Buffer, Buffer> {
  return {
    path: rpcPath(rpc),
    requestStream: false,
    responseStream: isStreaming(rpc),
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
}

/** @throws Error when the method streams its requests, which is not served. */
export function isStreaming(rpc: DescMethod): boolean {
  if (rpc.methodKind === 'unary') return false;
  if (rpc.methodKind === 'server_streaming') return true;
  throw new Error(`${rpc.toString()} streams its requests, which is not served`);
}

export function identity(bytes: Buffer): Buffer {
  return bytes;
}
