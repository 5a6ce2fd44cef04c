export { findChanges, type RecordedChange } from './audit-entries.js';
export { findChannels } from './channels.js';
export { findContactMethods, findContactValues, type Contact } from './contact-methods.js';
export { findIssue, findTickets } from './issues.js';
export { findValidKey, type KeyUse, type ValidKey } from './keys.js';
export { findMemberIds, findMemberNames, findMemberRole, selectMemberNames } from './members.js';
export { findProject, findProjects, findProjectsByNumber } from './projects.js';
export { findIncidentIds, findIssueIds } from './short-names.js';
