import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { writeProfile } from './profile.js';
import { STANDALONE_SETTINGS } from './settings.js';
import type { BootstrapResult } from './services.js';
import { openStateDirectory } from './state-directory.js';
import { startEmbeddedStores } from './stores.js';
import { welcome, type FirstStart } from './welcome.js';

const config = configFromEnvironment(STANDALONE_SETTINGS);

runService('standalone', config, async (tools) => {
  const state = await openStateDirectory(config.SVC_STATE_DIR);
  // The stores are processes of their own; while they start, this one loads the services, half a second of work.
  const loading = import('./services.js');
  const stores = await startEmbeddedStores(state.path, {
    logger: tools.logger,
    maxRecordBytes: config.SVC_INGEST_MAX_BODY_BYTES,
    maxLogBytes: config.SVC_EVENT_LOG_MAX_BYTES,
  });
  try {
    const { bootstrap, startServices } = await loading;
    const workspace = bootstrap(config, stores.relational);
    const services = await startServices(config, state, stores, workspace, tools);
    process.stdout.write(`${welcome(config, await firstStart(await workspace))}\n`);
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
});

/** Gives the command-line client a profile at the first start, the only time the key is known here. */
async function firstStart({ created, projectId, secret }: BootstrapResult): Promise<FirstStart | undefined> {
  const apiKey = secret ?? config.SVC_BOOTSTRAP_API_KEY;
  if (!created || apiKey === undefined) return undefined;
  const profile = await writeProfile(
    {
      api_url: `http://${config.SVC_HTTP_HOST}:${config.SVC_HTTP_PORT}/api/v1`,
      ingest_url: `http://${config.SVC_INGEST_HOST}:${config.SVC_INGEST_PORT}`,
      api_key: apiKey,
      project: projectId,
    },
    config.SVC_CONFIG_DIR,
  );
  return { profile, secret };
}
