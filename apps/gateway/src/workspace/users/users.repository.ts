import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational, type User } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

@Injectable()
export class UsersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async find(id: string): Promise<User | null> {
    return isId(id) ? this.relational.client.user.findUnique({ where: { id } }) : null;
  }

  /** Finds a user by an address in the form of normalizeEmail. */
  findByEmail(email: string): Promise<User | null> {
    return this.relational.client.user.findUnique({ where: { email } });
  }
}
