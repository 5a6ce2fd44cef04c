import type { DescMethod, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';

/**
 * What an implementation of a service has to have: one function per method, by the method's name in the generated code. Only the
 * fields an answer has need to be given. A method that streams its answers refuses by rejecting; once it has resolved, the stream
 * counts as opened. A method that streams its requests has no kind of handler, so a service with one does not compile.
 */
export type Handlers<S extends DescService, Call> = {
  [M in keyof S['method']]: Handler<S['method'][M], Call>;
};

/** What a caller of a service has: the same names, with messages answered whole. */
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
