export { Child, ROOT } from './child.js';
export {
  cpuBudget,
  createTestAuthority,
  eventually,
  freePorts,
  keep,
  missingServers,
  pace,
  randomForTests,
  recordSpans,
  rounds,
  s3ForTests,
  seededRandom,
  settle,
  skipOrFail,
  testSeed,
  waitAtMost,
  type RecordedSpans,
} from '@svc/test-servers';
export { findExposedFiles } from './exposed-files.js';
export { buildGoSources } from './external/go-program.js';
export { buildJavaProgram } from './external/java-program.js';
export { findLeakedSecrets } from './leaked-secrets.js';
export { startAuthorizingProxy, type AuthorizingProxy } from './mcp/authorizing-proxy.js';
export { failedChecks, runRequired, runAuthorization, runScenario, type Check } from './mcp/conformance.js';
export type { Missing } from './external/sources.js';
export { descendants, privateBytes } from './process-tree.js';
export { PythonEnvironment } from './external/python-environment.js';
export type { Replicas, ServiceName } from './service-processes.js';
export { standaloneEnvironment, startStandalone, type StandaloneOptions } from './standalone.js';
export type { Dependency, IngestAddress, Topology, TopologyAddress } from './topology.js';
