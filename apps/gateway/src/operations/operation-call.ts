import type { Message } from '@bufbuild/protobuf';
import type { Operation } from '@svc/contract';
import type { CallOptions } from '@svc/rpc';
import { RequestState } from '../http/request-state.js';

/** The call that a request stands for. */
export interface OperationCall {
  readonly operation: Operation;
  readonly message: Message;
  readonly options: CallOptions;
  /** Ends the stream of an operation that streams. */
  readonly leaving: AbortController;
  /** Replaces the status of success. */
  status?: number;
}

export const OPERATION_CALL = new RequestState<OperationCall>('operation call');
