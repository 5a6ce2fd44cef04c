import { request, type Agent } from 'node:http';

/** Sends a request in protobuf and resolves with the status of its answer. */
export function post(
  { url, apiKey, agent }: { readonly url: string; readonly apiKey: string; readonly agent: Agent },
  body: Buffer,
  encoding: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-svc-api-key': apiKey,
      'content-type': 'application/x-protobuf',
      'content-length': body.byteLength,
      ...encoding,
    };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject);
    call.end(body);
  });
}
