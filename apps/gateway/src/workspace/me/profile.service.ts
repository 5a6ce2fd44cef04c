import { Injectable } from '@nestjs/common';
import type { CallContext, JsonObject, MeUpdateRequest } from '@svc/contract';
import type { User } from '@svc/relational';
import { invalidField, requireTimeZone } from '@svc/service-error';
import { UsersRepository } from '../users/users.repository.js';

/** Choices of a person and not content: each request of a client may read them. */
const MAX_PREFERENCES_BYTES = 8_192;

/** Changes of the profile that users make themselves. */
@Injectable()
export class ProfileService {
  constructor(private readonly users: UsersRepository) {}

  /** @throws ServiceError invalid_request for no change, a zone that does not exist, or large preferences. */
  async change({ userId }: CallContext, { name, timeZone, preferences }: MeUpdateRequest): Promise<User> {
    if (name === undefined && timeZone === undefined && preferences === undefined) {
      throw invalidField('name', 'or time_zone or preferences must be present');
    }
    checkPreferences(preferences);
    return this.users.update(userId, {
      name,
      timeZone: timeZone === '' ? null : timeZone && requireTimeZone(timeZone),
      preferences,
    });
  }
}

function checkPreferences(preferences: JsonObject = {}): void {
  if (Buffer.byteLength(JSON.stringify(preferences)) <= MAX_PREFERENCES_BYTES) return;
  throw invalidField('preferences', `must be at most ${MAX_PREFERENCES_BYTES} bytes of JSON`);
}
