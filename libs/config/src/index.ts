export { setting, optional, type Setting } from './setting.js';
export { deadline } from './deadline.js';
export { ConfigError, documentConfig, loadConfig, printConfig, type ConfigOf, type Declaration } from './config.js';
export { configFromEnvironment } from './environment.js';
export { RPC_SETTINGS, rpcAddressSetting, rpcListenSetting, toRpcCredentials } from './rpc-settings.js';
export { isLoopback } from './loopback.js';
