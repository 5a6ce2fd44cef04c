import { setTimeout as pause } from 'node:timers/promises';

/**
 * A client as exporters are: sends numbered records one request at a time and sends the very same bytes again until they are
 * acknowledged. Refusals that are not retryable are failures of the test.
 */
export class Sender {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    private readonly service: string,
    private readonly url: string,
    private readonly key: string,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Finishes the request at hand, retries included. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let request = 0; !this.#stopping; request++) {
      const bodies = Array.from({ length: 10 }, (_, record) => `${this.name}-${request}-${record}`);
      await this.#deliver(exportRequest(this.service, bodies));
      this.acknowledged.push(...bodies);
      await pause(5);
    }
  }

  async #deliver(body: string): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      const status = await this.#post(body);
      if (status === 200) return;
      if (status !== undefined && ![429, 502, 503, 504].includes(status)) this.failures.push(`${this.name}: ${status}`);
      await pause(50);
    }
    throw new Error('not acknowledged within a minute');
  }

  /** The status; undefined when the connection broke. */
  async #post(body: string): Promise<number | undefined> {
    try {
      const answer = await fetch(`${this.url}/v1/logs`, {
        method: 'POST',
        headers: { 'x-svc-api-key': this.key, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return undefined;
    }
  }
}

function exportRequest(service: string, bodies: readonly string[]): string {
  const at = `${Date.now()}000000`;
  const logRecords = bodies.map((stringValue) => ({ timeUnixNano: at, severityNumber: 9, body: { stringValue } }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
}
