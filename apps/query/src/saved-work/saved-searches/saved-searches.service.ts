import { fromJson, toJson } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import {
  SavedSearchSchema,
  type SavedSearch as SavedSearchMessage,
  type SavedSearchesCreateRequest,
  type SavedSearchesDeleteRequest,
  type SavedSearchesDuplicateRequest,
  type SavedSearchesListRequest,
  type SavedSearchesUpdateRequest,
} from '@svc/contract';
import {
  fingerprint,
  idempotencyKey,
  type FingerprintedRequest,
  type Idempotency,
  type JsonObject,
} from '@svc/idempotency';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import { emptyToUndefined } from '@svc/reading/statement';
import type { Prisma, Transaction } from '@svc/relational';
import { CLOCK, CURSORS, IDEMPOTENCY, type Clock } from '@svc/runtime';
import { requireVersion, requireFound } from '@svc/service-error';
import { copyName } from '../copy-name.js';
import { toMessage } from './saved-search.message.js';
import { toChanges, checkedQuery, refusal } from './saved-search.rules.js';
import {
  SavedSearchesRepository,
  type NewSavedSearch,
  type VersionedId,
  type Viewer,
} from './saved-searches.repository.js';

/** The caller of a request. */
export interface Caller extends Viewer {
  /** Not bound to a project: such a caller has to send an idempotency key with every create. */
  readonly isOrganizationLevel: boolean;
}

@Injectable()
export class SavedSearchesService {
  constructor(
    private readonly searches: SavedSearchesRepository,
    @Inject(IDEMPOTENCY) private readonly idempotency: Idempotency,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(caller: Caller, request: SavedSearchesListRequest) {
    const { projectId, principalId } = caller;
    const { signal, name } = request;
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'saved_searches.list',
      projectId,
      // The cursor is bound to the caller too, because each caller sees another list.
      filters: { principalId, signal, name: emptyToUndefined(name) },
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.searches.listVisible(caller, { signal: signal || undefined, name, after, take }),
    });
    return { savedSearches: rows.map(toMessage), pagination };
  }

  async get(caller: Caller, id: string): Promise<SavedSearchMessage> {
    const search = requireFound(await this.searches.findVisible(caller, id));
    return toMessage(search);
  }

  async create(caller: Caller, request: SavedSearchesCreateRequest): Promise<SavedSearchMessage> {
    const { name, signal, isShared, query = {} } = request;
    const body = { name, signal, isShared, query: checkedQuery(query) };
    return this.#makeOnce(caller, {
      operation: 'saved_searches.create',
      path: '/search/saved',
      key: idempotencyKey(request.idempotencyKey, { required: caller.isOrganizationLevel }),
      body,
      decide: () => Promise.resolve(body),
    });
  }

  async update(caller: Caller, request: SavedSearchesUpdateRequest): Promise<SavedSearchMessage> {
    const changes = { ...toChanges(request), updatedAt: this.#now() };
    const changed = await this.searches.updateOwned(caller, versionedId(request), changes);
    if (!changed) throw refusal(await this.searches.findVisible(caller, request.searchId), caller);
    return toMessage(changed);
  }

  async duplicate(caller: Caller, request: SavedSearchesDuplicateRequest): Promise<SavedSearchMessage> {
    const { searchId, expectedVersion, name } = request;
    return this.#makeOnce(caller, {
      operation: 'saved_searches.duplicate',
      path: `/search/saved/${searchId}/duplicate`,
      key: idempotencyKey(request.idempotencyKey, { required: true }),
      body: { expectedVersion: String(expectedVersion), name },
      decide: async (transaction) => {
        const found = await this.searches.findVisible(caller, searchId, transaction);
        const original = requireVersion(found, expectedVersion);
        return {
          name: name ?? copyName(original.name),
          signal: original.signal,
          query: original.query as Prisma.InputJsonObject,
          isShared: false,
        };
      },
    });
  }

  async delete(caller: Caller, request: SavedSearchesDeleteRequest): Promise<void> {
    if (await this.searches.deleteOwned(caller, versionedId(request))) return;
    throw refusal(await this.searches.findVisible(caller, request.searchId), caller);
  }

  /** Creates a search once, or returns the result of the first request with the same key. */
  async #makeOnce(caller: Caller, making: CreateOnce): Promise<SavedSearchMessage> {
    const { response } = await this.idempotency.run(
      {
        project: caller.projectId,
        principal: caller.principalId,
        operation: making.operation,
        key: making.key,
        fingerprint: fingerprint(making),
      },
      async (transaction) => {
        const search = { ...(await making.decide(transaction)), createdAt: this.#now() };
        const row = await this.searches.insert(caller, search, transaction);
        return toJson(SavedSearchSchema, toMessage(row)) as JsonObject;
      },
    );
    return fromJson(SavedSearchSchema, response);
  }

  #now(): Date {
    return new Date(this.clock());
  }
}

/** A create request that takes effect once. */
interface CreateOnce extends FingerprintedRequest {
  readonly key: string | undefined;
  readonly decide: (transaction: Transaction) => Promise<Omit<NewSavedSearch, 'createdAt'>>;
}

const PAGE = { default: 50, max: 100 };

/** Validation has required the version, so 0 never applies. */
function versionedId({ searchId, expectedVersion = 0n }: { searchId: string; expectedVersion?: bigint }): VersionedId {
  return { id: searchId, version: expectedVersion };
}
