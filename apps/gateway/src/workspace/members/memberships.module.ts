import { Module } from '@nestjs/common';
import { MembershipsRepository } from './memberships.repository.js';

/** Who belongs to which organization, for the domains that act on it. */
@Module({ providers: [MembershipsRepository], exports: [MembershipsRepository] })
export class MembershipsModule {}
