import type { DescMethod, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';

/**
 * What an implementation of a service has to have: one function per method, by the method's name in the generated code. Only the
 * fields an answer has need to be given. A method that streams has no kind of handler yet, so a service with one does not compile
 * before it is decided here.
 */
export type Handlers<S extends DescService, Call> = {
  [M in keyof S['method']]: Handler<S['method'][M], Call>;
};

/** What a caller of a service has: the same names, with the message answered whole. */
export type Client<S extends DescService, Options> = {
  [M in keyof S['method']]: ClientMethod<S['method'][M], Options>;
};

type Handler<M, Call> = M extends DescMethod & { methodKind: 'unary' }
  ? (request: MessageShape<M['input']>, call: Call) => Promise<MessageInitShape<M['output']>>
  : never;

type ClientMethod<M, Options> = M extends DescMethod & { methodKind: 'unary' }
  ? (request: MessageInitShape<M['input']>, options?: Options) => Promise<MessageShape<M['output']>>
  : never;
