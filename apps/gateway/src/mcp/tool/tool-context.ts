import { operation, type JsonObject, type JsonValue } from '@svc/contract';
import { toServiceError } from '@svc/service-error';
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

  /** @throws ServiceError as the operation. */
  async read(id: string, parameters: Parameters = {}): Promise<OperationJson> {
    const called = operation(id);
    const entries = Object.entries({ project_id: this.projectId, ...parameters });
    const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
    const message = await this.runner.runParameters(called, given, this.sender);
    return encodeAnswer(called, message);
  }

  /** Reads a part that the rest is useful without; undefined, with the reason in `omitted`, if it cannot be read. */
  async part(id: string, parameters: Parameters = {}): Promise<OperationJson | undefined> {
    const { scope } = operation(id);
    if (scope !== undefined && !this.has(scope)) {
      this.omitted.push({ part: id, reason: `The credential lacks the scope ${scope}.` });
      return undefined;
    }
    try {
      return await this.read(id, parameters);
    } catch (error) {
      const { code, message } = toServiceError(error);
      if (FATAL.has(code)) throw error;
      this.omitted.push({ part: id, reason: message });
      return undefined;
    }
  }

  /**
   * The continuation of a page. A result with room for fewer rows than the page has continues after its own last row, for which the
   * operation is called again with that number as its limit.
   */
  page(id: string, parameters: Parameters, { json }: OperationJson): Page {
    return {
      nextCursor: readCursor(json),
      cursorAfter: async (count) =>
        count === 0 ? undefined : readCursor((await this.read(id, { ...parameters, limit: count })).json),
    };
  }
}

function readCursor({ pagination }: JsonObject): string | undefined {
  const cursor = (pagination as { readonly next_cursor?: unknown } | undefined)?.next_cursor;
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}
