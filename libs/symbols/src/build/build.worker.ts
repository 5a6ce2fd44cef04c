import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { buildMapping } from '../android/build-mapping.js';
import { readLines } from '../android/read-lines.js';
import { MAPPING_NAMESPACE, UuidV5 } from '../android/uuid-v5.js';
import { buildApple } from '../apple/build-apple.js';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { buildSourceMap } from '../source-maps/build-source-map.js';
import { normalizeCodePath } from '../source-maps/code-path.js';
import type { SymbolFileKind } from '../workers/lookup.js';
import type { Build, BuildAnswer, BuildRequest, BuiltSymbolFile } from './build.js';
import { checkNames } from './check-names.js';
import { readEnvelope } from './read-envelope.js';

type Built = Omit<BuiltSymbolFile, 'bytes'> & { readonly file: Uint8Array };

type Reader = (path: string, projectId: string) => Omit<Build, 'files'> & { readonly built: readonly Built[] };

/** Maximum size of one source map, in bytes of UTF-8. */
const MAX_SOURCE_MAP_BYTES = 64 * 1024 * 1024;

const READERS: Readonly<Record<SymbolFileKind, Reader>> = {
  sourcemap(path, projectId) {
    const { content, ...envelope } = readEnvelope(decodeText(readFileSync(path)), projectId);
    checkNames(envelope);
    const bytes = Buffer.from(content);
    if (bytes.length > MAX_SOURCE_MAP_BYTES) throw new SymbolFileRefusal('must be at most 64 MiB', 'content');
    const built = buildSourceMap(content);
    if (envelope.filename === '') throw new SymbolFileRefusal('is required', 'filename');
    if (envelope.release === '' && built.debugId === '')
      throw new SymbolFileRefusal('is required for a source map without a debug ID', 'release');
    const filename = normalizeCodePath(envelope.filename);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { sha256, envelope: { ...envelope, filename }, built: [{ arch: '', ...built }] };
  },
  macho(path) {
    const sha256 = createHash('sha256');
    const file = openSync(path, 'r');
    const buffer = Buffer.allocUnsafe(1_048_576);
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
      sha256.update(buffer.subarray(0, length));
    closeSync(file);
    return { sha256: sha256.digest('hex'), built: buildApple(path) };
  },
  proguard(path) {
    const sha256 = createHash('sha256');
    const uuid = new UuidV5(MAPPING_NAMESPACE);
    const lines = readLines(path, (bytes) => {
      sha256.update(bytes);
      uuid.update(bytes);
    });
    const built = buildMapping(lines);
    return { sha256: sha256.digest('hex'), built: [{ arch: '', debugId: uuid.digest(), ...built }] };
  },
};

/** Entry point of the thread. */
export default function build({ kind, path, projectId }: BuildRequest): BuildAnswer {
  try {
    const { built, ...build } = READERS[kind](path, projectId);
    return { ...build, files: built.map(({ file, ...rest }) => ({ ...rest, bytes: zstdCompressSync(file) })) };
  } catch (error) {
    if (error instanceof SymbolFileRefusal) return { refused: error.message, field: error.field };
    throw error;
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SymbolFileRefusal('is not UTF-8');
  }
}
