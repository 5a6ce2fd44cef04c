import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { MemberSchema } from '@svc/contract';
import type { Member } from './memberships.repository.js';

export function toMember(member: Member): MessageInitShape<typeof MemberSchema> {
  const { userId, role, version, createdBy, createdAt, updatedAt, user } = member;
  return {
    userId,
    email: user.email,
    name: user.name,
    role,
    version,
    ...(createdBy !== null && { createdBy }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}
