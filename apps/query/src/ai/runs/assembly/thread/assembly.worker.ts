import { createColumnStore, type ColumnStoreOptions } from '@svc/columnar';
import { ResourcesRepository } from '@svc/reading/resources';
import { toServiceError } from '@svc/service-error';
import { workerData } from 'piscina';
import { TraceReader } from '../traces/trace-reader.js';
import type { AssemblyAnswer } from './assembly-thread.js';
import { TraceAssembly, type AssemblyRequest } from './trace-assembly.js';

/**
 * Entry of the thread that assembles runs. It opens the column store on its own, so that neither the spans nor the work on them are a
 * load of the event loop that serves callers.
 */
const store = createColumnStore(workerData as ColumnStoreOptions);
const assembly = new TraceAssembly(new TraceReader(store, new ResourcesRepository()), store);
/** The thread is ended if its task is aborted. */
const { signal: never } = new AbortController();

export default async function assemble(request: AssemblyRequest): Promise<AssemblyAnswer> {
  try {
    return { blocks: await assembly.blocks(request, never) };
  } catch (error) {
    // The class of an error does not survive the way to another thread.
    const { code, message } = toServiceError(error);
    return { failed: code, message: code === 'internal' ? String(error) : message };
  }
}
