import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { MemberSchema } from '@svc/contract';
import type { Member } from './memberships.repository.js';

export function toMember({ userId, role, createdAt, user }: Member): MessageInitShape<typeof MemberSchema> {
  return { userId, email: user.email, name: user.name, role, createdAt: timestampFromDate(createdAt) };
}
