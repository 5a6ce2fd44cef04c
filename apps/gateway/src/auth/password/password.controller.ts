import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { receiveFields, requireField } from '../../http/form-body.js';
import { PasswordResetService } from './password-reset.service.js';

/** Replacing a forgotten password, for programs; the pages have forms of their own. */
@Controller('api/v1/auth/password')
export class PasswordController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post('forgot')
  async forgot(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const fields = await receiveFields(request, { forms: false });
    await this.resets.request(requireField(fields, 'email'), toAuditSource('auth.password_forgot', request));
    void reply.code(204).send();
  }

  @Post('reset')
  async reset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const fields = await receiveFields(request, { forms: false });
    const [token, password] = [requireField(fields, 'token'), requireField(fields, 'password')];
    await this.resets.reset(token, password, toAuditSource('auth.password_reset', request));
    void reply.code(204).send();
  }
}
