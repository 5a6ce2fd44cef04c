import { Module } from '@nestjs/common';
import { PasswordProof } from './password-proof.js';
import { SignInAddressesRepository } from './sign-in-addresses.repository.js';
import { SignInLimits } from './sign-in-limits.js';
import { UsersRepository } from './users.repository.js';

@Module({
  providers: [PasswordProof, SignInAddressesRepository, SignInLimits, UsersRepository],
  exports: [PasswordProof, SignInLimits, UsersRepository],
})
export class UsersModule {}
