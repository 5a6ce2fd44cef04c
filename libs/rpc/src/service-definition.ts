import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';

/** Returns the path of a method, which also names its handler: `/svc.v1.SavedSearches/List`. */
export function rpcPath(rpc: DescMethod): string {
  return `/${rpc.parent.typeName}/${rpc.name}`;
}

/**
 * Converts a service to a definition of grpc-js. Responses may be streamed. Messages remain bytes here: for a message that it cannot
 * parse or serialize, grpc-js would respond with the text of the serializer, which can contain input of the caller, so both ends do that
 * themselves.
 *
 * @throws Error if a method streams its requests, which is not supported.
 */
export function serviceDefinition(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((rpc) => [rpc.localName, methodDefinition(rpc)]));
}

/** @throws Error if the method streams its requests. */
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

/** @throws Error if the method streams its requests, which is not supported. */
export function isStreaming(rpc: DescMethod): boolean {
  if (rpc.methodKind === 'unary') return false;
  if (rpc.methodKind === 'server_streaming') return true;
  throw new Error(`${rpc.toString()} streams its requests, which is not supported`);
}

export function identity(bytes: Buffer): Buffer {
  return bytes;
}
