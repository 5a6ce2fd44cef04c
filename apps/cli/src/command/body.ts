import { readFile } from 'node:fs/promises';
import { oneLine } from '../print/layout/sanitize.js';
import { usageError } from '../runtime/failure.js';
import { isObject, type JsonObject } from '../runtime/values/json.js';
import type { FlagValues } from './flag.js';
import { readJson } from './read-json.js';

/**
 * Reads the JSON object of `--json <inline>`, `--file <path>` or `--file -`; exactly one of them.
 *
 * @param arrayField the field for the body, if the body is an array instead.
 *
 * @throws Failure without quoting the text, which may contain a secret.
 */
export async function readBody(
  flags: FlagValues,
  stdin: AsyncIterable<Uint8Array>,
  arrayField?: string,
): Promise<JsonObject> {
  const inline = flags.values['json'] as string | undefined;
  const file = flags.values['file'] as string | undefined;
  if (inline !== undefined && file !== undefined) throw usageError('--json and --file cannot be used together');
  if (inline === undefined && file === undefined) {
    throw usageError('A body is required: --json <inline>, --file <path>, or --file - for standard input');
  }
  const source = inline === undefined ? '--file' : '--json';
  const text = inline ?? (await readText(file ?? '', stdin));
  const body = readJson(
    text.replace(/^\uFEFF/, ''),
    file === undefined || file === '-' ? source : `${source} ${oneLine(file)}`,
  );
  if (arrayField !== undefined) {
    if (!Array.isArray(body)) throw usageError(`${source} must contain a JSON array`);
    return { [arrayField]: body };
  }
  if (!isObject(body)) throw usageError(`${source} must contain a JSON object`);
  return body;
}

/** Reads the text of a file, or of standard input for `-`. */
export async function readText(file: string, stdin: AsyncIterable<Uint8Array>): Promise<string> {
  if (file !== '-') {
    return await readFile(file, 'utf8').catch((error: unknown) => {
      throw usageError(`--file cannot be read${errorCode(error)}: ${oneLine(file)}`);
    });
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}
