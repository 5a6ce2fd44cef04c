import type { Message } from '@bufbuild/protobuf';
import type { CallContext, Operation } from '@svc/contract';
import type { CallOptions } from '@svc/rpc';
import type { RequestSource } from '../admission/call-context.js';

/** The call of an operation by a request. */
export interface OperationCall {
  readonly operation: Operation;
  readonly message: Message;
  /** Values of the path by parameter, with IDs instead of short names. */
  readonly target: Readonly<Record<string, string>>;
  readonly source: RequestSource;
  readonly options: CallOptions & { readonly context: CallContext };
  /** Ends the stream of an operation that streams. */
  readonly leaving: AbortController;
  /** Replaces the status of success. */
  status?: number;
}
