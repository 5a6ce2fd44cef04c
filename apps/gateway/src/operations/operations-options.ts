import type { RpcCredentials } from '@svc/rpc';
import type { StreamOptions } from './event-stream.js';
import type { App } from './owners.js';

/** The address of each app: `unix:<absolute path>` or `host:port`. */
export type Addresses = Readonly<Partial<Record<App, string>>>;

/** Injection token of the options of operations. */
export const OPERATIONS_OPTIONS = Symbol('OperationsOptions');

export interface OperationsOptions {
  /** The address of each app. */
  readonly addresses: Addresses;
  /** The credentials that services present to each other; needed over TCP. */
  readonly credentials?: RpcCredentials | undefined;
  /** Limit of one operation; 30 seconds when absent. */
  readonly timeoutMs?: number | undefined;
  /** Limits of one stream; an hour, and a check of its credential every three seconds, when absent. */
  readonly streams?: Partial<Pick<StreamOptions, 'maxDurationMs' | 'checkMs'>> | undefined;
}

/**
 * The address at which a process reaches itself when it listens at `listen`: an address that means "every interface"
 * cannot be connected to.
 */
export function toOwnAddress(listen: string): string {
  return listen.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:');
}
