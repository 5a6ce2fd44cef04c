import { Module } from '@nestjs/common';
import { MembershipsModule } from '../members/memberships.module.js';
import { UsersModule } from '../users/users.module.js';
import { LoginService } from './login.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [MembershipsModule, UsersModule],
  providers: [LoginService, SessionsRepository, SessionsService],
  exports: [LoginService, SessionsService, MembershipsModule, UsersModule],
})
export class SessionsModule {}
