import { workerData } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { MappingIndex } from '../android/retrace.js';
import { NativeIndex } from '../apple/native-index.js';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { SourceMapIndex } from '../source-maps/source-map-index.js';
import type { LookupAnswer, LookupRequest, SymbolFileKind, SymbolIndex } from './lookup.js';

const OPENERS: Readonly<Record<SymbolFileKind, (bytes: Uint8Array) => SymbolIndex>> = {
  macho: (bytes) => NativeIndex.open(bytes),
  proguard: (bytes) => MappingIndex.open(bytes),
  sourcemap: (bytes) => SourceMapIndex.open(bytes),
};

const { cacheBytes } = workerData as { readonly cacheBytes: number };
const indexes = new LRUCache<string, SymbolIndex>({ maxSize: cacheBytes, sizeCalculation: ({ size }) => size });

/** Entry point of the thread. */
export default function lookUp({ objectKey, kind, queries, bytes }: LookupRequest): LookupAnswer {
  try {
    const index = indexes.get(objectKey) ?? (bytes && open(objectKey, kind, bytes));
    if (!index) return 'absent';
    const find = index.find.bind(index) as (query: unknown) => unknown;
    return { answers: queries.map(find) };
  } catch (error) {
    if (error instanceof SymbolFileRefusal) return { refused: error.message };
    throw error;
  }
}

function open(objectKey: string, kind: SymbolFileKind, bytes: Uint8Array): SymbolIndex {
  const index = OPENERS[kind](zstdDecompressSync(bytes));
  // A file that is larger than the cache answers this request only.
  indexes.set(objectKey, index);
  return index;
}
