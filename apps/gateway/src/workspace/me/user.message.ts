import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JsonObject, UserSchema } from '@svc/contract';
import type { User } from '@svc/relational';

/** @param role that the credential of the request has. */
export function toUser(user: User, role: string): MessageInitShape<typeof UserSchema> {
  return {
    id: user.id,
    type: 'user',
    name: user.name,
    email: user.email,
    role,
    ...(user.timeZone !== null && { timeZone: user.timeZone }),
    preferences: user.preferences as JsonObject,
  };
}
