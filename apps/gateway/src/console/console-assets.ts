import { readdir, readFile } from 'node:fs/promises';
import { acceptsCoding, entityTag, type ContentCoding } from '@svc/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile, type StaticFile } from '../http/files/static-file.js';

/** Files by their names, with what the bundler has compressed. */
export type ConsoleAssets = ReadonlyMap<string, ConsoleAsset>;

interface ConsoleAsset extends StaticFile {
  readonly compressed: Readonly<Record<ContentCoding, Buffer | undefined>>;
  /** Whether the name contains a hash of the content, so that the file of this name never changes. */
  readonly isHashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};
const SUFFIXES = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const;
const HASHED = /-[0-9A-Z]{8}\.(?:css|js)$/;

/**
 * Reads all files of a directory, a few megabytes, so that no text of a request ever becomes part of a path. The name of a compressed
 * file is not a name at which it is served.
 */
export async function readAssets(directory: URL): Promise<ConsoleAssets> {
  const names = (await readdir(directory)).filter((name) => toType(name) !== undefined);
  return new Map(await Promise.all(names.map(async (name) => [name, await readAsset(directory, name)] as const)));
}

async function readAsset(directory: URL, name: string): Promise<ConsoleAsset> {
  const content = await readFile(new URL(name, directory));
  const compressed = SUFFIXES.map(async ([coding, suffix]) => {
    const file = new URL(`${name}.${suffix}`, directory);
    return [coding, await readFile(file).catch(() => undefined)] as const;
  });
  return {
    content,
    etag: entityTag(content),
    type: toType(name) ?? '',
    compressed: Object.fromEntries(await Promise.all(compressed)) as ConsoleAsset['compressed'],
    isHashed: HASHED.test(name),
  };
}

function toType(name: string): string | undefined {
  return TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ''];
}

/** Sends a file in the smallest form that the client accepts; each form has an entity tag of its own. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, etag, type, compressed, isHashed }: ConsoleAsset,
): void {
  const accepted = request.headers['accept-encoding'];
  const coding = SUFFIXES.map(([name]) => name).find((name) => compressed[name] && acceptsCoding(accepted, name));
  void reply.header('vary', 'accept-encoding');
  if (coding !== undefined) void reply.header('content-encoding', coding);
  const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  const body = (coding && compressed[coding]) ?? content;
  sendFile(request, reply, { content: body, type, etag: coding ? `${etag}-${coding}` : etag }, cacheControl);
}
