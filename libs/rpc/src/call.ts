import type { DescService } from '@bufbuild/protobuf';
import type {
  CallContext,
  Client as ContractClient,
  Handlers as ContractHandlers,
  ProjectContext,
} from '@svc/contract';

/** The context of a call for its handler. */
export interface Call {
  /** The caller, as resolved by the gateway. Throws `internal` if an internal service was called without a caller. */
  readonly context: CallContext;
  /** The project of the call. Throws `internal` on an operation that did not declare PROJECT_RULE_REQUIRED. */
  readonly project: ProjectContext;
  /**
   * Aborts when the caller disconnects or its deadline passes, and for a stream also when the server stops. The reason is a
   * ServiceError.
   */
  readonly signal: AbortSignal;
  /** When the caller stops waiting, in epoch milliseconds; Infinity for a stream without a deadline. */
  readonly deadlineMs: number;
}

/** Options of one call. */
export interface CallOptions {
  /** The caller; required by every service outside svc.internal. A handler passes on its own `call.context`. */
  readonly context?: CallContext;
  /** Cancels the call, here and in the service. */
  readonly signal?: AbortSignal;
  /** Replaces the timeout of the client. For a stream it limits the opening only. */
  readonly timeoutMs?: number;
}

export type Handlers<S extends DescService> = ContractHandlers<S, Call>;
export type Client<S extends DescService> = ContractClient<S, CallOptions>;
