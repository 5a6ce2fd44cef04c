import { writeProfile } from './profile.js';
import { configFromEnvironment } from '@svc/config';
import { bootstrapWorkspace } from '@svc/gateway';
import { runService } from '@svc/observability';
import { startServices } from './services.js';
import { STANDALONE_SETTINGS } from './settings.js';
import { openStateDirectory } from './state-directory.js';
import { startEmbeddedStores } from './stores.js';
import { welcome, type FirstStart } from './welcome.js';

const config = configFromEnvironment(STANDALONE_SETTINGS);

runService('standalone', config, async (tools) => {
  const state = await openStateDirectory(config.SVC_STATE_DIR);
  const stores = await startEmbeddedStores(state.path, {
    logger: tools.logger,
    maxRecordBytes: config.SVC_INGEST_MAX_BODY_BYTES,
  });
  try {
    const workspace = await bootstrapWorkspace(stores.relational, {
      apiKey: config.SVC_BOOTSTRAP_API_KEY,
      projectSlug: config.SVC_BOOTSTRAP_PROJECT,
      organizationName: config.SVC_BOOTSTRAP_ORGANIZATION,
    });
    const services = await startServices(config, state, stores, tools);
    let first: FirstStart | undefined;
    const apiKey = workspace.secret ?? config.SVC_BOOTSTRAP_API_KEY;
    if (workspace.created && apiKey !== undefined) {
      const profile = await writeProfile(
        {
          api_url: `http://${config.SVC_HTTP_HOST}:${config.SVC_HTTP_PORT}/api/v1`,
          ingest_url: `http://${config.SVC_INGEST_HOST}:${config.SVC_INGEST_PORT}`,
          api_key: apiKey,
          project: workspace.projectId,
        },
        config.SVC_CONFIG_DIR,
      );
      first = { profile, secret: workspace.secret };
    }
    process.stdout.write(`${welcome(config, first)}\n`);
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
