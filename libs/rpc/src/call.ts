import type {
  CallContext,
  Client as ContractClient,
  Handlers as ContractHandlers,
  ProjectContext,
} from '@svc/contract';
import type { DescService } from '@bufbuild/protobuf';

/** What a handler knows about the call besides its request. */
export interface Call {
  /** Who asks, as the gateway resolved it. Throws `internal` where an internal service was called without one. */
  readonly context: CallContext;
  /** The one project of the call. Throws `internal` on an operation that did not declare PROJECT_RULE_REQUIRED. */
  readonly project: ProjectContext;
  /**
   * Aborts when the caller goes away or its time is over, and for a stream when the server stops, with the ServiceError that says
   * which.
   */
  readonly signal: AbortSignal;
  /** When the caller stops waiting, in epoch milliseconds; Infinity for a stream without an end of its own. */
  readonly deadlineMs: number;
}

/** What a caller may say about one call. */
export interface CallOptions {
  /** Who asks; required by every service outside svc.internal. A handler passes on its own `call.context`. */
  readonly context?: CallContext;
  /** Abandons the call, here and in the service. */
  readonly signal?: AbortSignal;
  /** Instead of the client's own limit. Of a stream it limits the opening only. */
  readonly timeoutMs?: number;
}

export type Handlers<S extends DescService> = ContractHandlers<S, Call>;
export type Client<S extends DescService> = ContractClient<S, CallOptions>;
