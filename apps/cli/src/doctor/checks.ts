import { noCredential, type Api } from '../http/api.js';
import { EXIT } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import type { Settings } from '../session/settings.js';
import { checkAuthentication, checkProject, reachApi } from './api-checks.js';
import { skipped, type Check } from './check.js';
import { checkClock } from './clock-check.js';
import { addReceipts, reachIngestion } from './ingestion-check.js';
import { checkMcp } from './mcp-check.js';

/** Runs all six checks and returns them in a fixed order. No check writes anything. */
export async function runChecks(settings: Settings, api: Api, io: Io): Promise<readonly Check[]> {
  const [{ check: reachable, clock }, reached] = await Promise.all([
    reachApi(settings, io),
    reachIngestion(settings, io),
  ]);
  const authentication = reachable.status === 'ok' ? await checkAuthentication(api) : skipped('authentication');
  const isKnown = authentication.status === 'ok';
  const [project, mcp] = await Promise.all([
    isKnown ? checkProject(api, settings) : skipped('project'),
    isKnown ? checkMcp(settings, io) : skipMcp(authentication),
  ]);
  const mayRead = isKnown && project.status !== 'failed' && reached.status === 'ok';
  const ingestion = mayRead ? await addReceipts(reached, { api, project: settings.project }) : reached;
  return [reachable, authentication, project, ingestion, mcp, clock ? await checkClock(clock) : skipped('clock')];
}

function skipMcp({ exitCode }: Check): Check {
  return exitCode === EXIT.unauthenticated ? skipped('mcp', noCredential().message) : skipped('mcp');
}
