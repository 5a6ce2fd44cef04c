import type { Family } from '../command/command.js';
import { ACCOUNTS } from './accounts.js';
import { whoami } from './account.js';
import { APIKEY } from './apikey.js';
import { COHORTS } from './cohorts.js';
import { completion } from './completion.js';
import { docs } from './docs.js';
import { doctor } from './doctor.js';
import { EVENTS } from './events.js';
import { FLAGS } from './flags.js';
import { INVITATIONS } from './invitations.js';
import { login, logout } from './login.js';
import { LOGS } from './logs.js';
import { MEMBERS } from './members.js';
import { METRICS } from './metrics.js';
import { ONCALL } from './oncall.js';
import { PERSONS } from './persons.js';
import { PROJECTS } from './projects.js';
import { SAVED_SEARCHES } from './saved-searches.js';
import { SEARCH } from './search.js';
import { SEGMENTS } from './segments.js';
import { SEND } from './send.js';
import { SETTINGS } from './settings.js';
import { SERVICES } from './services.js';
import { TRACES } from './traces.js';
import { usage } from './usage.js';
import { version } from './version.js';

/** Commands of one word, about the client and its connection. */
const CLIENT: Family = { groups: {}, commands: [login, logout, whoami, doctor, docs, version, completion, usage] };

/** Every command there is: one family for each first word, one file for each family. */
export const CATALOG: readonly Family[] = [
  FLAGS,
  COHORTS,
  LOGS,
  TRACES,
  METRICS,
  SERVICES,
  EVENTS,
  SEND,
  SEARCH,
  SAVED_SEARCHES,
  PERSONS,
  ACCOUNTS,
  SEGMENTS,
  PROJECTS,
  APIKEY,
  SETTINGS,
  MEMBERS,
  INVITATIONS,
  ONCALL,
  CLIENT,
];
