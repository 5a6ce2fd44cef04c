export { ConfigFileError, readJsonFile, replaceJsonFile, withFileLock, type JsonRecord } from './json-file.js';
export { homeDirectory, profilePath, readProfiles, updateProfile, type Profile, type Profiles } from './profiles.js';
