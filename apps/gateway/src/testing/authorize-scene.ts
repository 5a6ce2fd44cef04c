import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type {
  ConnectionAuthorizationsCompleteResponseSchema,
  ConnectionAuthorizationsConfirmResponseSchema,
  ConnectionAuthorizationsGetResponseSchema,
} from '@svc/contract';
import { eventually } from '@svc/testing';
import type { Browser } from './browser.js';
import { GatewayUnderTest, type Answer } from './gateway.js';

export const STATE = 'a-state-of-43-characters-as-they-are-issued';
export const PAGE = `/connections/authorize?state=${STATE}`;
/** Origin of the page of the provider. */
export const PROVIDER = 'http://provider.example:8443';
export const PROVIDER_URL = `${PROVIDER}/authorize?state=${STATE}&client_id=the-client`;

const SERVICE = 'rpc svc.internal.v1.ConnectionAuthorizations';

/** A gateway in front of an integrations service that has one authorization. */
export class AuthorizeScene {
  /** The authorization as the user may see it. */
  shown: MessageInitShape<typeof ConnectionAuthorizationsGetResponseSchema> = {};
  /** The result of a confirmation or a cancellation. */
  decided: MessageInitShape<typeof ConnectionAuthorizationsConfirmResponseSchema> = {};
  completed: MessageInitShape<typeof ConnectionAuthorizationsCompleteResponseSchema> = {};

  private constructor(readonly gateway: GatewayUnderTest) {
    gateway.recorder.answer = ({ operation }) => {
      if (operation === `${SERVICE}.Get`) return this.shown;
      if (operation === `${SERVICE}.Confirm`) return this.decided;
      if (operation === `${SERVICE}.Cancel`) return { result: this.decided.result ?? '' };
      return operation === `${SERVICE}.Complete` ? this.completed : undefined;
    };
  }

  static async start(): Promise<AuthorizeScene> {
    const scene = new AuthorizeScene(await GatewayUnderTest.start());
    await scene.reset();
    return scene;
  }

  stop(): Promise<void> {
    return this.gateway.stop();
  }

  /** An authorization of the project that a new key has started, about which nothing was asked yet. */
  async reset(): Promise<void> {
    const { projectId, stores } = this.gateway.workspace;
    const { id: startedByCredentialId } = await this.gateway.newKey();
    const expiresAt = timestampFromMs(stores.clock() + 9 * 60_000);
    const connection = { connectionId: randomUUID(), provider: 'github', displayName: 'Issues of the shop' };
    this.shown = { projectId, ...connection, startedByCredentialId, expiresAt, providerOrigin: PROVIDER };
    this.decided = { providerUrl: PROVIDER_URL };
    this.completed = {};
    this.gateway.recorder.arrivals.length = 0;
  }

  /** The requests that reached the integrations service. */
  arrivals(rpc: 'Get' | 'Confirm' | 'Cancel' | 'Complete') {
    return this.gateway.recorder.arrivals
      .filter(({ operation }) => operation === `${SERVICE}.${rpc}`)
      .map(({ request }) => request as Readonly<Record<string, string>>);
  }

  /** Presses a button of the page. */
  decide(
    browser: Browser,
    decision: string,
    csrf_token = browser.csrfToken,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return browser.submit('/connections/authorize', { state: STATE, csrf_token, decision }, headers);
  }

  async sessionId(userId: string): Promise<string> {
    const { session } = this.gateway.workspace.relational.client;
    return (await session.findFirstOrThrow({ where: { membership: { userId } } })).id;
  }

  /** The entry of the audit log about an act of a user. */
  audited(principalId: string, operation: string) {
    const { auditEntry } = this.gateway.workspace.relational.client;
    return eventually('an entry of the audit log', async () => {
      const entry = await auditEntry.findFirst({ where: { principalId, operation }, include: { outcome: true } });
      if (!entry?.outcome) return undefined;
      const { projectId, target, outcome } = entry;
      return { projectId, target, status: outcome.status, error: outcome.error };
    });
  }
}
