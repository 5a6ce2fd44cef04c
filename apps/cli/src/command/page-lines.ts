import type { ApiRequest } from '../http/api.js';
import { oneLine } from '../print/layout/sanitize.js';
import { isObject, objectsAt, plainText, type Json } from '../runtime/values/json.js';
import type { Context, PageLines } from './command.js';

type Printing = Pick<Context, 'api' | 'io' | 'output'>;

/** Requests one page of a list after the other, and prints each before the next: a row a line. @throws Failure */
export async function printPages(lines: PageLines, request: ApiRequest, { api, io, output }: Printing): Promise<void> {
  const toLine = (row: Parameters<PageLines['print']>[0]): string =>
    output.mode === 'json' ? JSON.stringify(row) : oneLine(lines.print(row));
  let printed = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const query: ApiRequest['query'] = cursor === '' ? request.query : [...request.query, ['cursor', cursor]];
    const answer: Json = (await api().send({ ...request, query })) ?? null;
    const rows = objectsAt(answer, lines.rows);
    if (rows.length > 0) io.stdout.write(rows.map((row) => `${toLine(row)}\n`).join(''));
    printed += rows.length;
    cursor = nextCursor(answer);
  }
  if (printed === 0 && output.mode === 'table') io.stdout.write(`${lines.empty}\n`);
}

function nextCursor(answer: Json): string | undefined {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  return isObject(pagination) && pagination['has_more'] === true ? plainText(pagination['next_cursor']) : undefined;
}
