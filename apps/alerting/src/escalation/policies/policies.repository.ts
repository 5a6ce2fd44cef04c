import { Inject, Injectable } from '@nestjs/common';
import {
  type EscalationPolicy,
  insertWithin,
  isId,
  nameContains,
  Prisma,
  projectQuota,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { changeVersioned } from '@svc/service-error';

/** Policies of one project. */
const MAX_POLICIES = 100;
const FOREIGN_KEY_VIOLATION = 'P2003';

/** Content of a policy, as a request sets it. */
export type PolicyContent = Pick<EscalationPolicy, 'name' | 'maxEscalations' | 'ackTimeout' | 'updatedAt'> & {
  readonly levels: Prisma.InputJsonValue;
};

@Injectable()
export class PoliciesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Ordered by name. @param name text that names have to contain; all if it is empty. */
  list(projectId: string, name = ''): Promise<EscalationPolicy[]> {
    return this.relational.client.escalationPolicy.findMany({
      where: { projectId, ...nameContains(name) },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    });
  }

  find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<EscalationPolicy | null> {
    return isId(id) ? tx.escalationPolicy.findFirst({ where: { id, projectId } }) : Promise.resolve(null);
  }

  /** Undefined if one of the schedules was deleted meanwhile. @throws ServiceError quota_exceeded */
  insert(
    owner: Pick<EscalationPolicy, 'projectId' | 'createdBy' | 'createdAt'>,
    content: PolicyContent,
    scheduleIds: readonly string[],
  ): Promise<EscalationPolicy | undefined> {
    const schedules = { create: scheduleIds.map((scheduleId) => ({ scheduleId })) };
    const data = { ...owner, ...content, schedules };
    return ifReferred(
      insertWithin(this.relational, toQuota(owner.projectId), (tx) => tx.escalationPolicy.create({ data })),
    );
  }

  /**
   * Undefined if one of the schedules was deleted meanwhile.
   * @throws ServiceError not_found, version_conflict if the policy was deleted or changed meanwhile.
   */
  replace(
    { id, version }: Pick<EscalationPolicy, 'id' | 'version'>,
    content: PolicyContent,
    scheduleIds: readonly string[],
  ): Promise<EscalationPolicy | undefined> {
    const replaced = this.relational.client.$transaction(async (tx) => {
      const changed = await changeVersioned(
        tx.escalationPolicy
          .updateManyAndReturn({ where: { id, version }, data: { ...content, version: { increment: 1 } } })
          .then(([first]) => first),
        () => tx.escalationPolicy.findUnique({ where: { id } }),
      );
      await tx.escalationPolicySchedule.deleteMany({ where: { policyId: id } });
      await tx.escalationPolicySchedule.createMany({
        data: scheduleIds.map((scheduleId) => ({ policyId: id, scheduleId })),
      });
      return changed;
    });
    return ifReferred(replaced);
  }

  /** False if the policy has another version by now. */
  async delete({ id, version }: Pick<EscalationPolicy, 'id' | 'version'>): Promise<boolean> {
    const { count } = await this.relational.client.escalationPolicy.deleteMany({ where: { id, version } });
    return count > 0;
  }
}

async function ifReferred<Row>(write: PromiseLike<Row>): Promise<Row | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === FOREIGN_KEY_VIOLATION) return undefined;
    throw error;
  }
}

const toQuota = projectQuota('escalation-policies', MAX_POLICIES, (tx) => tx.escalationPolicy);
