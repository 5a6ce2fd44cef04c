import type { MessageInitShape } from '@bufbuild/protobuf';
import { Me, type MeGetRequest, type UserSchema } from '@svc/contract';
import { notFound } from '@svc/errors';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { UsersRepository } from '../users/users.repository.js';

@RpcController(Me)
export class MeController implements Handlers<typeof Me> {
  constructor(private readonly users: UsersRepository) {}

  async get(_request: MeGetRequest, { context }: Call): Promise<MessageInitShape<typeof UserSchema>> {
    const { userId, role } = context;
    if (userId === '') return { id: context.principalId, type: 'api_key', name: context.principalName, role };
    const user = await this.users.find(userId);
    if (!user) throw notFound();
    return { id: user.id, type: 'user', name: user.name, email: user.email, role };
  }
}
