export { findChanges, findLatestChanges, type RecordedChange } from './audit-entries.js';
export {
  changedResource,
  FLAG_OPERATIONS,
  readableSettings,
  SETTING_OPERATIONS,
  type SettingScope,
} from './setting-operations.js';
export { findChannels, findChannelTypes, findOrganizationChannelTypes, hasSubscriber } from './channels.js';
export {
  describeUnreachable,
  findContactMethods,
  findContactValues,
  isUsableContact,
  whyUnreachable,
  type Contact,
  type Unreachable,
} from './contact-methods.js';
export { findIssueIncidents, type IssueIncident } from './issue-incidents.js';
export { findCanonicalIssue, findCanonicalIssues, findIssue, findTickets } from './issues.js';
export { findValidKey, type KeyUse, type ValidKey } from './keys.js';
export {
  findMemberIds,
  findMemberNames,
  findMemberRole,
  findMembersBy,
  selectMemberNames,
  type FoundMember,
} from './members.js';
export { findProject, findProjects, findProjectsByNumber, holdProject } from './projects.js';
export { findReplaySettings } from './replay-settings.js';
export { getRetentionDays, longestRetention, retentionBySignal, type Signal } from './retention.js';
export { findIncidentIds, findIssueIds } from './short-names.js';
export { findAlert, findAlerts, findAnomalies, findIncident, type FoundAlert } from './subjects.js';
export { findVerifiedAddresses, type ProjectAddress } from './verified-addresses.js';
