import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@svc/testing';
import { chooseOperations, hashOperations, type OpenApi, type OperationHashes } from './changed-operations.js';

const { SVC_CACHE_DIR, XDG_CACHE_HOME } = process.env;
const CACHE = SVC_CACHE_DIR ?? path.join(XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'svc');
/** The operations as they were when Schemathesis passed last on this machine. */
const FILE = path.join(CACHE, 'gate/schemathesis.json');
/** The document, which every gateway serves as it is. */
const PATH = 'apps/gateway/assets/docs/openapi.json';
export const DOCUMENT = path.join(ROOT, PATH);

export interface Choice {
  readonly ids: readonly string[];
  /** Describes the choice in one line. */
  readonly text: string;
}

/**
 * The operations that have changed since Schemathesis passed last, and an eighth of the others, which is derived from
 * the tree of the commit so that it cannot be picked by hand. A machine without a record compares with the document of
 * the parent commit.
 */
export async function chooseForSchemathesis(): Promise<Choice> {
  const now = await hashesNow();
  const [before, since] = await hashesBefore();
  const turn = (await git('rev-parse', 'HEAD^{tree}')) ?? JSON.stringify(now);
  const ids = chooseOperations(now, before ?? now, turn);
  const changed = Object.keys(now).filter((id) => before !== undefined && now[id] !== before[id]).length;
  const text = `${ids.length} of ${Object.keys(now).length} operations, ${changed} of them changed since ${since}`;
  return { ids, text };
}

interface Operation {
  readonly path: string;
  readonly operationId: string;
  /** Absent where the gateway serves the operation. */
  readonly servers?: readonly object[];
}

/** All operations of the document. */
export async function readOperations(): Promise<readonly Operation[]> {
  const { paths } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'path'>>>>>;
  };
  return Object.entries(paths).flatMap(([at, methods]) =>
    Object.values(methods).map((each) => ({ ...each, path: at })),
  );
}

/** Records the operations that passed; call it after a pass. */
export async function recordSchemathesis(): Promise<void> {
  await mkdir(path.dirname(FILE), { recursive: true });
  const writing = `${FILE}.${process.pid}`;
  await writeFile(writing, JSON.stringify(await hashesNow()));
  await rename(writing, FILE);
}

async function hashesNow(): Promise<OperationHashes> {
  return hashOperations(JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenApi);
}

async function hashesBefore(): Promise<readonly [OperationHashes | undefined, string]> {
  const recorded = await readFile(FILE, 'utf8').catch(() => undefined);
  if (recorded !== undefined) return [JSON.parse(recorded) as OperationHashes, 'the last pass'];
  const earlier = await git('show', `HEAD~1:${PATH}`);
  return [earlier === undefined ? undefined : hashOperations(JSON.parse(earlier) as OpenApi), 'the parent commit'];
}

/** Undefined if the commit or the repository does not exist. */
function git(...args: string[]): Promise<string | undefined> {
  return promisify(execFile)('git', args, { cwd: ROOT, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
