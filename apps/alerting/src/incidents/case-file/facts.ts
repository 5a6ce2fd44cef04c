import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { deadline } from '@svc/config';
import { CaseFacts } from '@svc/contract';
import { createRpcClient, type CallOptions, type RpcClient, type RpcClientOptions } from '@svc/rpc';
import { ServiceError, toServiceError } from '@svc/service-error';
import { QUERY_SERVICE } from '../../tokens.js';
import type { Responder } from '../timeline/responder.js';

/** Timeout of a part of a case file, which a user waits for together with other parts. */
const TIMEOUT_MS = deadline(4_000);

/** Calls the query service with the context of the caller. */
@Injectable()
export class Facts implements OnModuleDestroy {
  #client: RpcClient<typeof CaseFacts> | undefined;

  constructor(@Inject(QUERY_SERVICE) private readonly address: Omit<RpcClientOptions, 'timeoutMs'>) {}

  /** @throws ServiceError unavailable if the query service does not answer in time. */
  async ask<Answer>(
    { context, signal }: Responder,
    question: (client: RpcClient<typeof CaseFacts>, options: CallOptions) => Promise<Answer>,
  ): Promise<Answer> {
    this.#client ??= createRpcClient(CaseFacts, { ...this.address, timeoutMs: TIMEOUT_MS });
    try {
      return await question(this.#client, { context, signal });
    } catch (cause) {
      throw toServiceError(cause).code === 'timeout' ? new ServiceError('unavailable', { cause }) : cause;
    }
  }

  onModuleDestroy(): void {
    this.#client?.close();
  }
}
