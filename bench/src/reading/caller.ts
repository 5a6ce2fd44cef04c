import type { Topology } from '@svc/testing';

export type Call = <Answer = Record<string, unknown>>(
  method: string,
  path: string,
  body?: object,
  query?: string,
) => Promise<Answer>;

/** Calls operations of one project, and fails unless they succeed. */
export function caller({ httpUrl, apiKey }: Topology, project: string): Call {
  return async <Answer>(method: string, path: string, body?: object, query = ''): Promise<Answer> => {
    const answer = await fetch(`${httpUrl}/api/v1${path}?project_id=${project}&${query}`, {
      method,
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text === '' ? '{}' : text) as Answer;
  };
}
