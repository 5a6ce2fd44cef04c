import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import { isId, type Relational, type User } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Null as the time zone clears it. */
export interface ProfileChange {
  readonly name: string | undefined;
  readonly timeZone: string | null | undefined;
  readonly preferences: JsonObject | undefined;
}

@Injectable()
export class UsersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async find(id: string): Promise<User | null> {
    return isId(id) ? this.relational.client.user.findUnique({ where: { id } }) : null;
  }

  /** Changes what is given; undefined stays. */
  update(id: string, { name, timeZone, preferences }: ProfileChange): Promise<User> {
    return this.relational.client.user.update({
      where: { id },
      data: { name, timeZone, ...(preferences && { preferences }) },
    });
  }

  /** Finds a user by an address in the form of normalizeEmail. */
  findByEmail(email: string): Promise<User | null> {
    return this.relational.client.user.findUnique({ where: { email } });
  }
}
