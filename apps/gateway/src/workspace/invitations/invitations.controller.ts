import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject } from '@nestjs/common';
import {
  Invitations,
  type InvitationSchema,
  type InvitationsAcceptRequest,
  type InvitationsCreateRequest,
  type InvitationsListRequest,
  type InvitationsListResponseSchema,
  type InvitationsRevokeRequest,
  type InvitationsRevokeResponseSchema,
  type MemberSchema,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { toMember } from '../members/member.message.js';
import { AcceptanceService } from './acceptance.service.js';
import { toInvitation } from './invitation.message.js';
import { InvitationsService } from './invitations.service.js';

@RpcController(Invitations)
export class InvitationsController implements Handlers<typeof Invitations> {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: AcceptanceService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    { status }: InvitationsListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof InvitationsListResponseSchema>> {
    const rows = await this.invitations.list(context, status);
    return { invitations: rows.map((row) => toInvitation(row, this.clock())) };
  }

  async create(
    request: InvitationsCreateRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof InvitationSchema>> {
    const { invitation, ...link } = await this.invitations.create(context, request);
    return { ...toInvitation(invitation, this.clock()), ...link };
  }

  async revoke(
    { invitationId }: InvitationsRevokeRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof InvitationsRevokeResponseSchema>> {
    await this.invitations.revoke(context, invitationId);
    return {};
  }

  async accept(
    request: InvitationsAcceptRequest,
    { context: { requestId, sourceAddress } }: Call,
  ): Promise<MessageInitShape<typeof MemberSchema>> {
    const source = { operation: 'invitations.accept', requestId, sourceAddress };
    return toMember(await this.acceptance.accept(request, source));
  }
}
