import { ServiceError, unavailable } from '@svc/errors';
import type { Admin } from 'kafkajs';

/** One admin connection, opened on first use and reopened after a failure. */
export class AdminSource {
  private current: Promise<Admin> | undefined;

  constructor(private readonly create: () => Admin) {}

  /** Reports every failure as `unavailable`, except our own ServiceErrors. */
  async use<T>(action: (admin: Admin) => Promise<T>): Promise<T> {
    const current = (this.current ??= this.connect());
    try {
      return await action(await current);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (this.current === current) this.current = undefined;
      void current.then((admin) => admin.disconnect()).catch(() => undefined);
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    const admin = await this.current?.catch(() => undefined);
    await admin?.disconnect().catch(() => undefined);
  }

  private async connect(): Promise<Admin> {
    const admin = this.create();
    await admin.connect();
    return admin;
  }
}
