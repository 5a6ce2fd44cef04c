import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@svc/objects';
import type { Relational } from '@svc/relational';
import { SymbolFileFinder } from '../files/symbol-file-finder.js';
import type { Symbolication, SymbolicationRequest } from '../symbolication.js';
import { LookupFailure, LookupThreads } from '../workers/lookup-threads.js';
import { FileSearch } from './file-search.js';
import { MappingTranslator } from './mapping-translator.js';
import { NativeTranslator } from './native-translator.js';
import { SourceMapTranslator } from './source-map-translator.js';
import type { Translator } from './translator.js';

export interface SymbolicatorOptions {
  readonly relational: Relational;
  readonly objects: ObjectStore;
  /** Bytes of symbol files that are kept in memory. */
  readonly cacheBytes: number;
  /** Threads that search symbol files; 1 by default. */
  readonly threads?: number;
}

/** Time limit for one stack; frames that are not resolved by then stay unchanged and report that. */
const BUDGET_MS = 5_000;

/** Makes stacks readable with the symbol files that a project has uploaded. */
export class Symbolicator {
  readonly #threads: LookupThreads;
  readonly #translators: Readonly<Partial<Record<string, Translator>>>;

  constructor({ relational, objects, cacheBytes, threads = 1 }: SymbolicatorOptions) {
    this.#threads = new LookupThreads({ threads, cacheBytes });
    const finder = new SymbolFileFinder(relational);
    const search = new FileSearch(this.#threads, (objectKey) => readObject(objects, objectKey));
    const javascript = new SourceMapTranslator(finder, search);
    const android = new MappingTranslator(finder, search);
    const apple = new NativeTranslator(finder, search);
    this.#translators = { apple, android, java: android, javascript, node: javascript };
  }

  /**
   * Never fails because of the content of the stack or of a symbol file: the frames report such problems.
   *
   * @throws ServiceError unavailable if a store does not respond; the reason of the signal once it is aborted.
   */
  async symbolicate(request: SymbolicationRequest, signal: AbortSignal): Promise<Symbolication> {
    const translator = this.#translators[request.platform];
    if (!translator) return { stack: request.stack, status: 'missing' };
    const budget = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
    const exceptions = await translator.translate(request, budget);
    signal.throwIfAborted();
    const stack = { ...request.stack, exceptions };
    return { stack, status: summarize(stack) };
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

function summarize({ exceptions }: Symbolication['stack']): Symbolication['status'] {
  const needy = exceptions.flatMap(({ frames }) => frames.flatMap(({ symbolication }) => symbolication?.status ?? []));
  const applied = needy.filter((status) => status === 'applied').length;
  if (applied === needy.length) return 'complete';
  return applied > 0 ? 'partial' : 'missing';
}

async function readObject(objects: ObjectStore, objectKey: string): Promise<Uint8Array> {
  const found = await objects.get(objectKey);
  if (!found) throw new LookupFailure('its content is gone; upload it again');
  return buffer(found.stream);
}
