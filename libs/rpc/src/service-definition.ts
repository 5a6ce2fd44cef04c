import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';

/** The path of a method on the wire, which also names its handler: `/svc.v1.SavedSearches/List`. */
export function rpcPath(rpc: DescMethod): string {
  return `/${rpc.parent.typeName}/${rpc.name}`;
}

/**
 * A service as grpc-js knows it. Messages stay bytes here: grpc-js would answer a message it cannot read or write with the
 * serializer's own text, which can hold what a caller sent, so both ends do that themselves.
 *
 * @throws Error when a method streams; no handler could be registered for it.
 */
export function serviceDefinition(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((rpc) => [rpc.localName, unaryDefinition(rpc)]));
}

/** @throws Error when the method streams. */
export function unaryDefinition(rpc: DescMethod): MethodDefinition<Buffer, Buffer> {
  if (rpc.methodKind !== 'unary') throw new Error(`${rpc.toString()} streams, which is not served`);
  return {
    path: rpcPath(rpc),
    requestStream: false,
    responseStream: false,
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
}

export function identity(bytes: Buffer): Buffer {
  return bytes;
}
