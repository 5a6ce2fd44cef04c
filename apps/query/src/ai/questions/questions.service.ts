import { Inject, Injectable } from '@nestjs/common';
import { operation as findOperation, type AiQueryRequest } from '@svc/contract';
import { isRewritable, parseQuestion, type ParsedQuestion, type TypedQuery } from '@svc/questions';
import { isTimeZone } from '@svc/reading/time';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, ServiceError } from '@svc/service-error';
import { CatalogLoader } from './catalog/catalog-loader.js';
import { toRows, type AnswerRows } from './rows/answer-rows.js';
import { OperationRunner } from './run/operation-runner.js';
import { Translator, type Translation } from './translation/translator.js';

/** A parsed question with what became of its query. */
export interface AnsweredQuestion {
  readonly parsed: Omit<ParsedQuestion, 'reason'>;
  readonly reason?: string | undefined;
  readonly missingScopes: readonly string[];
  readonly found?: AnswerRows;
  /** Present if a model was to reword the question. */
  readonly translation?: Translation | undefined;
}

/** Refusals that a name causes that the caller may not read. */
const BY_NAMES = new Set(['not_understood', 'negation']);
/** Answers of an operation that say that it cannot run the query. Anything else is a failure of the service or of the caller's time. */
const NOT_POSSIBLE = new Set(['invalid_request', 'query_too_expensive', 'not_found']);

const scopeOf = (operation: string): string => findOperation(operation).scope ?? '';

@Injectable()
export class QuestionsService {
  constructor(
    private readonly catalogs: CatalogLoader,
    private readonly runner: OperationRunner,
    private readonly translator: Translator,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request for an unknown time zone, and failures of the stores. */
  async answer({ question, timeZone, service, dryRun }: AiQueryRequest, call: Call): Promise<AnsweredQuestion> {
    const zone = timeZone || 'UTC';
    if (!isTimeZone(zone)) throw invalidField('time_zone', 'must be an IANA time zone');
    const { index, unread } = await this.catalogs.load(call);
    const asking = { now: this.clock(), zone, services: service };
    const asked = parseQuestion(question, index, asking);
    // Words can be names that the caller may not read.
    const translation =
      isRewritable(asked) && unread.length === 0
        ? await this.translator.translate({ question, index, asking }, call)
        : undefined;
    const answered = await this.#answer(translation?.rewrite?.parsed ?? asked, { unread, dryRun }, call);
    return { ...answered, translation };
  }

  async #answer(
    { reason, ...parsed }: ParsedQuestion,
    { unread, dryRun }: { readonly unread: readonly string[]; readonly dryRun: boolean },
    call: Call,
  ): Promise<AnsweredQuestion> {
    if (!parsed.query) {
      const missing = BY_NAMES.has(reason ?? '') ? unread.map(scopeOf) : [];
      return { parsed, reason, missingScopes: [...new Set(missing)].toSorted() };
    }
    if (!this.runner.mayRun(parsed.query.operation, call)) return refuseScope(parsed, scopeOf(parsed.query.operation));
    return dryRun ? { parsed, missingScopes: [] } : this.#run(parsed, parsed.query, call);
  }

  async #run(parsed: AnsweredQuestion['parsed'], query: TypedQuery, call: Call): Promise<AnsweredQuestion> {
    try {
      const response = await this.runner.run(query.operation, query.parameters, call);
      const found = toRows(query.operation, response, query.parameters, query.view);
      return { parsed, missingScopes: [], found };
    } catch (error) {
      if (!(error instanceof ServiceError) || !NOT_POSSIBLE.has(error.code)) throw error;
      const explanation = `The operation refused the query: ${error.message}`;
      return { parsed: { ...parsed, status: 'refused', explanation }, reason: 'not_possible', missingScopes: [] };
    }
  }
}

function refuseScope(parsed: AnsweredQuestion['parsed'], scope: string): AnsweredQuestion {
  const explanation = `The answer requires the scope ${scope}, which the credential does not have.`;
  return { parsed: { ...parsed, status: 'refused', explanation }, reason: 'missing_scope', missingScopes: [scope] };
}
