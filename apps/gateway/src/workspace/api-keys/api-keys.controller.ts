import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ApiKeys,
  type ApiKeysCreateRequest,
  type ApiKeysCreateResponseSchema,
  type ApiKeysListRequest,
  type ApiKeysListResponseSchema,
  type ApiKeysRevokeRequest,
  type ApiKeysRevokeResponseSchema,
  type ApiKeysScopesRequest,
  type ApiKeysScopesResponseSchema,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toApiKey } from './api-key.message.js';
import { ApiKeysService } from './api-keys.service.js';
import { toGrantableScopes } from './grantable-scopes.message.js';

@RpcController(ApiKeys)
export class ApiKeysController implements Handlers<typeof ApiKeys> {
  constructor(private readonly apiKeys: ApiKeysService) {}

  async list(
    { name }: ApiKeysListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ApiKeysListResponseSchema>> {
    const rows = await this.apiKeys.list(context, name);
    return { apiKeys: rows.map(toApiKey) };
  }

  scopes(
    _request: ApiKeysScopesRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ApiKeysScopesResponseSchema>> {
    return Promise.resolve({ scopes: toGrantableScopes(context.scopes) });
  }

  async create(
    request: ApiKeysCreateRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ApiKeysCreateResponseSchema>> {
    const { row, secret } = await this.apiKeys.create(context, request);
    return { apiKey: toApiKey(row), secret };
  }

  async revoke(
    { keyId }: ApiKeysRevokeRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ApiKeysRevokeResponseSchema>> {
    await this.apiKeys.revoke(context, keyId);
    return {};
  }
}
