import { Module } from '@nestjs/common';
import { OidcLoginService } from './oidc-login.service.js';

@Module({ providers: [OidcLoginService], exports: [OidcLoginService] })
export class OidcModule {}
