import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.js';
import { isObject, type Json, type JsonObject } from '../print/json.js';

/** The object of a file; empty where there is no file. @throws Failure when it cannot be read or is none. */
export function readJsonFile(file: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new Failure('config_error', `${file} cannot be read`);
  }
  try {
    const config = JSON.parse(text) as Json;
    if (isObject(config)) return config;
  } catch {
    // JSON.parse repeats the text around the mistake, which may be a key.
  }
  throw malformed(file);
}

/** As a whole, so that a reader never sees half of it; for this user only, since it holds secrets. */
export function replaceJsonFile(file: string, content: JsonObject): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const target = realFile(file);
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, JSON.stringify(content, null, 2) + '\n', { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The file behind a symbolic link: people keep their configuration elsewhere and link to it. */
function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

export function malformed(file: string): Failure {
  return new Failure('config_error', `${file} is not a valid configuration`);
}
