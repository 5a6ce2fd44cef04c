import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EventLog } from '@svc/event-log';
import { ServerCertificate, UNUSABLE_CERTIFICATE, unencryptedWarning } from '@svc/http';
import { exposeHealth, HealthRegistry, type Logger, type Metrics } from '@svc/observability';
import { EVENT_LOG, HEALTH, LOGGER, METRICS } from '@svc/runtime';
import { CaptureReceiver } from '../capture/capture-receiver.js';
import { CAPTURE_LIMITS, captureHttpHandler } from '../capture/http.js';
import { GatewayFlags } from '../flags/gateway-flags.js';
import { flagsHttpHandler } from '../flags/http.js';
import { localFlagsHandler } from '../flags/local-http.js';
import { INGEST_OPTIONS, type IngestOptions } from '../options/ingest-options.js';
import { startOtlpGrpc } from '../otlp/grpc.js';
import { otlpHttpHandler, type OtlpHttpOptions } from '../otlp/http.js';
import { postHogConfigHandler } from '../posthog/config-http.js';
import { Admission } from '../receive/admission.js';
import { GatewayKeys } from '../receive/gateway-keys.js';
import { Receiver } from '../receive/receiver.js';
import { requestMetrics } from '../receive/request-metrics.js';
import { recorderHttpHandler } from '../recorder/http.js';
import { REPLAY_LIMITS, replayHttpHandler } from '../replay/http.js';
import { postHogRecordingHandler } from '../replay/posthog/http.js';
import { PostHogReceiver } from '../replay/posthog/posthog-receiver.js';
import { ReplayReceiver } from '../replay/replay-receiver.js';
import { replayLogsHttpHandler } from '../replay/slices/http.js';
import { SlicesReceiver } from '../replay/slices/slices-receiver.js';
import { wireHttpHandler } from '../translate/http.js';
import { wireMetrics } from '../translate/wire-metrics.js';
import { startIngestHttp } from './http-server.js';
import { WorkerPools } from './worker-pools.js';

/** Milliseconds to wait for running requests when the service stops. */
const GRACE_MS = 3_000;

interface RunningServer {
  /** Asks clients with a connection to connect elsewhere. */
  drain?(): void;
  stop(graceMs: number): Promise<void>;
}

/** The two servers of ingestion: HTTP for OTLP, protocols of other products, event capture and recordings, and OTLP/gRPC. */
@Injectable()
export class IngestServers implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #health: HealthRegistry;
  readonly #running: RunningServer[] = [];

  constructor(
    @Inject(INGEST_OPTIONS) private readonly options: IngestOptions,
    private readonly keys: GatewayKeys,
    private readonly gatewayFlags: GatewayFlags,
    private readonly admission: Admission,
    private readonly receiver: Receiver,
    private readonly captureReceiver: CaptureReceiver,
    private readonly replayReceiver: ReplayReceiver,
    private readonly postHogReceiver: PostHogReceiver,
    private readonly slicesReceiver: SlicesReceiver,
    private readonly pools: WorkerPools,
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(HEALTH) process: HealthRegistry,
  ) {
    this.#health = new HealthRegistry({
      onFailure: (check, cause) => logger.warn({ check, err: cause }, 'ingest health check failed'),
    });
    this.#health.add('event_log', () => eventLog.check());
    exposeHealth(metrics, this.#health);
    process.draining.addEventListener('abort', () => this.#leave(), { once: true });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { host, httpPort, grpcPort, maxBodyBytes, certificateFiles, connections } = this.options;
    const { admission, logger } = this;
    const keys = this.keys.directory;
    const measure = requestMetrics(this.metrics);
    const otlp: OtlpHttpOptions = {
      keys,
      receiver: this.receiver,
      admission,
      maxBodyBytes,
      logger,
      measure,
    };
    const capture = captureHttpHandler({
      keys,
      receiver: this.captureReceiver,
      admission,
      findBodyKey: this.pools.capture.findBodyKey,
      maxBodyBytes: Math.min(CAPTURE_LIMITS.sentBytes, maxBodyBytes),
      logger,
      measure: () => measure('events'),
    });
    const onFailure = (cause: unknown): void => logger.warn({ err: cause }, UNUSABLE_CERTIFICATE);
    const certificate = certificateFiles && new ServerCertificate(certificateFiles, { onFailure });
    const { findBodyKey } = this.pools.capture;
    const hasObjects = this.options.stores.objects !== undefined;
    const flags = flagsHttpHandler({ keys, admission, findBodyKey, hasObjects, logger, flags: this.gatewayFlags });
    const localFlags = localFlagsHandler({ keys, flags: this.gatewayFlags, logger });
    const replay = replayHttpHandler({
      keys,
      receiver: this.replayReceiver,
      admission,
      maxBodyBytes: Math.min(REPLAY_LIMITS.sentBytes, maxBodyBytes),
      logger,
      measure: () => measure('replay'),
    });
    const replayLogs = replayLogsHttpHandler({
      keys,
      receiver: this.slicesReceiver,
      admission,
      maxBodyBytes: Math.min(REPLAY_LIMITS.sentBytes, maxBodyBytes),
      logger,
      measure: () => measure('replay'),
    });
    const recorder = recorderHttpHandler(logger);
    const postHogConfig = postHogConfigHandler({ keys, hasObjects, logger });
    const postHogRecording = postHogRecordingHandler({
      keys,
      receiver: this.postHogReceiver,
      admission,
      findBodyKey,
      maxBodyBytes: Math.min(REPLAY_LIMITS.sentBytes, maxBodyBytes),
      maxExpandedBytes: Math.min(REPLAY_LIMITS.expandedBytes, maxBodyBytes),
      logger,
      measure: () => measure('replay'),
    });
    const ofPostHog = { localFlags, postHogConfig, postHogRecording };
    const handlers = {
      otlp: otlpHttpHandler(otlp),
      translated: wireHttpHandler({ ...otlp, measureWire: wireMetrics(this.metrics) }),
      capture,
      flags,
      replay,
      replayLogs,
      recorder,
      ...ofPostHog,
      health: this.#health,
    };
    const warning = unencryptedWarning('ingestion', { host, isEncrypted: certificate !== undefined });
    if (warning !== undefined) logger.warn(warning);
    const listen = { host, certificate, connections };
    this.#running.push(await startIngestHttp({ ...listen, port: httpPort }, handlers));
    this.#running.push(await startOtlpGrpc({ ...listen, port: grpcPort }, otlp));
  }

  /** Sends clients elsewhere; requests that still arrive are served. */
  #leave(): void {
    this.#health.drain();
    for (const server of this.#running) server.drain?.();
  }

  async onModuleDestroy(): Promise<void> {
    this.#leave();
    await Promise.all(this.#running.map((server) => server.stop(GRACE_MS)));
  }
}
