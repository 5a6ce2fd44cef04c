import { Ofrep, type OfrepEvaluateRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { Scope } from '../../statement/index.js';
import { OfrepService } from './ofrep.service.js';

@RpcController(Ofrep)
export class OfrepController implements Handlers<typeof Ofrep> {
  constructor(private readonly ofrep: OfrepService) {}

  async evaluate({ flagKey, context = {} }: OfrepEvaluateRequest, call: Call) {
    const { status, body, etag = '' } = await this.ofrep.evaluate(flagKey, context, Scope.of(call.context.project));
    return { status, json: Buffer.from(body), etag };
  }
}
