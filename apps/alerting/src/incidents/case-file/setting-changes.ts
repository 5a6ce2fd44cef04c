import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import { changedResource, findChanges, readableSettings, SETTING_OPERATIONS } from '@svc/directory';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { Responder } from '../timeline/responder.js';

/** The scopes without which some changes of settings are not shown. */
export const SETTING_SCOPES: readonly string[] = Object.keys(SETTING_OPERATIONS);

/** Changes of settings, from the audit log: what was changed when and by whom, never a value. */
@Injectable()
export class SettingChanges {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The changes that the responder may see, the earliest first, at most `limit`. */
  async read({ projectId, context, scopes, actor }: Responder, from: Date, to: Date, limit: number) {
    const shown = readableSettings(scopes, actor.type === 'user');
    const operations = shown.flatMap((scope): readonly string[] => SETTING_OPERATIONS[scope]);
    const { changes, isComplete } = await findChanges(this.relational, {
      organizationId: context.organizationId,
      projectId,
      operations,
      from,
      to,
      limit,
    });
    const items = changes.map(({ at, operation, target, madeId, principalId }) => {
      const changed = changedResource({ operation, target, madeId });
      return {
        changedAt: timestampFromDate(new Date(at)),
        operation,
        changedBy: principalId,
        ...(changed !== undefined && { target: changed }),
      };
    });
    return { items, truncated: !isComplete };
  }
}
