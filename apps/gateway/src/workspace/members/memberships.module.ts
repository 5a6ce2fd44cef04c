import { Module } from '@nestjs/common';
import { MembershipsRepository } from './memberships.repository.js';

/** The memberships of organizations, for the domains that act on them. */
@Module({ providers: [MembershipsRepository], exports: [MembershipsRepository] })
export class MembershipsModule {}
