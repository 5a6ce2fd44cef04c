import { connect, type Socket } from 'node:net';

/** Receives the status of an answer, 0 if the connection broke, and the bytes of its body. */
export type Answered = (status: number, bytes: number) => void;

/** Size of the reused buffer for the answers of one connection; it holds any head, and a body is only counted. */
const BUFFER_BYTES = 65_536;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Sends requests of HTTP/1.1 over a fixed number of connections, one at a time on each, and reads the answers into
 * memory that it reuses. With large answers, clients of Node create garbage whose collection counts as
 * latency of the server. It only supports answers with a content-length whose head arrives in one piece, and reports
 * others.
 */
export class LeanClient {
  readonly #idle: Connection[];
  readonly #all: readonly Connection[];
  readonly #waiting: { readonly request: string; readonly answered: Answered }[] = [];

  constructor(
    private readonly url: URL,
    connections: number,
  ) {
    const done = (connection: Connection): void => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(connection);
      else connection.send(next.request, next.answered);
    };
    this.#all = Array.from({ length: connections }, () => new Connection(url, done));
    this.#idle = [...this.#all];
  }

  /** Sends when a connection is free, in the order of the calls. */
  post(path: string, headers: Readonly<Record<string, string>>, body: string, answered: Answered): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = Buffer.byteLength(body);
    const request = `POST ${path} HTTP/1.1\r\nhost: ${this.url.host}\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`;
    const connection = this.#idle.pop();
    if (connection === undefined) this.#waiting.push({ request, answered });
    else connection.send(request, answered);
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }
}

class Connection {
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  /** Undefined until the first request, and after the server has closed it because nothing was sent for a while. */
  #socket: Socket | undefined;
  #answered: Answered | undefined;
  #status = 0;
  #bytes = 0;
  #missing = -1;

  constructor(
    private readonly url: URL,
    private readonly done: (connection: Connection) => void,
  ) {}

  send(request: string, answered: Answered): void {
    this.#answered = answered;
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const { hostname: host, port } = this.url;
    const onread = { buffer: this.#buffer, callback: this.#read };
    const socket = connect({ host, port: Number(port), noDelay: true, onread });
    // A failed request is an answer of status 0, which `close` reports.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#socket = undefined;
      if (this.#answered !== undefined) this.#end(0);
    });
    return socket;
  }

  readonly #read = (length: number, buffer: Uint8Array): boolean => {
    let from = 0;
    if (this.#missing < 0) {
      const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
      const head = bytes.indexOf(END_OF_HEAD);
      const text = bytes.toString('latin1', 0, head);
      const size = /^content-length: (\d+)$/im.exec(text)?.[1];
      if (head < 0 || size === undefined) throw new Error('an answer has no content-length in its first piece');
      this.#status = Number(text.slice(9, 12));
      this.#bytes = this.#missing = Number(size);
      from = head + END_OF_HEAD.length;
    }
    this.#missing -= length - from;
    if (this.#missing === 0) this.#end(this.#status);
    return true;
  };

  #end(status: number): void {
    const answered = this.#answered;
    this.#answered = undefined;
    this.#missing = -1;
    answered?.(status, this.#bytes);
    this.done(this);
  }
}
