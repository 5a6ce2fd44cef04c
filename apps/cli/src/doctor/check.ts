import { unreachable, userAgent } from '../http/api.js';
import type { Failure } from '../runtime/failure.js';
import { EXIT, toFailure, type ExitCode } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import type { Json } from '../runtime/values/json.js';

/**
 * `warning`: works, but something needs attention. `not_served`: the service does not offer this interface, which is not an error.
 * `skipped`: a previous check failed, or the credential may not read what the check needs.
 */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped' | 'not_served';

export interface Check {
  readonly name: 'api' | 'authentication' | 'project' | 'ingestion' | 'mcp' | 'clock';
  readonly status: CheckStatus;
  readonly message: string;
  /** The next step for the user. */
  readonly next?: string;
  /** Further facts for programs. */
  readonly details?: Json;
  /** Exit code for this failure. */
  readonly exitCode: ExitCode;
}

/** The finding of a check that did not fail. */
export type Finding = Omit<Check, 'name' | 'exitCode' | 'status'> & {
  readonly status?: Exclude<CheckStatus, 'failed'>;
};

export const PROBE_TIMEOUT_MS = 10_000;

/** Runs one check. @param advise what to do about a failure. */
export async function attempt(
  name: Check['name'],
  work: () => Promise<Finding> | Finding,
  advise: (failure: Failure) => string,
): Promise<Check> {
  try {
    return { name, status: 'ok', ...(await work()), exitCode: EXIT.ok };
  } catch (error) {
    const failure = toFailure(error);
    return { name, status: 'failed', message: failure.message, next: advise(failure), exitCode: failure.exitCode };
  }
}

export function skipped(name: Check['name'], message = 'a previous check failed'): Check {
  return { name, status: 'skipped', message, exitCode: EXIT.ok };
}

/** Sends a request without a credential, and returns the status and headers of the response. @throws Failure if there is none. */
export async function probe(url: string, io: Pick<Io, 'fetch' | 'version'>): Promise<Response> {
  try {
    const response = await io.fetch(url, {
      headers: { accept: 'application/json', 'user-agent': userAgent(io.version) },
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    // An unread body would keep the connection open.
    await response.body?.cancel();
    return response;
  } catch (error) {
    throw unreachable(error, url, PROBE_TIMEOUT_MS);
  }
}
