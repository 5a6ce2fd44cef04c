import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject } from '@nestjs/common';
import {
  Account,
  type AccountAuditLogRequest,
  type AccountAuditLogResponseSchema,
  type AccountAuditVerifyRequest,
  type AccountAuditVerifyResponseSchema,
  type AccountGetRequest,
  type AccountIdentitySchema,
  type AccountSecurityGetRequest,
  type AccountSecuritySchema,
  type AccountSecuritySetRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { INGEST_URL, PUBLIC_URL, type IngestUrl, type PublicUrl } from '../../http/public-url.js';
import { AccountRepository } from './account.repository.js';
import { AuditChainService } from './audit-chain.service.js';
import { toAuditEntry } from './audit-entry.message.js';
import { AuditLogService } from './audit-log.service.js';
import { toIdentity } from './identity.message.js';
import { toSecurity } from './security/security.message.js';
import { SecurityService } from './security/security.service.js';

@RpcController(Account)
export class AccountController implements Handlers<typeof Account> {
  constructor(
    private readonly repository: AccountRepository,
    private readonly auditLogs: AuditLogService,
    private readonly auditChains: AuditChainService,
    private readonly security: SecurityService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(INGEST_URL) private readonly ingestUrl: IngestUrl,
  ) {}

  async get(_request: AccountGetRequest, { context }: Call): Promise<MessageInitShape<typeof AccountIdentitySchema>> {
    const organization = requireFound(await this.repository.findOrganization(context.organizationId));
    return toIdentity(context, organization, this.ingestUrl(new URL(this.publicUrl()).host));
  }

  async auditLog(
    request: AccountAuditLogRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof AccountAuditLogResponseSchema>> {
    const { rows, pagination } = await this.auditLogs.list(context, request);
    return { entries: rows.map(toAuditEntry), pagination };
  }

  async auditVerify(
    { afterSequence = 0n }: AccountAuditVerifyRequest,
    { context, signal }: Call,
  ): Promise<MessageInitShape<typeof AccountAuditVerifyResponseSchema>> {
    const { verified, isComplete, fault } = await this.auditChains.verify(context, afterSequence, signal);
    return {
      valid: fault === undefined,
      complete: isComplete,
      verifiedSequence: verified.sequence,
      verifiedHash: Buffer.from(verified.hash).toString('hex'),
      ...(fault && { firstFault: fault }),
    };
  }

  async securityGet(
    _request: AccountSecurityGetRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof AccountSecuritySchema>> {
    const organization = requireFound(await this.repository.findOrganization(context.organizationId));
    return toSecurity(organization);
  }

  async securitySet(
    request: AccountSecuritySetRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof AccountSecuritySchema>> {
    return toSecurity(await this.security.set(context, request));
  }
}
