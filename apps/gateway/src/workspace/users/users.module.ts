import { Module } from '@nestjs/common';
import { SignInAddressesRepository } from './sign-in-addresses.repository.js';
import { SignInLimits } from './sign-in-limits.js';
import { UsersRepository } from './users.repository.js';

@Module({
  providers: [SignInAddressesRepository, SignInLimits, UsersRepository],
  exports: [SignInLimits, UsersRepository],
})
export class UsersModule {}
