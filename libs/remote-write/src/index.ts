export { FAULTS } from './drops.js';
export { translateRemoteWrite, type RemoteWriteVersion } from './translate.js';
