import { homedir } from 'node:os';
import path from 'node:path';
export const CACHE =
  process.env.SVC_CACHE_DIR ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'svc');
