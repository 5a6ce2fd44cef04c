import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ConnectionAuthorizations,
  type ConnectionAuthorizationsCancelRequest,
  type ConnectionAuthorizationsCompleteRequest,
  type ConnectionAuthorizationsConfirmRequest,
  type ConnectionAuthorizationsGetRequest,
} from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { AuthorizationConfirmations, type ConfirmableAuthorization } from './authorization-confirmations.js';
import { CompletedAuthorizations } from './completed-authorizations.js';

@RpcController(ConnectionAuthorizations)
export class ConnectionAuthorizationsController implements Handlers<typeof ConnectionAuthorizations> {
  constructor(
    private readonly confirmations: AuthorizationConfirmations,
    private readonly authorizations: CompletedAuthorizations,
  ) {}

  async get({ state, credentialId, userId }: ConnectionAuthorizationsGetRequest) {
    const found = await this.confirmations.get(state, { credentialId, userId });
    return typeof found === 'string' ? { result: found } : toMessage(found);
  }

  async confirm({ state, credentialId, userId }: ConnectionAuthorizationsConfirmRequest) {
    const confirmed = await this.confirmations.confirm(state, { credentialId, userId });
    return typeof confirmed === 'string' ? { result: confirmed } : confirmed;
  }

  async cancel({ state, credentialId, userId }: ConnectionAuthorizationsCancelRequest) {
    const refusal = await this.confirmations.cancel(state, { credentialId, userId });
    return { result: refusal ?? '' };
  }

  complete({ state, code, error, credentialId, userId }: ConnectionAuthorizationsCompleteRequest) {
    return this.authorizations.complete({ state, code, error }, { credentialId, userId });
  }
}

function toMessage({ authorization, displayName, providerOrigin }: ConfirmableAuthorization) {
  const { projectId, connectionId, settings, credentialId, userId, isSession, expiresAt } = authorization;
  return {
    projectId,
    connectionId,
    provider: settings.provider,
    displayName,
    startedByCredentialId: credentialId,
    startedByUserId: isSession ? userId : '',
    expiresAt: timestampFromDate(expiresAt),
    providerOrigin,
  };
}
