import { pace } from '@svc/testing';

/** The test fails if a request is not answered within this time. */
const PATIENCE_MS = 60_000;
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 25;

export interface RestRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to /api/v1. */
  readonly path: string;
  readonly body?: object;
}

/**
 * A client of the REST interface that repeats a request when the response asks it to. It counts outcomes; anything but
 * a success or 503 with Retry-After is wrong.
 */
export class RestClient {
  /** Number of attempts by outcome: a status, or an error of the connection. */
  readonly outcomes = new Map<string, number>();
  readonly wrong: string[] = [];
  /** The responses in which the service asked for a repetition. */
  readonly postponed: string[] = [];

  constructor(
    private readonly chooseUrl: () => string,
    private readonly key: string,
  ) {}

  /**
   * The answer, after as many attempts as necessary; undefined, and counted as wrong, if a minute passes without one.
   */
  async send(request: RestRequest): Promise<Record<string, unknown> | undefined> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const answer = await this.#attempt(request);
      if (answer !== 'again') return answer;
    }
    this.wrong.push(`${request.method} ${request.path}: no success within ${PATIENCE_MS} ms`);
    return undefined;
  }

  async #attempt({ method, path, body }: RestRequest): Promise<Record<string, unknown> | undefined | 'again'> {
    try {
      const answer = await fetch(`${this.chooseUrl()}/api/v1${path}`, {
        method,
        headers: { 'x-svc-api-key': this.key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      this.#count(String(answer.status));
      if (answer.ok) return JSON.parse(text) as Record<string, unknown>;
      const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (answer.status !== 503 || !Number.isFinite(retryAfter)) {
        this.wrong.push(`${method} ${path}: ${answer.status} ${text}`);
        return undefined;
      }
      this.postponed.push(`${method} ${path}: ${answer.status} ${text}`);
      await pace(Math.min(retryAfter * 1000, 1_000));
    } catch (error) {
      this.#count(connectionError(error));
      await pace(PAUSE_MS);
    }
    return 'again';
  }

  #count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

function connectionError(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? name;
}
