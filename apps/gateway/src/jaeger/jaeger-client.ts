import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { JaegerQuery, type JaegerNotice, type JaegerPart } from '@svc/contract';
import { createRpcClient, type CallOptions, type RpcClient } from '@svc/rpc';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';

const TIMEOUT_MS = deadline(30_000);

/** Members of a JSON array and what they lack. */
export interface CollectedTraces {
  readonly json: readonly Uint8Array[];
  readonly notices: readonly JaegerNotice[];
}

/** Asks the query service on behalf of requests to the interface of Jaeger. */
@Injectable()
export class JaegerClient implements OnApplicationShutdown {
  readonly query: RpcClient<typeof JaegerQuery>;

  constructor(@Inject(OPERATIONS_OPTIONS) { addresses, credentials }: OperationsOptions) {
    this.query = createRpcClient(JaegerQuery, {
      ...credentials,
      address: addresses.query ?? '',
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** Reads an answer to its end, so that a failure in the middle is an error and not half of a text. */
  async collect(
    open: (query: RpcClient<typeof JaegerQuery>, options: CallOptions) => Promise<AsyncIterable<JaegerPart>>,
    options: CallOptions,
  ): Promise<CollectedTraces> {
    const json: Uint8Array[] = [];
    const notices: JaegerNotice[] = [];
    for await (const { part } of await open(this.query, options)) {
      if (part.case === 'json') json.push(part.value);
      else if (part.case === 'notice') notices.push(part.value);
    }
    return { json, notices };
  }

  onApplicationShutdown(): void {
    this.query.close();
  }
}
