import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { Type } from '@nestjs/common';
import { OWNER_KEY_SCOPES, generateApiKey, scopesWithin, type Role, type Scope } from '@svc/auth';
import { HealthRegistry, type Logger } from '@svc/observability';
import type { TemporaryDatabase } from '@svc/relational/testing';
import type { RpcServer } from '@svc/rpc';
import { GatewayModule, type GatewayOptions } from '../gateway.module.js';
import { startHttpApplication, type RunningHttpApplication } from '../http/http-application.js';
import { hash } from '../workspace/users/argon2id.js';
import { Recorder, startRecordingQuery } from './recording-query.js';
import { addForeignProject, startWorkspace, type WorkspaceUnderTest } from './workspace.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: { error?: string; message?: string; details?: { path: string; reason: string }[] } & Record<
    string,
    unknown
  >;
}

export interface Sent {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A string is sent as it is, anything else as JSON; both as application/json unless the headers say otherwise. */
  readonly body?: unknown;
}

interface KeyChanges {
  readonly scopes?: readonly string[];
  readonly projectId?: string;
  readonly membershipId?: string;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** The least work that Argon2id allows, because the passwords of test members protect nothing. */
const LEAST_WORK = { memory: 8, passes: 1, parallelism: 1 } as const;

/** A gateway on a free port, with real stores and one server that records the calls to the other services. */
export class GatewayUnderTest {
  readonly recorder = new Recorder();
  health = new HealthRegistry({ cacheMs: 0 });
  foreign = { organizationId: '', projectId: '' };
  siblingId = '';

  private constructor(
    readonly workspace: WorkspaceUnderTest,
    private readonly queryAddress: string,
    private query: RpcServer,
    readonly gateway: RunningHttpApplication,
  ) {}

  static async start(
    changes: Partial<GatewayOptions> = {},
    logger?: Logger,
    database?: TemporaryDatabase,
    controllers: readonly Type[] = [],
  ): Promise<GatewayUnderTest> {
    const workspace = await startWorkspace(database);
    const queryAddress = `unix:${path.join(workspace.directory, 'query.sock')}`;
    const recorder = new Recorder();
    const query = await startRecordingQuery(queryAddress, recorder);
    const http = changes.http ?? { host: '127.0.0.1', port: 0 };
    const rpc = { listen: `unix:${path.join(workspace.directory, 'gateway.sock')}` };
    const stores = { ...workspace.stores, ...(logger && { logger }) };
    const { health } = stores;
    const names = ['query', 'alerting', 'exports', 'integrations'] as const;
    const others = Object.fromEntries(names.map((name) => [name, queryAddress]));
    const addresses = { gateway: rpc.listen, ...others };
    const module = { ...GatewayModule.root({ http, addresses, ...changes }, stores), controllers: [...controllers] };
    const gateway = await startHttpApplication(module, {
      http,
      rpc,
      logger: stores.logger,
    });
    const started = Object.assign(new GatewayUnderTest(workspace, queryAddress, query, gateway), { recorder, health });
    started.foreign = await addForeignProject(workspace.relational);
    const { organizationId } = workspace;
    const data = { organizationId, slug: 'sibling', name: 'Sibling' };
    started.siblingId = (await workspace.relational.client.project.create({ data })).id;
    return started;
  }

  /** Creates a key directly in the store; organization-level unless a project is given. */
  async newKey(changes: KeyChanges = {}) {
    const { scopes = [...OWNER_KEY_SCOPES], projectId = null, membershipId = null } = changes;
    const { expiresAt = null, revokedAt = null } = changes;
    const { secret, prefix, sha256 } = generateApiKey(projectId === null ? 'org' : 'project');
    const row = await this.workspace.relational.client.apiKey.create({
      data: {
        organizationId: this.workspace.organizationId,
        projectId,
        name: 'key under test',
        prefix,
        secretSha256: sha256,
        scopes: [...scopes] as Scope[],
        role: 'ROLE_OWNER',
        createdBy: 'test',
        membershipId,
        expiresAt,
        revokedAt,
      },
    });
    return { secret, id: row.id };
  }

  /** Creates a member directly in the store, with a key that acts for the member. */
  async newMember(role: Role, organizationId = this.workspace.organizationId, password?: string) {
    const { client } = this.workspace.relational;
    const email = `${randomUUID()}@example.com`;
    const passwordHash = password === undefined ? null : await hash(password.normalize('NFKC'), LEAST_WORK);
    const user = await client.user.create({ data: { email, name: `A ${role}`, passwordHash } });
    const membership = await client.membership.create({ data: { organizationId, userId: user.id, role } });
    const { secret } = await this.newKey({
      membershipId: membership.id,
      scopes: scopesWithin(role, [...OWNER_KEY_SCOPES]),
    });
    return { userId: user.id, membershipId: membership.id, email, key: secret };
  }

  /** Creates an access token of a new member who is signed in: API keys cannot have some scopes. */
  async newAccessToken(role: Role): Promise<string> {
    const { membershipId } = await this.newMember(role);
    const { secret, sha256 } = generateApiKey('access');
    const expiresAt = new Date(this.workspace.stores.clock() + 3_600_000);
    await this.workspace.relational.client.session.create({
      data: { membershipId, expiresAt, kind: 'client', tokens: { create: [{ sha256, kind: 'access', expiresAt }] } },
    });
    return secret;
  }

  send(target: string, { method = 'GET', key, headers = {}, body }: Sent = {}): Promise<Answer> {
    const payload =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: this.gateway.port,
          path: target,
          method,
          headers: {
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
            ...(key !== undefined && { 'x-svc-api-key': key }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
          });
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  }

  stopQuery(): Promise<void> {
    return this.query.stop();
  }

  async startQuery(): Promise<void> {
    this.query = await startRecordingQuery(this.queryAddress, this.recorder);
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.query.stop();
    await this.workspace.stop();
  }
}

function parse(text: string): Answer['json'] {
  try {
    return JSON.parse(text) as Answer['json'];
  } catch {
    return {};
  }
}
