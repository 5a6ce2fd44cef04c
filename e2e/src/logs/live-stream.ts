import assert from 'node:assert/strict';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Json } from '../api.js';
import { theService } from '../topology.js';

export interface LiveEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: Json;
}

/** A client of a stream of events that reads the wire itself, so that it can be cut off anywhere. */
export class LiveStream {
  readonly events: LiveEvent[] = [];
  /** The ID of the last event that had one. */
  lastId: string | undefined;
  isClosed = false;
  private text = '';

  private constructor(
    private readonly outgoing: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.#read(chunk));
    for (const ending of ['end', 'error', 'close']) response.on(ending, () => (this.isClosed = true));
  }

  /** Resolves when the stream of log records is open. */
  static async open(key: string, query: string, lastId?: string): Promise<LiveStream> {
    const stream = await LiveStream.attempt(key, query, lastId);
    assert.equal(stream.response.statusCode, 200);
    return stream;
  }

  /** Resolves with whatever is answered. */
  static attempt(key: string, query: string, lastId?: string, httpUrl = theService().httpUrl): Promise<LiveStream> {
    return LiveStream.follow(`/stream/logs?${query}`, { key, lastId, httpUrl });
  }

  /** Opens the stream at a path relative to /api/v1; resolves with whatever is answered. */
  static follow(
    path: string,
    {
      key = theService().apiKey,
      lastId,
      httpUrl = theService().httpUrl,
    }: { readonly key?: string; readonly lastId?: string | undefined; readonly httpUrl?: string } = {},
  ): Promise<LiveStream> {
    const headers = { 'x-svc-api-key': key, ...(lastId !== undefined && { 'last-event-id': lastId }) };
    return new Promise((resolve, reject) => {
      const outgoing = request(`${httpUrl}/api/v1${path}`, { headers }, (response) =>
        resolve(new LiveStream(outgoing, response)),
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
  }

  get logs(): readonly LiveEvent[] {
    return this.events.filter(({ name }) => name === 'log');
  }

  get bodies(): readonly string[] {
    return this.logs.map(({ data }) => data['body'] as string);
  }

  /** Cuts the connection, wherever the stream is. */
  cut(): void {
    this.outgoing.destroy();
    this.isClosed = true;
  }

  #read(chunk: string): void {
    if (this.isClosed) return;
    this.text += chunk;
    for (let end = this.text.indexOf('\n\n'); end >= 0; end = this.text.indexOf('\n\n')) {
      this.#take(this.text.slice(0, end));
      this.text = this.text.slice(end + 2);
    }
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    const name = fields.get('event');
    if (name === undefined) return;
    const id = fields.get('id');
    this.events.push({ id, name, data: JSON.parse(fields.get('data') ?? '') as Json });
    if (id !== undefined) this.lastId = id;
  }
}
