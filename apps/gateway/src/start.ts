import type { AddressInfo } from 'node:net';
import type { PubSub } from '@svc/cache';
import { Erasure } from '@svc/contract';
import type { KeyRing } from '@svc/encryption';
import type { HealthRegistry, Logger, Metrics } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { createRpcClient, startRpcServer } from '@svc/rpc';
import type { Clock, RateLimiters } from '@svc/service';
import { AuditTrail } from './audit/audit-trail.js';
import { Admission } from './edge/admission.js';
import { registerDocs } from './edge/docs-routes.js';
import { withFlags } from './edge/flag-operations.js';
import { registerHealth } from './edge/health-routes.js';
import type { StreamOptions } from './edge/event-stream.js';
import { createHttpApp, type HttpApp } from './edge/http-app.js';
import { registerOtherMethods } from './edge/method-routes.js';
import { createOperationClients, type Addresses } from './edge/operation-clients.js';
import { registerOfrep } from './edge/ofrep-routes.js';
import { registerOperations } from './edge/operation-routes.js';
import { ownAddress } from './edge/own-address.js';
import { registerPeople } from './edge/people-routes.js';
import type { RateLimits } from './edge/rate-limit.js';
import { startFlagEvaluation } from './flags/flag-evaluation.js';
import type { MailOptions } from './mail/mailer.js';
import type { OidcOptions } from './oidc/provider.js';
import { resealSecrets } from './configuration/reseal-secrets.js';
import { startProjectEraser, type ProjectEraser } from './projects/erasure/project-eraser.js';
import type { Stores } from './stores.module.js';
import { WorkspaceModule } from './workspace.module.js';

export interface GatewayOptions {
  /** Migrated, and with a workspace in it (`bootstrapWorkspace`). */
  readonly relational: Relational;
  readonly pubSub: PubSub;
  readonly rateLimiters: RateLimiters;
  /** Where browsers reach the service; where it listens when absent. */
  readonly publicUrl?: string | undefined;
  /** No e-mail is sent when absent. */
  readonly mail?: MailOptions | undefined;
  /** People sign in with passwords only when absent. */
  readonly oidc?: OidcOptions | undefined;
  /** Signs cursors: at least 16 characters, the same in all processes and after a restart. */
  readonly cursorSecret: string;
  /** Seals secrets before they are stored. */
  readonly keyRing: KeyRing;
  /** No limit when absent. */
  readonly rateLimits?: RateLimits | undefined;
  readonly rpc: {
    /** `unix:<absolute path>` or `host:port` the workspace domain answers on. */
    readonly listen: string;
    /** Needed over TCP. */
    readonly token?: string | undefined;
    /** Where the other apps answer; the gateway's own operations are called at `listen` unless said otherwise. */
    readonly addresses: Addresses;
  };
  readonly http: { readonly host: string; readonly port: number };
  /** The service is put together while what it needs still starts; it listens when this resolves. */
  readonly ready?: Promise<unknown>;
  readonly logger: Logger;
  /** Whose report is /health/ready; the gateway adds `relational`. */
  readonly health: HealthRegistry;
  readonly metrics?: Metrics | undefined;
  /** Limit of one operation. */
  readonly timeoutMs?: number;
  /** Limits of one stream; an hour, and a look at its credential every three seconds. */
  readonly streams?: Partial<Pick<StreamOptions, 'maxDurationMs' | 'checkMs'>>;
  readonly clock?: Clock;
}

