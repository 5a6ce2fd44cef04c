import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { SecondFactorService } from './second-factor.service.js';

/** Second factors of users, for their own account and for signing in. */
@Module({
  imports: [UsersModule],
  providers: [SecondFactorRepository, SecondFactorService],
  exports: [SecondFactorService],
})
export class SecondFactorModule {}
