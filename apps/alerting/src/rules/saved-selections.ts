import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { deadline } from '@svc/config';
import { SavedSearches } from '@svc/contract';
import { createRpcClient, type Call, type RpcClient, type RpcClientOptions } from '@svc/rpc';
import { ServiceError, toServiceError } from '@svc/service-error';
import { QUERY_SERVICE } from '../tokens.js';
import type { Selection } from './definition/definition.js';

/** A rule is saved while a person waits. */
const TIMEOUT_MS = deadline(4_000);

/** Asks the query service for saved searches, with the context of the caller. */
@Injectable()
export class SavedSelections implements OnModuleDestroy {
  #client: RpcClient<typeof SavedSearches> | undefined;

  constructor(@Inject(QUERY_SERVICE) private readonly address: Omit<RpcClientOptions, 'timeoutMs'>) {}

  /**
   * @returns undefined for a search that the caller cannot see.
   * @throws ServiceError unavailable if the query service does not answer in time.
   */
  async find(searchId: string, { context, signal }: Call): Promise<Selection | undefined> {
    this.#client ??= createRpcClient(SavedSearches, { ...this.address, timeoutMs: TIMEOUT_MS });
    try {
      const search = await this.#client.get({ searchId }, { context, signal });
      return toSelection(search.signal, search.query ?? {});
    } catch (cause) {
      const { code } = toServiceError(cause);
      if (code === 'not_found') return undefined;
      throw code === 'timeout' ? new ServiceError('unavailable', { cause }) : cause;
    }
  }

  onModuleDestroy(): void {
    this.#client?.close();
  }
}

/** The part of a saved query that a rule can use. Saved queries are free JSON, so everything else in them is left out. */
export function toSelection(signal: string, query: Readonly<Record<string, unknown>>): Selection {
  const texts = (...names: readonly string[]): string[] =>
    names
      .flatMap((name) => query[name])
      .filter((one) => typeof one === 'string')
      .filter((text) => text !== '' && text.length <= 200);
  const q = ['q', 'query', 'search'].map((name) => query[name]).find((value) => typeof value === 'string') ?? '';
  const service = texts('service', 'service_name');
  return { signal, q: String(q), service, environment: texts('environment'), level: texts('level') };
}
