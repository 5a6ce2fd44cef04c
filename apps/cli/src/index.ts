/** What tests and tools of the repository read; the program itself is main.ts, bundled into dist/svc.js. */
export { CATALOG } from './commands/index.js';
export { manifestOf, type Manifest } from './manifest/manifest.js';
export { profilePath, readProfiles, updateProfile, type Profile, type Profiles } from './profile/profile-file.js';
