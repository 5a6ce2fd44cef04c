export { findContactMethods, findContactValues, type Contact } from './contact-methods.js';
export { findValidKey, type KeyUse, type ValidKey } from './keys.js';
export { findMemberIds, findMemberNames, findMemberRole, selectMemberNames } from './members.js';
export { findProject, findProjects, findProjectsByNumber } from './projects.js';
