import { Injectable } from '@nestjs/common';
import type { Prisma, Transaction } from '@svc/relational';

export type SubjectKind = 'incident' | 'alert';
/** Subject of an escalation. */
export type SubjectName = `${SubjectKind}/${string}`;

/** A step of an escalation, for the history of its subject. */
export interface EscalationEntry {
  readonly kind:
    | 'escalation_started'
    | 'escalation_level_notified'
    | 'escalation_no_one_oncall'
    | 'escalation_exhausted'
    | 'escalation_stopped'
    | 'notification_failed';
  readonly data: Prisma.InputJsonObject;
}

export interface SubjectMoment {
  readonly projectId: string;
  /** ID of the incident or the alert. */
  readonly id: string;
  readonly at: Date;
}

/**
 * Interface of the domain that owns the subjects of escalations. Both methods lock the row of the subject until the end
 * of the transaction.
 */
export interface EscalationSubject {
  /**
   * Records what the escalation did where responders read it.
   * @returns false if there is no such subject any more.
   */
  entry(tx: Transaction, moment: SubjectMoment, entry: EscalationEntry): Promise<boolean>;
  /**
   * Opens an acknowledged subject again because its acknowledgement has timed out.
   * @returns false if the subject is not acknowledged.
   */
  reopen(tx: Transaction, moment: SubjectMoment): Promise<boolean>;
}

/** The kinds of subjects, which their domains register when they are constructed. */
@Injectable()
export class EscalationSubjects {
  readonly #subjects = new Map<string, EscalationSubject>();

  register(kind: SubjectKind, subject: EscalationSubject): void {
    this.#subjects.set(kind, subject);
  }

  /** @throws Error for a kind that is not registered. */
  resolve(name: string): { readonly id: string; readonly subject: EscalationSubject } {
    const [kind = '', id = ''] = name.split('/', 2);
    const subject = this.#subjects.get(kind);
    if (!subject) throw new Error('no domain has registered the subject of an escalation');
    return { id, subject };
  }
}
