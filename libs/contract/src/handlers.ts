import type { DescMethod, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';

/**
 * The type of an implementation of a service: one function per method, named as in the generated code. Responses may omit fields.
 * A streaming method refuses by rejecting; once it has resolved, the stream counts as opened. Methods with streaming requests
 * have no handler type, so a service with one does not compile.
 */
export type Handlers<S extends DescService, Call> = {
  [M in keyof S['method']]: Handler<S['method'][M], Call>;
};

/** The type of a client of a service: the same names, with complete response messages. */
export type Client<S extends DescService, Options> = {
  [M in keyof S['method']]: ClientMethod<S['method'][M], Options>;
};

type Handler<M, Call> = M extends DescMethod & { methodKind: 'unary' }
  ? (request: MessageShape<M['input']>, call: Call) => Promise<MessageInitShape<M['output']>>
  : M extends DescMethod & { methodKind: 'server_streaming' }
    ? (request: MessageShape<M['input']>, call: Call) => Promise<AsyncIterable<MessageInitShape<M['output']>>>
    : never;

type ClientMethod<M, Options> = M extends DescMethod & { methodKind: 'unary' }
  ? (request: MessageInitShape<M['input']>, options?: Options) => Promise<MessageShape<M['output']>>
  : M extends DescMethod & { methodKind: 'server_streaming' }
    ? (request: MessageInitShape<M['input']>, options?: Options) => Promise<AsyncIterable<MessageShape<M['output']>>>
    : never;
