export { ConfigFileError, readJsonFile, replaceJsonFile, withFileLock, type JsonRecord } from './json-file.js';
export { profilePath, readProfiles, updateProfile, type Profile, type Profiles } from './profiles.js';
