import { setImmediate as nextTurn } from 'node:timers/promises';
import { configFromEnvironment } from '@svc/config';
import { runService, type ServiceTools } from '@svc/observability';
import { ConfigFileError } from '@svc/profile';
import { localUrls } from './local-urls.js';
import { writeProfile } from './profile.js';
import { STANDALONE_SETTINGS } from './standalone.settings.js';
import { startFailure } from './start-failure.js';
import { openStateDirectory, type StateDirectory } from './state-directory.js';
import { startEmbeddedStores } from './stores.js';
import { welcome, type FirstStart } from './welcome.js';

const config = configFromEnvironment(STANDALONE_SETTINGS);

runService('standalone', config, start, (cause) => {
  const explanation = startFailure(cause, config);
  process.stderr.write(`\n${explanation ?? `The service cannot start. ${(cause as Error).message}`}\n`);
  return explanation !== undefined;
});

async function start(tools: ServiceTools): Promise<{ stop(): Promise<void> }> {
  const state = await openStateDirectory(config.SVC_STATE_DIR);
  const starting = startEmbeddedStores(state.path, {
    logger: tools.logger,
    maxRecordBytes: config.SVC_INGEST_MAX_BODY_BYTES,
    maxLogBytes: config.SVC_EVENT_LOG_MAX_BYTES,
    keepLogBytes: config.SVC_EVENT_LOG_KEEP_BYTES,
    replacedPartsSeconds: config.SVC_REPLACED_PARTS_SECONDS,
  });
  // Prevents an unhandled rejection: the failure is reported where the promise is awaited below.
  starting.catch(() => undefined);
  // The stores are separate processes. Loading the services holds the event loop for half a second, so the processes are started first.
  await nextTurn();
  const loading = import('./standalone.module.js');
  loading.catch(() => undefined);
  const stores = await starting;
  try {
    const { startServices } = await loading;
    const services = await startServices(config, state, stores, tools);
    const first = await introduce(state, services.projectId);
    process.stdout.write(`${welcome(config, first, services)}\n`);
    if (state.secrets.firstKey !== undefined) await state.forgetFirstKey();
    return {
      async stop() {
        await services.stop();
        await stores.stop();
      },
    };
  } catch (error) {
    await stores.stop();
    throw error;
  }
}

/** Writes a profile with the key of the owner for the command-line client at the first successful start. */
async function introduce({ secrets }: StateDirectory, projectId: string): Promise<FirstStart | undefined> {
  const { firstKey } = secrets;
  if (firstKey === undefined) return undefined;
  const { rest, otlp } = localUrls(config);
  const given = config.SVC_BOOTSTRAP_API_KEY;
  const profile = {
    api_url: `${rest}/api/v1`,
    ingest_url: otlp,
    api_key: given ?? firstKey,
    project: projectId,
  };
  const saved = await writeProfile(profile, config.SVC_CONFIG_DIR).catch(toProfileFailure);
  return { profile: saved, secret: given === undefined ? firstKey : undefined };
}

/** A user without a home directory has no profile, but the service can run. */
function toProfileFailure(error: unknown): ConfigFileError {
  if (error instanceof ConfigFileError) return error;
  throw error;
}