export interface RunningGateway {
  /** The port the HTTP interface got. */
  readonly port: number;
  /** Refuses new requests, lets running ones finish, then closes. Safe to call twice. */
  stop(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const HOUR_MS = 3_600_000;
/** With the time of the look itself well below the five seconds that revocation may take. */
const STREAM_CHECK_MS = 3_000;
/** A call waits up to 20 s for what is acknowledged to be stored, then deletes. */
const ERASURE_TIMEOUT_MS = 100_000;
const BACKGROUND_AFTER_MS = 1_000;
/** How long running requests may take to finish at the stop before their connections are cut. */
const DRAIN_MS = 5_000;

/** Starts the workspace domain and the HTTP edge before it. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { relational, pubSub, logger, clock = Date.now, health, rpc, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  // Loaded where mail is sent only: it is as large as all of this service.
  const mailer = options.mail && (await import('./mail/smtp-mailer.js')).createMailer(options.mail);
  let publicUrl = options.publicUrl;
  const stores: Stores = {
    relational,
    pubSub,
    logger,
    clock,
    rateLimiters: options.rateLimiters,
    mailer,
    cursorSecret: options.cursorSecret,
    keyRing: options.keyRing,
    publicUrl: () => publicUrl ?? '',
  };
  health.add('relational', () => relational.check());
  const clients = createOperationClients({
    addresses: { gateway: ownAddress(rpc.listen), ...rpc.addresses },
    token: rpc.token,
    timeoutMs,
  });
  const workspace = await startRpcServer({
    module: WorkspaceModule.with(stores),
    address: rpc.listen,
    token: rpc.token,
    log: logger,
  });
  const flags =
    rpc.addresses.query === undefined
      ? undefined
      : await startFlagEvaluation({
          source: { address: rpc.addresses.query, token: rpc.token, timeoutMs },
          pubSub,
          clock,
          logger,
        });
  let background: Background | undefined;
  const draining = new AbortController();
  const close = async (app?: HttpApp): Promise<void> => {
    await app?.nest.close();
    await background?.stop();
    clients.close();
    await flags?.stop();
    await workspace.stop();
    mailer?.close();
  };
  let app: HttpApp | undefined;
  try {
    app = await createHttpApp(stores, options.rateLimits);
    const { nest, server } = app;
    const seconds = options.metrics?.duration('svc_http_request_seconds', 'Time to answer an operation', [
      'operation',
      'status',
    ]);
    const operations = registerOperations(server, {
      admission: nest.get(Admission),
      audit: new AuditTrail(relational, logger, clock),
      clients: flags ? withFlags(clients, flags) : clients,
      timeoutMs,
      streams: { stopping: draining.signal, maxDurationMs: HOUR_MS, checkMs: STREAM_CHECK_MS, ...options.streams },
      observe: ({ id }, status, duration) => seconds?.observe({ operation: id, status: String(status) }, duration),
    });
    const ofrep = registerOfrep(server, { admission: nest.get(Admission), ofrep: flags?.ofrep });
    registerHealth(server, health);
    await registerDocs(server);
    const people = await registerPeople(server, nest, { publicUrl: stores.publicUrl, oidc: options.oidc });
    registerOtherMethods(server, new Map([...operations, ...ofrep, ...people]));
    await options.ready;
    await nest.listen(options.http.port, options.http.host);
    publicUrl ??= localUrl(options.http.host, portOf(app));
    background = startBackground(options, clock);
  } catch (error) {
    await close(app);
    throw error;
  }
  const started = app;
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    started.drain();
    draining.abort();
    const cut = setTimeout(() => started.server.server.closeAllConnections(), DRAIN_MS);
    await close(started).finally(() => clearTimeout(cut));
  };
  return {
    port: portOf(started),
    stop: () => (stopping ??= stop()),
  };
}

interface Background {
  stop(): Promise<void>;
}

/** What nobody waits for begins a little after requests are served: it loads what makes the first ones wait. */
function startBackground(options: GatewayOptions, clock: Clock): Background {
  let begun: Background | undefined;
  const timer = setTimeout(() => (begun = beginBackground(options, clock)), BACKGROUND_AFTER_MS);
  return {
    async stop() {
      clearTimeout(timer);
      await begun?.stop();
    },
  };
}

function beginBackground(options: GatewayOptions, clock: Clock): Background {
  const { relational, keyRing, logger } = options;
  const eraser = startEraser(options, clock);
  const resealing = resealSecrets(relational, keyRing, logger).catch((cause: unknown) => {
    logger.warn({ err: cause }, 'secrets are sealed again at the next start');
  });
  return {
    async stop() {
      await eraser?.stop();
      await resealing;
    },
  };
}

/** Needs the owner of telemetry; a gateway that knows none has nothing to erase. */
function startEraser({ relational, logger, rpc }: GatewayOptions, clock: Clock): ProjectEraser | undefined {
  const address = rpc.addresses.query;
  if (address === undefined) return undefined;
  const client = createRpcClient(Erasure, { address, token: rpc.token, timeoutMs: ERASURE_TIMEOUT_MS });
  const eraser = startProjectEraser({
    relational,
    logger,
    clock,
    eraseTelemetry: async (projectNumber, signal) => {
      const { complete } = await client.eraseProject({ projectNumber }, { signal });
      return complete;
    },
  });
  return {
    stop: async () => {
      await eraser.stop();
      client.close();
    },
  };
}

function portOf({ server }: HttpApp): number {
  return (server.server.address() as AddressInfo).port;
}

/** An address that a browser on this machine can open, also when the service listens on all of them. */
function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
