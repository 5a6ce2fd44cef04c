import type { Message } from '@bufbuild/protobuf';
import { operation, type JsonObject, type JsonValue } from '@svc/contract';
import { invalidField, toServiceError } from '@svc/service-error';
import type { OperationRunner, OperationSender } from '../../operations/operation-runner.js';
import { encodeAnswer, type OperationJson } from '../result/encode-answer.js';
import type { Omission, Page } from '../result/tool-answer.js';

/** Errors of a part for which the whole tool fails, because all parts would. */
const FATAL = new Set(['cancelled', 'rate_limited', 'concurrency_limited', 'quota_exceeded', 'internal']);

/** Parameters of an operation; undefined ones are left out. */
export type Parameters = Readonly<Record<string, JsonValue | undefined>>;

/** The call of a tool: runs operations with the rights and in the project of the caller. */
export class ToolContext {
  /** Parts that could not be read, in the order in which that was found. */
  readonly omitted: Omission[] = [];

  constructor(
    private readonly runner: OperationRunner,
    readonly sender: OperationSender,
    private readonly projectId: string | undefined,
    /** Unix time in milliseconds. */
    readonly now: number,
  ) {}

  get scopes(): readonly string[] {
    return this.sender.credential.principal.scopes;
  }

  has(scope: string): boolean {
    return this.scopes.includes(scope);
  }

  /**
   * Runs an operation. The result says which lists of the answer are too long to be read as a whole; the lengths of the lists of the
   * operation itself are in `counts`.
   *
   * @param arrange gets the whole answer, and puts what matters into the first elements of its lists, of which only those are encoded.
   * @throws ServiceError as the operation.
   */
  async read<M extends Message>(
    id: string,
    parameters: Parameters = {},
    arrange: (answer: M) => M = (answer) => answer,
  ): Promise<OperationJson> {
    const called = operation(id);
    const { project_id: named = this.projectId } = parameters;
    if (this.projectId !== undefined && named !== this.projectId)
      throw invalidField('project_id', 'and project_id among the parameters must name the same project');
    const entries = Object.entries({ project_id: this.projectId, ...parameters });
    const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
    const message = await this.runner.runParameters(called, given, this.sender);
    const answer = encodeAnswer(called, arrange(message as M));
    const isNested = (list: string): boolean => !(list in answer.counts);
    for (const list of answer.cutLists.filter(isNested))
      this.#omit({ part: `${id} ${list}`, reason: 'Only the first elements of these lists were read.' });
    return answer;
  }

  /** Reads a part that the rest is useful without; undefined, with the reason in `omitted`, if it cannot be read. */
  async part<M extends Message>(
    id: string,
    parameters: Parameters = {},
    arrange?: (answer: M) => M,
  ): Promise<OperationJson | undefined> {
    const { scope } = operation(id);
    if (scope !== undefined && !this.has(scope)) {
      this.#omit({ part: id, reason: `The credential lacks the scope ${scope}.` });
      return undefined;
    }
    try {
      return await this.read(id, parameters, arrange);
    } catch (error) {
      const { code, message } = toServiceError(error);
      if (FATAL.has(code)) throw error;
      this.#omit({ part: id, reason: message });
      return undefined;
    }
  }

  /**
   * The continuation of a page. A result with room for fewer rows than the page has continues after its own last row, for which the
   * operation is called again with that number as its limit.
   *
   * @param list the list that has the rows.
   */
  page(id: string, parameters: Parameters, { json, counts }: OperationJson, list: string): Page {
    return {
      nextCursor: readCursor(json),
      length: counts[list] ?? 0,
      cursorAfter: async (count) =>
        count === 0 ? undefined : readCursor((await this.read(id, { ...parameters, limit: count })).json),
    };
  }

  /** As `page`, for rows of an operation with other parameters than the tool: `run_operation` continues them. */
  pageOf(id: string, parameters: Parameters, answer: OperationJson, list: string): Page {
    const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
    return { ...this.page(id, parameters, answer, list), continuedBy: { operation: id, parameters: given } };
  }

  #omit(omission: Omission): void {
    const isKnown = this.omitted.some(({ part, reason }) => part === omission.part && reason === omission.reason);
    if (!isKnown) this.omitted.push(omission);
  }
}

/** The rows that an operation returned, in words: there are more if it has another page. */
export function countRows(answer: OperationJson | undefined, list: string): string {
  const count = answer?.counts[list] ?? 0;
  return answer && readCursor(answer.json) !== undefined ? `at least ${count}` : String(count);
}

export function readCursor({ pagination }: JsonObject): string | undefined {
  const cursor = (pagination as { readonly next_cursor?: unknown } | undefined)?.next_cursor;
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}
