import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ColumnStoreOptions } from '@svc/columnar';

/**
 * Lets the Go client of ClickHouse, which the exporter uses, talk to the embedded engine over HTTP: the engine listens on a unix
 * socket only and answers in the oldest revision of the Native format. So the bridge announces that revision in its greeting;
 * inserted data has no revision and is passed through unchanged.
 */
export async function startBridge({ socketPath, password = '' }: ColumnStoreOptions) {
  const forward = (from: IncomingMessage, to: ServerResponse, url: URL, body?: string): void => {
    url.searchParams.delete('client_protocol_version');
    const call = request({
      socketPath,
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`default:${password}`).toString('base64')}`,
        ...(from.headers['content-encoding'] && { 'content-encoding': from.headers['content-encoding'] }),
      },
    });
    call.once('response', (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(to);
    });
    call.once('error', () => to.destroy());
    if (body === undefined) from.pipe(call);
    else call.end(body);
  };
  const server = createServer((from, to) => {
    const url = new URL(from.url ?? '/', 'http://bridge');
    // Rows follow a statement in the URL; without one, the body is the statement.
    if (url.searchParams.has('query')) return forward(from, to, url);
    void text(from).then((statement) => {
      if (statement.includes('displayName()')) to.end(GREETING);
      else forward(from, to, url, statement);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.closeAllConnections() ?? server.close() };
}

const string = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
/** Name, type, no custom serialization, one value. */
const column = (name: string, type: string, value: Buffer): Buffer =>
  Buffer.concat([string(name), string(type), Buffer.from([0]), value]);

/** One block of the newest revision: block information, four columns, one row. The engine reports revision 0. */
const GREETING = Buffer.concat([
  Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]),
  Buffer.from([4, 1]),
  column('displayName()', 'String', string('embedded')),
  column('version()', 'String', string('26.7.2.1')),
  column('revision()', 'UInt32', Buffer.alloc(4)),
  column('timezone()', 'String', string('UTC')),
]);
