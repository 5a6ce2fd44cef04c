import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Members,
  type MemberSchema,
  type MembersListRequest,
  type MembersListResponseSchema,
  type MembersRemoveRequest,
  type MembersRemoveResponseSchema,
  type MembersSetRoleRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toMember } from './member.message.js';
import { MembersService } from './members.service.js';

@RpcController(Members)
export class MembersController implements Handlers<typeof Members> {
  constructor(private readonly members: MembersService) {}

  async list(
    { name }: MembersListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MembersListResponseSchema>> {
    const members = await this.members.list(context, name);
    return { members: members.map(toMember) };
  }

  async setRole(
    { userId, role, expectedVersion }: MembersSetRoleRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MemberSchema>> {
    return toMember(await this.members.setRole(context, { userId, expectedVersion }, role));
  }

  async remove(
    { userId, expectedVersion }: MembersRemoveRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MembersRemoveResponseSchema>> {
    await this.members.remove(context, { userId, expectedVersion });
    return {};
  }
}
