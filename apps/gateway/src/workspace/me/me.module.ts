import { Module } from '@nestjs/common';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { MeController } from './me.controller.js';
import { PasswordService } from './password.service.js';
import { ProfileService } from './profile.service.js';
import { UserSessionsService } from './user-sessions.service.js';

@Module({
  imports: [SecondFactorModule, UsersModule],
  controllers: [MeController],
  providers: [PasswordService, ProfileService, UserSessionsService],
})
export class MeModule {}
