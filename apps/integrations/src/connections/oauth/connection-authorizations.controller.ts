import { ConnectionAuthorizations, type ConnectionAuthorizationsCompleteRequest } from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { CompletedAuthorizations } from './completed-authorizations.js';

@RpcController(ConnectionAuthorizations)
export class ConnectionAuthorizationsController implements Handlers<typeof ConnectionAuthorizations> {
  constructor(private readonly authorizations: CompletedAuthorizations) {}

  complete({ state, code, error, credentialId, userId }: ConnectionAuthorizationsCompleteRequest) {
    return this.authorizations.complete({ state, code, error }, { credentialId, userId });
  }
}
