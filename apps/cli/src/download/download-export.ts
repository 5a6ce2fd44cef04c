import path from 'node:path';
import type { Context } from '../command/command.js';
import { isTaken, NewFile } from '../files/new-file.js';
import { oneLine } from '../print/layout/sanitize.js';
import { Failure, usageError } from '../runtime/failure.js';
import { isObject, type JsonObject } from '../runtime/values/json.js';
import { downloadFile, type Source } from './download-file.js';

/** Names that are safe on every system; others are replaced. */
const NAME = /^[a-z0-9][a-z0-9-]{0,80}\.[a-z]{2,8}$/;

/** Downloads the file of an export to a new file. */
export async function downloadExport(context: Context): Promise<void> {
  const id = context.arguments['job-id'] ?? '';
  // URLs resolve these even when encoded, which would reach another operation.
  if (['', '.', '..'].includes(id)) throw usageError('<job-id> is not valid');
  const chosen = context.flags.values['file'] as string | undefined;
  if (chosen !== undefined && (await isTaken(chosen))) throw taken(chosen);
  const { apiUrl, project } = context.settings();
  const query: readonly (readonly [string, string])[] = project === undefined ? [] : [['project_id', project]];
  const at = `/export/jobs/${encodeURIComponent(id)}`;
  const api = context.api();
  const job = await api.send({ method: 'GET', path: at, query, idempotent: true });
  const source: Source = {
    // A relative address is one of the service itself.
    url: async () => {
      const answer = await api.send({ method: 'GET', path: `${at}/download`, query, idempotent: true });
      return new URL(isObject(answer) && typeof answer['url'] === 'string' ? answer['url'] : '', apiUrl).href;
    },
    ...expected(job),
  };
  const file = await downloadFile(source, context.io, async (suggested) => {
    const target = chosen ?? (NAME.test(suggested) ? suggested : `export-${id}`);
    if (await isTaken(target)) throw taken(target);
    return NewFile.create(target);
  });
  const shown: JsonObject = { path: path.resolve(file), bytes: source.bytes, sha256: source.sha256 };
  await context.print(shown, { kind: 'text', print: () => `${oneLine(`Downloaded ${file}.`)}\n` });
}

function expected(job: unknown): { readonly sha256: string; readonly bytes: number } {
  const result = isObject(job as JsonObject) ? (job as JsonObject)['result'] : undefined;
  const sha256 = isObject(result) ? result['sha256'] : undefined;
  if (!isObject(result) || typeof sha256 !== 'string')
    throw new Failure('no_result', 'The export has no file; only a completed one does.');
  return { sha256, bytes: Number(result['bytes'] ?? 0) };
}

function taken(file: string): Failure {
  return usageError(`The file exists, and a download never overwrites one: ${oneLine(file)}`);
}
