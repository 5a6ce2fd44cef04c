import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Me,
  type MeGetRequest,
  type MePasswordSetRequest,
  type MePasswordSetResponseSchema,
  type MeSessionRevokeRequest,
  type MeSessionRevokeResponseSchema,
  type MeSessionsListRequest,
  type MeSessionsListResponseSchema,
  type MeTotpConfirmRequest,
  type MeTotpConfirmResponseSchema,
  type MeTotpDeleteRequest,
  type MeTotpDeleteResponseSchema,
  type MeTotpEnrollRequest,
  type MeTotpEnrollResponseSchema,
  type MeUpdateRequest,
  type UserSchema,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { PasswordService } from './password.service.js';
import { ProfileService } from './profile.service.js';
import { toSession } from './session.message.js';
import { UserSessionsService } from './user-sessions.service.js';
import { toUser } from './user.message.js';

@RpcController(Me)
export class MeController implements Handlers<typeof Me> {
  constructor(
    private readonly users: UsersRepository,
    private readonly profiles: ProfileService,
    private readonly passwords: PasswordService,
    private readonly sessions: UserSessionsService,
    private readonly secondFactors: SecondFactorService,
  ) {}

  async get(_request: MeGetRequest, { context }: Call): Promise<MessageInitShape<typeof UserSchema>> {
    const { userId, role } = context;
    if (userId === '') return { id: context.principalId, type: 'api_key', name: context.principalName, role };
    return toUser(requireFound(await this.users.find(userId)), role);
  }

  async update(request: MeUpdateRequest, { context }: Call): Promise<MessageInitShape<typeof UserSchema>> {
    return toUser(await this.profiles.change(context, request), context.role);
  }

  async passwordSet(
    request: MePasswordSetRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MePasswordSetResponseSchema>> {
    await this.passwords.change(context, request);
    return {};
  }

  async sessionsList(
    _request: MeSessionsListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MeSessionsListResponseSchema>> {
    const sessions = await this.sessions.list(context);
    return { sessions: sessions.map((session) => toSession(session, context.credentialId)) };
  }

  async sessionRevoke(
    { sessionId }: MeSessionRevokeRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MeSessionRevokeResponseSchema>> {
    await this.sessions.revoke(context, sessionId);
    return {};
  }

  totpEnroll(
    _request: MeTotpEnrollRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MeTotpEnrollResponseSchema>> {
    return this.secondFactors.enroll(context);
  }

  async totpConfirm(
    { code }: MeTotpConfirmRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MeTotpConfirmResponseSchema>> {
    return { recoveryCodes: await this.secondFactors.confirm(context, code) };
  }

  async totpDelete(
    request: MeTotpDeleteRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof MeTotpDeleteResponseSchema>> {
    await this.secondFactors.delete(context, request);
    return {};
  }
}
