import type { MessageInitShape } from '@bufbuild/protobuf';
import { Account, type AccountGetRequest, type AccountIdentitySchema } from '@svc/contract';
import { notFound } from '@svc/errors';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { AccountRepository } from './account.repository.js';
import { toIdentity } from './identity.message.js';

@RpcController(Account)
export class AccountController implements Handlers<typeof Account> {
  constructor(private readonly repository: AccountRepository) {}

  async get(_request: AccountGetRequest, { context }: Call): Promise<MessageInitShape<typeof AccountIdentitySchema>> {
    const organization = await this.repository.findOrganization(context.organizationId);
    if (!organization) throw notFound();
    return toIdentity(context, organization);
  }
}
