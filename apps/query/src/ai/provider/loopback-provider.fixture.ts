import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderResponse {
  readonly status: number;
  /** The text of the answer of the model. */
  readonly text?: string;
}

const USAGE = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

/** A provider of models on loopback with the interface of OpenAI, which reports 1,000 tokens of input and 100 of output. */
export class LoopbackProvider {
  readonly requests: Record<string, unknown>[] = [];
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  /** @param respond the next response; undefined leaves the request without one. */
  constructor(public respond: () => ProviderResponse | undefined) {}

  /** Starts it. @returns its base URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.requests.push({ ...(JSON.parse(body) as object), authorization: request.headers.authorization });
    const answer = this.respond();
    if (!answer) return;
    const { status, text = '' } = answer;
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ model: 'judge-1', choices, usage: USAGE }));
  }
}
